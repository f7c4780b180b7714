/** What goes wrong at the table and around it: lost parts, refused tokens, a killed host, flags nobody reports, late clocks. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../kit/command.ts'
import { boardOf, openTable, openTableApart, shown, type Table } from './browser.ts'

let table: Table
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

const PAIR = { white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' }
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

let ids = 0
/** Reports events, each with how long ago it was, ms. */
async function report(
  game: string,
  events: readonly (readonly [before: number, event: object])[],
  to: Pick<Table, 'ask'> = table,
) {
  const answer = await to.ask('POST', `/games/${game}/events`, {
    events: events.map(([before, event]) => ({ id: `m${++ids}`, at: ago(before), ...event })),
    sentAt: ago(3200),
  })
  expect(answer.body).toMatchObject({ head: expect.any(Number) })
}

const START = { type: 'session-started', by: 'arbiter' }
const E4 = { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e4' } }
const PRESS = { type: 'clock-pressed', by: 'white' }

test.concurrent('a part of the page that does not load is said to be missing, and comes once it can', async ({
  expect,
}) => {
  const { page, close } = await table.open('#/t/sample/r/1', 'reader')
  await page.locator('.tile').first().waitFor()
  await page.route('**/console/views-*.js', (route) => route.abort())
  await page.locator('.tile').first().click()
  await page.getByText('A part of the page could not be loaded.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/console/views-*.js')
  // The page is loaded anew by itself, at the same place.
  await shown(page)
  expect(await page.getByText('A part of the page could not be loaded.').count()).toBe(0)
  expect(page.url()).toContain('#/g/')
  await close()
})

test.concurrent('a token that the service refuses is put away, which is said, and what is public is shown', async ({
  expect,
}) => {
  const { page, close } = await table.open('#/', null)
  const [head, , signature] = table.host.token('arbiter').split('.')
  const claims = { role: 'arbiter', scope: '*', sub: 'nobody', exp: Math.floor(Date.now() / 1000) + 3600 }
  const forged = `${head}.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.${signature}`
  await page.evaluate((text) => sessionStorage.setItem('touchmove.token', text), forged)
  await page.goto(`${table.host.url}/#/g/sample-4`)
  await page.reload()
  await page.getByText('The service does not accept this token').waitFor()
  await shown(page)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await close()
})

test.concurrent('an expired token is not signed in with', async () => {
  const { page, close } = await table.open('#/', null)
  const claims = btoa(JSON.stringify({ role: 'reader', scope: '*', sub: 'late', exp: 1 }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('textarea[name=token]').fill(`e30.${claims}.x`)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('it has expired').waitFor()
  await page.getByRole('dialog').waitFor()
  await close()
})

test.concurrent('a flag that falls without an event brings its board to the front, and asks whether the other side can mate', async ({
  expect,
}) => {
  const timeControl = { periods: [{ time: 60_000, bonus: 0, mode: 'fischer' }] }
  await table.ask('POST', '/tournaments', { id: 'flags', name: 'Flags' })
  await table.ask('POST', '/tournaments/flags/rounds/1/games', {
    games: [
      { id: 'flag-1', ...PAIR },
      { id: 'flag-2', ...PAIR, timeControl },
    ],
  })
  await report('flag-2', [
    [59_000, START],
    [58_000, E4],
    [58_000, PRESS],
  ])
  const { page, errors, close } = await table.open('#/t/flags/r/1', 'arbiter')
  await page.locator('.waiting .tile[data-game=flag-2]').waitFor({ timeout: 10_000 })
  expect(await page.locator('.tile[data-game=flag-2] .badge').textContent()).toBe('flag down: Black')
  await page.locator('.tile[data-game=flag-2]').click()
  await page.getByRole('tab', { name: 'Claims' }).click()
  await page.locator('.mates[data-answer=yes]').waitFor({ timeout: 20_000 })
  expect(await page.locator('.facts').textContent()).toContain('flag down: Black')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the public of a late tournament sees each clock as it stood then, in the round and in the game', async ({
  expect,
}) => {
  const timeControl = { periods: [{ time: 5_400_000, bonus: 0, mode: 'fischer' }] }
  await table.ask('POST', '/tournaments', { id: 'tardy', name: 'Tardy', delay: 10 })
  await table.ask('POST', '/tournaments/tardy/rounds/1/games', {
    games: [{ id: 'tardy-1', ...PAIR, timeControl }],
  })
  await report('tardy-1', [
    [901_000, START],
    [900_000, E4],
    [900_000, PRESS],
  ])
  const { page, errors, close } = await table.open('about:blank')
  // As if it had been recorded when it happened: the delay counts from there.
  await page.route('**/delayed/10/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/delayed/10', '')
    const url = `${table.host.url}${path.endsWith('/stream') ? '/nowhere' : path}`
    const headers = { authorization: `Bearer ${table.host.token('reader')}` }
    await route.fulfill({ response: await route.fetch({ url, headers }) })
  })
  await page.route(
    ({ pathname }) =>
      /^\/(games\/tardy-1|tournaments\/tardy\/rounds\/1(\.pgn|\/(games|stream|changes)))$/.test(pathname),
    (route) => route.fulfill({ status: 403, json: { detail: 'ten minutes late: under /delayed/10' } }),
  )
  await page.goto(`${table.host.url}/#/t/tardy/r/1`)
  const clock = page.locator('.tile .player').first().locator('.clock')
  await expect.poll(() => clock.textContent(), { timeout: 10_000 }).toMatch(/^1:2[45]:/)
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).first().click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  expect(await saved('Games (PGN)')).toContain('1. e4')
  await page.getByRole('link', { name: 'Standings' }).first().click()
  await expect.poll(() => page.locator('.crosstable tbody tr').count()).toBe(2)
  await page.getByText('shown 10 minutes late').waitFor()
  expect(await saved('PGN')).toContain('1. e4')
  expect(await saved('TRF')).toContain('001')
  await page.goBack()
  await page.locator('.tile').click()
  await shown(page)
  await page.getByText('shown 10 minutes late').waitFor()
  await expect
    .poll(() => page.locator('.clock[data-side=black]').textContent())
    .toMatch(/^\s*1:2[45]:\d\d\.\d/)
  // The token of another board opens no more than the public sees.
  const another = { role: 'board', scope: 'game:sample-8', days: 1 }
  const { body } = await table.ask('POST', '/tokens', another, 'admin')
  await page.goto(`${table.host.url}/#/token/${body.token}`)
  await page.locator('.who-am-i', { hasText: 'Signed in: a board’s device' }).waitFor()
  await page.goto(`${table.host.url}/#/t/tardy/r/1`)
  await page.getByText('shown 10 minutes late').waitFor()
  await expect.poll(() => clock.textContent(), { timeout: 10_000 }).toMatch(/^1:2[45]:/)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the events name who reported them and how far the reporter’s clock was off', async ({
  expect,
}) => {
  await table.ask('POST', '/games', { id: 'offset', ...PAIR })
  await report('offset', [[1000, START]])
  const { page, errors, close } = await table.open('#/g/offset', 'arbiter')
  await shown(page)
  await page.getByRole('tab', { name: 'Events' }).click()
  const reporter = page.locator('.log li').nth(1).locator('.reporter')
  await expect.poll(() => reporter.textContent()).toMatch(/arbiter.*clock −3\.\d s off/)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('what a verdict adds to its sentence is in the language of the page', async ({ expect }) => {
  const { page, errors, close } = await table.open('#/g/sample-4?seq=58', 'arbiter', { locale: 'pl' })
  await shown(page)
  const note = page.locator('.card[data-rule=illegal-move-completed] .notes li').first()
  await expect.poll(() => note.textContent()).toBe('f5xe6: własny król pozostałby atakowany')
  expect(await note.getAttribute('lang')).toBe('pl')
  await page.getByRole('tab', { name: 'Wpis' }).click()
  await page.locator('input[name=move]').fill('Sz9')
  await page.locator('input[name=move]').press('Enter')
  await page.locator('.notices .bad', { hasText: 'to nie posunięcie' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('moves that were due and dates of editions are written as the language of the page writes them', async ({
  expect,
}) => {
  await table.ask('POST', '/games', { id: 'due', ...PAIR })
  await report('due', [
    [3000, START],
    [2000, { type: 'piece-touched', by: 'white', data: { squares: ['g1'] } }],
    [1500, E4],
    [1000, PRESS],
    [500, { type: 'claim-made', by: 'black', data: { about: 'touch-move', seqs: [3, 4] } }],
  ])
  const { page, errors, close } = await table.open('#/g/due?edition=2009-07-01', 'arbiter', { locale: 'sl' })
  await shown(page)
  const note = page.locator('.card[data-rule=touch-own] .notes li').first()
  await expect.poll(() => note.textContent()).toMatch(/: Sf3 Sh3$|: Sh3 Sf3$/)
  expect(await page.locator('.beside h3').allTextContents()).toEqual([
    'Kot odigrano: 1. jan. 2023',
    'Po 1. jul. 2009',
  ])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a game’s page is printed on one sheet, the report without what only a screen needs', async ({
  expect,
}) => {
  const { page, close } = await table.open('#/g/sample-5', 'arbiter')
  await shown(page)
  const paper = await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm' } })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const [selector, seen] of [
    ['.sheet thead', true],
    ['.stage .board', true],
    ['.page-head', false],
    ['.toolbar', false],
    ['.side', false],
  ] as const)
    expect(`${selector} ${await page.locator(selector).isVisible()}`).toBe(`${selector} ${seen}`)
  await page.goto(`${table.host.url}/#/report/sample-4?seq=58`)
  await page.locator('.hashes code').first().waitFor()
  expect(await page.locator('.report nav').isVisible()).toBe(false)
  await close()
})

/** The last notice of the page. */
const reported = (page: Page) => page.locator('.notices p').last()

test.concurrent('a link to an instant opens there for anybody; one that leads out of the game, or cannot be read, says so', {
  timeout: 120_000,
}, async ({ expect }) => {
  const { page, close } = await table.open('#/g/sample-4?seq=58', 'reader')
  await shown(page)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  const shared = new URL(page.url()).hash
  const there = await boardOf(page)
  await close()
  expect(shared).toMatch(/^#\/g\/sample-4\?(?:seq=58|at=\d{4}-)/)
  const { body } = await table.ask('GET', '/games/sample-4')
  for (const [link, board, said] of [
    [shared, there, null],
    ['#/g/sample-4?seq=99999', body.boardFen, 'outside the record'],
    ['#/g/sample-4?at=2999-01-01T00:00:00Z', body.boardFen, 'outside the record'],
    [
      '#/g/sample-4?at=1066-10-14T09:00:00Z',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
      'outside the record',
    ],
    ['#/g/sample-4?at=tomorrow', body.boardFen, 'Not an instant'],
    ['#/g/sample-4?seq=0', body.boardFen, 'Not an instant'],
    ['#/g/sample-4?seq=%3Cb%3E&edition=1066', body.boardFen, 'Not an instant'],
  ] as const) {
    const { page, errors, close } = await table.open(link, 'reader')
    await shown(page)
    await expect.poll(() => boardOf(page)).toBe(board)
    if (said !== null) await expect.poll(() => reported(page).textContent()).toContain(said)
    else expect(await reported(page).count()).toBe(0)
    expect(errors).toEqual([])
    await close()
  }
})

test.concurrent('a refusal is told in the language of the page, with the words of the service in small print', async ({
  expect,
}) => {
  await table.ask('POST', '/games', { id: 'refused', ...PAIR })
  await report('refused', [[1000, START]])
  const { page, close } = await table.open('#/g/refused', 'arbiter', { locale: 'sk' })
  await shown(page)
  await page.getByRole('tab', { name: 'Zápis' }).click()
  const answers = [
    [403, 'Váš token to nedovoľuje.', 'not yours'],
    [422, 'Služba nemôže prijať to, čo je napísané.', 'data.from is "x9"'],
    [503, 'Služba to teraz nemôže vykonať.', 'the database does not answer'],
    [500, 'Služba to odmietla.', 'a fault'],
  ] as const
  for (const [status, said, detail] of answers) {
    await page.route('**/games/refused/events', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { type: 'x', title: 'x', status, detail } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Zastaviť hodiny' }).click()
    await expect.poll(() => reported(page).textContent()).toContain(said)
    expect(await reported(page).locator('small[lang=en]').textContent()).toContain(detail)
    await page.unroute('**/games/refused/events')
  }
  await close()
})

test.concurrent('a dialog is left by Escape or its button, and the focus is where it was', async ({
  expect,
}) => {
  const { page, errors, close } = await table.open('#/g/sample-3', 'arbiter')
  await shown(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  const ends = [
    () => page.keyboard.press('Escape'),
    () => page.locator('dialog[open] button:not(.primary)').first().click(),
  ]
  for (const name of ['Rule otherwise', 'Keys'])
    for (const end of name === 'Keys' ? ends.slice(0, 1) : ends) {
      const button = page.getByRole('button', { name }).first()
      await button.focus()
      await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor()
      await end()
      await expect.poll(() => page.locator('dialog').count()).toBe(0)
      await expect.poll(focused).toBe((await button.textContent())?.trim())
    }
  // One dialog leads to another, and back to it; both lead back to where they were asked for.
  await page.getByRole('button', { name: 'Rule otherwise' }).first().press('Enter')
  await page.locator('dialog.otherwise[open]').waitFor()
  await page.locator('dialog.otherwise select[name=act]').selectOption('result')
  await page.getByRole('button', { name: 'Record it' }).press('Enter')
  await page.locator('dialog.confirm[open]').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Rule otherwise …')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('with its host killed the page says since when it has heard nothing, its clocks stand, and it is back with the host', {
  timeout: 120_000,
}, async ({ expect }) => {
  const own = await openTableApart()
  await own.ask('POST', '/games', {
    id: 'killed',
    ...PAIR,
    timeControl: { periods: [{ time: 5_400_000, bonus: 0, mode: 'fischer' }] },
  })
  await report(
    'killed',
    [
      [2000, START],
      [1000, E4],
      [1000, PRESS],
    ],
    own,
  )
  const { page } = await own.open('#/g/killed', 'reader')
  await shown(page)
  await own.host.kill()
  await page.locator('.link.stale').waitFor({ timeout: 10_000 })
  // On a telephone the notice is shown wherever the page is scrolled to.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect((await page.locator('.line-lost').boundingBox())?.y).toBe(0)
  expect(await page.locator('.line-lost').textContent()).toContain('no connection since')
  await page.setViewportSize({ width: 1440, height: 900 })
  const clock = page.locator('.clock[data-side=black]')
  await page.waitForTimeout(300)
  const stood = await clock.textContent()
  await page.waitForTimeout(1200)
  expect(await clock.textContent()).toBe(stood)
  const again = await serve(own.host.folder, ['--port', new URL(own.host.url).port])
  await page.locator('.link.live, .link.polling').waitFor({ timeout: 20_000 })
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  await expect.poll(() => clock.textContent()).not.toBe(stood)
  await again.stop()
  await own.close()
})

test.concurrent('a long list of tournaments comes in parts, each after a press of a button', async ({
  expect,
}) => {
  const { page, errors, close } = await table.open('about:blank')
  const ids = Array.from({ length: 130 }, (_, k) => `many${100 + k}`)
  await page.route(/\/tournaments(\?|\/many)/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const named = (id: string) => ({ id, name: `Open ${id}`, delay: 0, openVerdicts: false })
    if (pathname !== '/tournaments')
      return route.fulfill({ json: { ...named(pathname.split('/')[2]!), rounds: ['1'] } })
    const from = ids.indexOf(searchParams.get('after') ?? '') + 1
    const shown = ids.slice(from, from + Number(searchParams.get('limit')))
    const next = from + shown.length < ids.length ? { next: shown.at(-1) } : {}
    return route.fulfill({ json: { tournaments: shown.map(named), ...next } })
  })
  await page.goto(`${table.host.url}/#/`)
  const rows = page.locator('.tournaments > li')
  await expect.poll(() => rows.count()).toBe(100)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect.poll(() => rows.count()).toBe(130)
  expect(await more.count()).toBe(0)
  // Each has its rounds, those that came first as well.
  await expect.poll(() => page.locator('.tournaments a.button').count()).toBe(130)
  expect(await rows.nth(129).textContent()).toContain('Open many229')
  expect(errors).toEqual([])
  await close()
})
