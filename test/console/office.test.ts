/** The office: from a first start without data to a running round, by what the page says alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardOf, openTable, type Table } from './browser.ts'

let table: Table
beforeAll(async () => {
  table = await openTable([])
})
afterAll(() => table.close())

const NAMES = Array.from({ length: 10 }, (_, k) => [`White, ${k + 1}`, `Black, ${k + 1}`] as const)
const csv = (rows: readonly (readonly [string, string])[]): string =>
  ['board,white,black', ...rows.map(([white, black], k) => `${k + 1},"${white}","${black}"`)].join('\n')

test('the link that the host prints signs in once, and does not stay in the address', async () => {
  const [link = ''] = /http\S+#\/sign-in\/\S+/.exec(table.host.greeting) ?? []
  const { page, errors, close } = await table.open('about:blank')
  await page.goto(link)
  await page.getByText('Signed in: administrator').waitFor()
  expect(page.url()).toBe(`${table.host.url}/#/`)
  await page.getByText('There is no tournament yet.').waitFor()
  expect(errors).toEqual([])
  await close()
  const again = await table.open('about:blank')
  await again.page.goto(link)
  await again.page.getByText('This link signs nobody in any more').waitFor()
  await again.page.getByRole('button', { name: 'Sign in' }).waitFor()
  await again.close()
})

test('a tournament is created, ten boards are opened from a table, and a move is entered', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/', 'admin')
  await page.getByRole('link', { name: 'New tournament' }).click()
  await page.locator('input[name=name]').fill('Harbour City Open')
  // Seconds are meant where figures stand alone: the picture of the periods shows what was understood.
  await page.getByLabel('As written').fill('90+30')
  expect(await page.locator('.periods li').textContent()).toContain('1:30')
  await page.getByLabel('By name').selectOption('5400+30')
  expect(await page.locator('.periods li').textContent()).toContain('1:30:00')
  await page.getByRole('button', { name: 'Create the tournament' }).click()
  await page.getByRole('heading', { name: 'Harbour City Open Office' }).waitFor()

  const pairings = page.locator('textarea[name=pairings]')
  await pairings.fill(csv([...NAMES.slice(0, 9), ['White, 1', 'Somebody']]))
  await page.locator('.faults li').first().waitFor()
  expect(await page.locator('.faults').textContent()).toContain('line 11')
  expect(await page.locator('.pairings button.primary').isDisabled()).toBe(true)
  await pairings.fill(csv(NAMES))
  expect(await page.locator('.preview tbody tr').count()).toBe(10)
  await page.getByRole('button', { name: 'Open round 1: games 10' }).click()
  await page.getByText('Round 1: 10 games are open.').waitFor()
  await page.locator('.round-list').getByRole('link', { name: 'Round 1' }).click()
  await page.locator('.tile').nth(9).waitFor()
  await page.locator('.tile').first().click()
  await page.getByRole('tab', { name: 'Enter' }).click()
  await page.getByRole('button', { name: 'Start play' }).click()
  await page.locator('input[name=move]').fill('e4')
  await page.locator('input[name=move]').press('Enter')
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  const { body } = await table.ask('GET', '/games/harbour-city-open-1-1')
  expect(body.clocks.running).toBe('black')
  expect(errors).toEqual([])
  await close()
})

test('tokens for boards are cards that sign in when they are scanned, and can be revoked', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'admin')
  await page.getByRole('button', { name: 'Make' }).click()
  await expect.poll(() => page.locator('.token-card img').count(), { timeout: 30_000 }).toBe(10)
  const link = (await page.locator('.token-card a').first().getAttribute('href')) ?? ''
  const board = await table.open('about:blank')
  await board.page.goto(link)
  await board.page.getByText('Signed in: board').waitFor()
  expect(board.page.url()).toBe(`${table.host.url}/#/g/harbour-city-open-1-1`)
  await board.close()
  await page.getByText('Tokens that hold: 10').click()
  await page.getByRole('button', { name: 'Revoke' }).first().click()
  await page.getByText('Tokens that hold: 9').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a PGN file is imported with its warnings, and the standings follow', { timeout: 120_000 }, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'arbiter')
  // Tokens are the administrator's.
  expect(await page.getByRole('heading', { name: 'Tokens' }).count()).toBe(0)
  const game = (round: string, white: string, black: string, moves: string, result: string) =>
    `[Event "Harbour City Open"]\n[Site "?"]\n[Date "2026.03.14"]\n[Round "${round}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`
  await page.locator('.import input[type=file]').setInputFiles({
    name: 'games.pgn',
    mimeType: 'text/plain',
    buffer: Buffer.from(
      game('2.1', 'White, 1', 'Black, 2', '1. e4 e5 2. Nf3', '1-0') +
        game('2.2', 'White, 2', 'Black, 1', '1. e4 Ke4', '0-1'),
    ),
  })
  await page.getByText('new: 2').waitFor({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Standings' }).first().click()
  await page.locator('.crosstable tbody tr').first().waitFor()
  expect(await page.locator('.crosstable tbody tr').count()).toBeGreaterThan(3)
  expect(errors).toEqual([])
  await close()
})

test('without rights the office says whose it is', async () => {
  const { page, close } = await table.open('#/t/harbour-city-open/office', 'reader')
  await page.getByText('The office needs an arbiter’s or an administrator’s token').waitFor()
  await close()
})
