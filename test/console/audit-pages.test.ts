/** The report on a dispute of a game whose audit comes in pages. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTable, type Table } from './browser.ts'

let table: Table
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

test('the report reads all pages of an audit, and saves them as one document', async () => {
  const { page, errors, close } = await table.open('#/', 'arbiter')
  let asked = 0
  // Pages of one commit, as a game of thousands of commits has pages of thousands.
  await page.route(/\/games\/sample-4\/audit/, (route) => {
    asked++
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.goto(`${table.host.url}/#/report/sample-4?seq=58`)
  const { body } = await table.ask('GET', '/games/sample-4/audit')
  expect(body.commits.length).toBeGreaterThan(2)
  await expect.poll(() => page.locator('.hashes code').allTextContents()).toContain(body.commits.at(-1).hash)
  expect(asked).toBe(body.commits.length)
  const saved = page.waitForEvent('download')
  await page.locator('nav.no-print button').last().click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('sample-4-audit.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toEqual(body)
  expect(errors).toEqual([])
  await close()
})
