/** Every view, in every look: no violation that axe finds, no text missing, no request to anywhere else. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTable, type Table, type Visit } from './browser.ts'

const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

let table: Table
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Rules that look at colours, the only ones that a scheme changes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async (only) => {
    interface Options {
      readonly resultTypes: readonly string[]
      readonly runOnly?: readonly string[]
    }
    const { axe } = window as unknown as {
      axe: { run(options: Options): Promise<{ violations: Violation[] }> }
    }
    return (await axe.run({ resultTypes: ['violations'], ...(only !== undefined && { runOnly: only }) }))
      .violations
  }, rules)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  )
}

const SCREEN = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Those of one role follow one another: they are shown by one page. */
const VIEWS: readonly (readonly [
  name: string,
  hash: string,
  role: string | null,
  ready: string,
  tab?: string,
])[] = [
  ['home', '#/', null, '.tournaments .button'],
  ['public round', '#/t/sample/r/1', null, '.tile:nth-child(7) .board[data-fen]'],
  ['public game', '#/g/sample-1', null, '.sheet'],
  ['standings', '#/t/sample/standings', null, '.crosstable'],
  ['round', '#/t/sample/r/1', 'arbiter', '.tile:nth-child(7) .board[data-fen]'],
  ['game with verdicts', '#/g/sample-4?seq=58', 'arbiter', '.card'],
  ['game under two editions', '#/g/sample-4?seq=58&edition=2009-07-01', 'arbiter', '.beside'],
  ['report', '#/report/sample-4?seq=58', 'arbiter', '.hashes code'],
  ['events', '#/g/sample-4?seq=58', 'reader', '.card', 'Events'],
  ['claims', '#/g/sample-5?seq=53', 'reader', '[role=tab]', 'Claims'],
  ['entry', '#/g/sample-8', 'operator', '[role=tab]', 'Enter'],
  ['office', '#/t/sample/office', 'admin', '.round-list .small'],
  ['new tournament', '#/new', 'admin', '.office-form'],
]

let visit: (Visit & { readonly role: string | null }) | null = null

/** The view in the page of its role; a page of another role is closed first. */
async function show(hash: string, role: string | null): Promise<Visit> {
  if (visit?.role !== role) {
    await visit?.close()
    // A screen that is touched, so that fingers' targets are there in both sizes.
    visit = { ...(await table.open(hash, role, { hasTouch: true })), role }
    return visit
  }
  const { page } = visit
  await page.evaluate((to) => {
    document.querySelector('main')!.dataset['left'] = ''
    location.hash = to
  }, hash)
  await page.locator('main:not([data-left])').waitFor()
  return visit
}

describe('each view', () => {
  afterAll(() => visit?.close())

  for (const [name, hash, role, ready, tab] of VIEWS) {
    test(`${name}: axe finds nothing, on a screen and on a phone, dark and light`, async () => {
      const { page, errors } = await show(hash, role)
      await page.locator(`main:not([data-left]) ${ready}`).first().waitFor({ state: 'attached' })
      if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
      const schemes = ['dark', 'light'] as const
      for (const [size, [first, second]] of [
        [SCREEN, schemes],
        [PHONE, schemes.toReversed()],
      ] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: first! })
        expect(await violationsOf(page)).toEqual([])
        await page.emulateMedia({ colorScheme: second! })
        expect(await violationsOf(page, OF_COLOURS)).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(`${name} is ${Math.max(0, wide)} pixels too wide`).toBe(`${name} is 0 pixels too wide`)
      }
      expect(errors).toEqual([])
    })
  }
})

test('the dialogs are accessible too', async () => {
  const { page, close } = await table.open('#/g/sample-3', 'arbiter')
  await page.locator('.card').first().waitFor()
  await page.getByRole('button', { name: 'Rule otherwise' }).first().click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsOf(page)).toEqual([])
  // Of an envelope that lacks something nobody is named as the offender.
  await page.getByRole('dialog').locator('select[name=side]').selectOption('white')
  await page.getByRole('dialog').getByRole('button', { name: 'Record it' }).click()
  await page.locator('dialog.confirm[open]').waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const name of ['confirm', 'otherwise'])
    await page.locator(`dialog.${name}[open]`).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.locator('dialog.keys[open]').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await close()
})

test('the policy lets nothing inline and nothing foreign in, and the page asks for nothing elsewhere', async () => {
  const response = await fetch(`${table.host.url}/`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/)
  const { page, errors, close } = await table.openCold('about:blank', 'arbiter')
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(`${table.host.url}/#/g/sample-4`)
  await page.locator('.card').first().waitFor()
  expect([...hosts]).toEqual([table.host.url])
  expect(errors).toEqual([])
  await close()
})

test('each file of the page is sent as short as the browser takes it', async () => {
  const html = await (await fetch(`${table.host.url}/`)).text()
  const [, script = ''] = /src="(\/console\/[^"]+)"/.exec(html) ?? []
  for (const path of ['/', script]) {
    const sent = new Map<string, string>()
    for (const [accepts, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(table.host.url + path, { headers: { 'accept-encoding': accepts } })
      expect([path, accepts, response.headers.get('content-encoding')]).toEqual([path, accepts, coding])
      expect(response.headers.get('vary')).toContain('accept-encoding')
      sent.set(accepts, await response.text())
    }
    expect(new Set(sent.values()).size).toBe(1)
  }
})

test('first paint from the host comes within a second', async () => {
  const { page, close } = await table.openCold('#/t/sample/r/1', 'reader')
  await page.locator('.tile').first().waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  )
  expect(paint).toBeLessThan(1000)
  await close()
})
