/** What people do at the table, done in a browser and held against the service. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printedRoot } from '../../domain/formats/printed-checkpoint.ts'
import { boardOf, cardsOf, openTable, shown, type Table, typeInstant } from './browser.ts'

let table: Table
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

const TIME = { timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] } }

/** A game of its own with these events, each a second after the other, ending a minute ago. */
async function played(id: string, events: readonly object[], more: object = {}): Promise<void> {
  const opened = await table.ask('POST', '/games', {
    id,
    white: { name: 'Alekhine, A.' },
    black: { name: 'Bogoljubov, E.' },
    edition: '2023-01-01',
    play: 'standard',
    ...TIME,
    ...more,
  })
  expect(opened.status).toBe(201)
  await report(id, events)
}

let ids = 0
async function report(id: string, events: readonly object[]): Promise<void> {
  const at = new Date().toISOString()
  const body = { events: events.map((event) => ({ id: `t${++ids}`, at, ...event })) }
  const answer = await table.ask('POST', `/games/${id}/events`, body)
  expect(answer.body).toMatchObject({ head: expect.any(Number) })
}

const move = (by: string, from: string, to: string) => ({ type: 'move-made', by, data: { from, to } })
const press = (by: string) => ({ type: 'clock-pressed', by })
const START = { type: 'session-started', by: 'arbiter' }

test.concurrent('the round shows all boards, those that need the arbiter first, each as the service has it', async ({
  expect,
}) => {
  const { page, errors, close } = await table.open('#/t/sample/r/1', 'arbiter')
  await page.locator('.tile').nth(7).waitFor()
  await page.locator('.boards.waiting .tile').first().waitFor()
  const boards = await page.locator('.tile').evaluateAll((tiles) =>
    tiles.map((tile) => ({
      game: (tile as HTMLElement).dataset['game'] ?? '',
      fen: (tile.querySelector('.board') as HTMLElement).dataset['fen'],
      waits: tile.closest('.waiting') !== null,
    })),
  )
  expect(boards).toHaveLength(8)
  for (const { game, fen, waits } of boards) {
    const { body } = await table.ask('GET', `/games/${game}`)
    expect(fen).toBe(body.boardFen)
    const open = body.verdicts.some(
      (verdict: { status: string; remedy: { result: unknown } }) =>
        verdict.status === 'awaits-arbiter' && (body.result === null || verdict.remedy.result !== null),
    )
    expect(`${game} ${waits}`).toBe(`${game} ${open || (body.clocks?.flag != null && body.result === null)}`)
  }
  expect(boards[0]?.waits).toBe(true)
  await page.getByRole('searchbox').fill('Demir')
  await expect.poll(() => page.locator('.tile:visible').count()).toBe(1)
  await page.locator('.tile:visible').click()
  await page.locator('.stage .board[data-fen]').waitFor()
  expect(await page.locator('h1').textContent()).toContain('Demir')
  expect(errors).toEqual([])
  await close()
})

/** What the page shows of an instant, beside what the service says of it. */
async function compare(page: Page, game: string, at: number): Promise<void> {
  const { body } = await table.ask('GET', `/games/${game}/state?at=${new Date(at).toISOString()}`)
  await page.locator(`.stage .board[data-fen="${body.boardFen}"]`).waitFor()
  expect(await cardsOf(page)).toEqual(body.verdicts.map(({ rule }: { rule: string }) => rule).sort())
  for (const side of ['white', 'black'] as const) {
    const text = (await page.locator(`.clock[data-side=${side}]`).textContent())?.replace('⚑', '').trim()
    expect(text).toBe(tenths(body.clocks[side]))
  }
  expect(await page.locator('.instant .seq').textContent()).toContain(`after event ${body.seq} `)
}

/** `1:18:59.0` */
function tenths(ms: number): string {
  const all = Math.floor(ms / 100)
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(all / 36_000),
    Math.floor(all / 600) % 60,
    Math.floor(all / 10) % 60,
  ]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}.${all % 10}`
}

test.concurrent('three instants, typed as a time, as a span and dragged to, show what the service says of them', async ({
  expect,
}) => {
  const { page, errors, close } = await table.open('#/g/sample-4', 'reader')
  await shown(page)
  const { body } = await table.ask('GET', '/games/sample-4/events')
  const timeOf = (seq: number) => Date.parse(body.events[seq - 1].at)
  const start = timeOf(body.events.find(({ type }: { type: string }) => type === 'session-started').seq)

  // Half a second and some milliseconds after the illegal move was completed.
  const typed = timeOf(58) + 537
  await typeInstant(page, new Date(typed).toISOString())
  await compare(page, 'sample-4', typed)

  const span = 1_327_250
  await typeInstant(page, '+22:07.250')
  await compare(page, 'sample-4', start + span)

  const track = page.getByRole('slider', { name: 'Timeline' })
  const box = (await track.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.62, box.y + 8, { steps: 6 })
  await page.mouse.up()
  const shownAt = Number(await track.getAttribute('aria-valuenow'))
  expect(shownAt).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Copy the link to this instant' }).click()
  const linked = new URLSearchParams(new URL(page.url()).hash.split('?')[1])
  await compare(page, 'sample-4', Date.parse(linked.get('at') ?? ''))

  // The link opens the same instant for somebody else.
  const other = await table.open(new URL(page.url()).hash, 'reader')
  await shown(other.page)
  await compare(other.page, 'sample-4', Date.parse(linked.get('at') ?? ''))
  await other.close()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('clicking a proof goes to its event', async ({ expect }) => {
  const { page, close } = await table.open('#/g/sample-4?seq=87', 'reader')
  await shown(page)
  await page.locator('.card[data-rule=illegal-move-completed] button.seq', { hasText: '#57' }).click()
  await expect.poll(() => page.locator('.instant .seq').textContent()).toContain('after event 57 ')
  const { body } = await table.ask('GET', '/games/sample-4/state?seq=57')
  expect(await boardOf(page)).toBe(body.boardFen)
  await close()
})

const ILLEGAL = [
  START,
  move('white', 'e2', 'e4'),
  press('white'),
  move('black', 'e7', 'e5'),
  press('black'),
  move('white', 'f1', 'f5'),
  press('white'),
]

test.concurrent('an illegal move: the card says what is due, and one confirmed button does it', async ({
  expect,
}) => {
  await played('illegal', ILLEGAL)
  const { page, errors, close } = await table.open('#/g/illegal', 'arbiter')
  await shown(page)
  const card = page.locator('.card[data-rule=illegal-move-completed]')
  await card.getByRole('button', { name: 'Do all that is due' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect
    .poll(() => dialog.locator('li').allTextContents())
    .toEqual([
      'The position is put back to that after event 6 (e5).',
      'White receives a penalty: Time for the opponent 2 min.',
    ])
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect.poll(() => card.locator('.chip').first().textContent()).toBe('done')
  const { body } = await table.ask('GET', '/games/illegal')
  expect(body.verdicts.find(({ rule }: { rule: string }) => rule === 'illegal-move-completed').status).toBe(
    'applied',
  )
  expect(body.fen).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w/)
  expect(await boardOf(page)).toBe(body.boardFen)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a wrong draw claim: rejected, the opponent gets the added time', async ({ expect }) => {
  await played('claim', [
    START,
    move('white', 'e2', 'e4'),
    press('white'),
    move('black', 'e7', 'e5'),
    press('black'),
    { type: 'draw-claimed', by: 'white', data: { basis: 'threefold' } },
  ])
  const { page, errors, close } = await table.open('#/g/claim', 'arbiter')
  await shown(page)
  const card = page.locator('.card[data-rule=draw-claim-incorrect]')
  await card.getByRole('button', { name: 'Do all that is due' }).click()
  await page.getByRole('button', { name: 'Record it' }).click()
  await expect.poll(() => card.locator('.chip').first().textContent()).toBe('done')
  const { body } = await table.ask('GET', '/games/claim/events')
  expect(body.events.slice(-2).map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual(
    [
      ['claim-decided', { claim: 7, decision: 'rejected' }],
      ['penalty-imposed', { on: 'white', penalty: 'opponent-time', ms: 120_000, article: '9.5.3' }],
    ],
  )
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a move is entered in notation, an illegal one after a question, and taken back by a correction', async ({
  expect,
}) => {
  await played('entry', [START])
  const { page, errors, close } = await table.open('#/g/entry', 'operator')
  await shown(page)
  await page.keyboard.press('m')
  await page.keyboard.type('e4')
  await page.keyboard.press('Enter')
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  const input = page.locator('input[name=move]')
  await input.fill('Bc5')
  await input.press('Enter')
  await page.locator('.notices .bad').waitFor()
  await input.fill('Bf8-c5')
  await input.press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.locator('.warning').textContent()).toContain('does not move to c5')
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect.poll(() => boardOf(page)).toBe('rnbqk1nr/pppppppp/8/2b5/4P3/8/PPPP1PPP/RNBQKBNR')
  // The dialog is gone, and the keys go on where they were.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('move')
  // What it says of the recorded events was said over it, and stands without it.
  await page.locator('body > div > .notices p', { hasText: 'Recorded as events' }).waitFor()
  await page.getByRole('button', { name: 'Correct event 5' }).click()
  const correction = page.locator('dialog.correction[open]')
  // Its press falls with it.
  expect(await correction.locator('input[name=press]').isChecked()).toBe(true)
  await correction.getByRole('button', { name: 'Record it …' }).click()
  await page.locator('dialog.confirm[open]').getByRole('button', { name: 'Record it' }).click()
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  const { body } = await table.ask('GET', '/games/entry/events')
  const last = body.events.at(-1)
  expect([last.type, last.by, last.data.seqs]).toEqual(['report-corrected', 'operator', [5, 6]])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the board is played by keyboard: arrows lead, Enter takes and puts down, and touches where touches are entered', async ({
  expect,
}) => {
  await played('keys', [START])
  const { page, errors, close } = await table.open('#/g/keys', 'operator')
  await shown(page)
  await page.getByRole('tab', { name: 'Enter' }).click()
  const board = page.getByRole('application')
  await board.focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  await page.getByLabel('clicks on the board are touches').check()
  await board.focus()
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => page.locator('input[name=squares]').inputValue()).toBe('f4')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('what names no square is said and stays written: a touch and its correction leave none out', async ({
  expect,
}) => {
  await played('squares', [START])
  const { page, errors, close } = await table.open('#/g/squares', 'arbiter')
  await shown(page)
  await page.getByRole('tab', { name: 'Enter' }).click()
  const input = page.locator('.entry input[name=squares]')
  const events = async () => (await table.ask('GET', '/games/squares/events')).body.events
  const refused = page.locator('.notices .bad', { hasText: '“z9” is no square' })
  await input.fill('g1 z9')
  await page.getByRole('button', { name: 'Touch', exact: true }).click()
  await refused.waitFor()
  expect(await input.inputValue()).toBe('g1 z9')
  await input.fill('g1,f3')
  await page.getByRole('button', { name: 'Touch', exact: true }).click()
  await expect.poll(async () => (await events()).at(-1).data).toEqual({ squares: ['g1', 'f3'] })
  const { seq } = (await events()).at(-1)
  await page.getByRole('button', { name: `Correct event ${seq}` }).click()
  const correction = page.locator('dialog.correction[open]')
  await correction.locator('input[name=how][value=true]').check()
  await correction.locator('input[name=squares]').fill('g1 z8')
  await correction.locator('input[name=reason]').fill('the bishop was touched')
  await correction.getByRole('button', { name: 'Record it …' }).click()
  // It is said in the dialog: behind it, it would be dimmed, and not spoken. A tap ends it.
  const said = (text: string) => correction.locator('.notices .bad', { hasText: text })
  await said('“z8” is no square').click()
  await expect.poll(() => page.locator('.notices p').count()).toBe(0)
  expect(await page.locator('dialog.confirm[open]').count()).toBe(0)
  const at = correction.locator('input[name=at]')
  const reportedAt = await at.inputValue()
  await at.fill('25:99')
  await correction.getByRole('button', { name: 'Record it …' }).click()
  await said('Not an instant').waitFor()
  await at.fill(reportedAt)
  await correction.locator('input[name=squares]').fill('f1')
  await correction.getByRole('button', { name: 'Record it …' }).click()
  await page.locator('dialog.confirm[open]').getByRole('button', { name: 'Record it' }).click()
  await expect.poll(async () => (await events()).at(-1).type).toBe('report-corrected')
  expect(JSON.stringify((await events()).at(-1).data)).toContain('"squares":["f1"]')
  expect(errors).toEqual([])
  await close()
})

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const onBoard = (type: string, at: string, data: object) => ({ type, at, by: 'board', data })

test.concurrent('what a sensor board cannot tell is asked, and answered by the button of the move that was made', async ({
  expect,
}) => {
  // The knight stood on f3 for a second, and is in a hand again when White presses.
  await played('asks', [
    { ...START, at: secondsAgo(30) },
    onBoard('piece-lifted', secondsAgo(20), { square: 'g1' }),
    onBoard('piece-placed', secondsAgo(19), { square: 'f3', piece: 'N' }),
    onBoard('piece-lifted', secondsAgo(18), { square: 'f3' }),
    { ...press('white'), at: secondsAgo(15) },
  ])
  const { page, errors, close } = await table.open('#/g/asks', 'operator', { locale: 'sl' })
  await shown(page)
  const card = page.locator('.card.question')
  // Half a second after the press nothing more can come that would make it plain.
  await card.waitFor()
  const buttons = await card.getByRole('button').allTextContents()
  expect(buttons.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Sf3 0',
    'Sh3',
    'Druga poteza …',
    '#3',
    '#4',
    '#5',
    '#6',
  ])
  // The board is shown as it was reported, without the knight, and its square is marked.
  expect(await boardOf(page)).toBe((await table.ask('GET', '/games/asks')).body.boardFen)
  expect(await boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R')
  await card.getByRole('button', { name: 'Sf3' }).click()
  await card.waitFor({ state: 'detached' })
  const { body } = await table.ask('GET', '/games/asks/events')
  expect(body.events.at(-1)).toMatchObject({ type: 'move-made', by: 'white', data: { from: 'g1', to: 'f3' } })
  expect((await table.ask('GET', '/games/asks')).body.moves).toMatchObject([{ uci: 'g1f3', san: 'Nf3' }])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('kings in the centre offer the arbiter a result, and nobody else', async ({ expect }) => {
  await played('kings', [
    { ...START, at: secondsAgo(40) },
    onBoard('piece-lifted', secondsAgo(30), { square: 'e1' }),
    onBoard('piece-placed', secondsAgo(29), { square: 'd4', piece: 'K' }),
    onBoard('piece-lifted', secondsAgo(28), { square: 'e8' }),
    onBoard('piece-placed', secondsAgo(27), { square: 'e5', piece: 'k' }),
  ])
  const operator = await table.open('#/g/kings', 'operator')
  await shown(operator.page)
  const seen = operator.page.locator('.card.question')
  await seen.getByText('Both kings stand in the centre').waitFor()
  expect(await seen.getByRole('button').count()).toBe(0)
  expect(await seen.locator('.option').allTextContents()).toEqual(['0–1', '1–0', '½–½'])
  expect(operator.errors).toEqual([])
  await operator.close()
  const { page, errors, close } = await table.open('#/g/kings', 'arbiter')
  await shown(page)
  const card = page.locator('.card.question')
  await card.getByRole('button', { name: '0–1' }).click()
  const dialog = page.locator('dialog.confirm[open]')
  await dialog.locator('input[name=ends]').check()
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await card.waitFor({ state: 'detached' })
  const { body } = await table.ask('GET', '/games/kings')
  expect(body).toMatchObject({ result: { white: '0', black: '1' } })
  expect(body.moves).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a game of a sensor board is stepped through by its moves, marked as they stand on the board, for all readers', async ({
  expect,
}) => {
  const squares = [
    ['e2', 'e4', 'P'],
    ['e7', 'e5', 'p'],
    ['g1', 'f3', 'N'],
  ] as const
  const begun = Date.now() - 60_000
  const acts = squares.flatMap(([from, to, piece], k) => [
    { type: 'piece-lifted', by: 'board', data: { square: from } },
    { type: 'piece-placed', by: 'board', data: { square: to, piece } },
    press(k % 2 === 0 ? 'white' : 'black'),
  ])
  await played(
    'sensed',
    [START, ...acts].map((event, k) => ({ at: new Date(begun + 2000 * k).toISOString(), ...event })),
  )
  const stands = {
    none: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    e4: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR',
    e5: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR',
    Nf3: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R',
  }
  for (const role of ['arbiter', null]) {
    const { page, errors, close } = await table.open('#/g/sensed', role)
    await shown(page)
    const marked = async (page: Page) =>
      (await page.locator('.sheet [aria-current] .san').allTextContents())[0] ?? 'none'
    const expectMove = (move: keyof typeof stands) =>
      expect.poll(async () => [await marked(page), await boardOf(page)]).toEqual([move, stands[move]])
    await expectMove('Nf3')
    for (const move of ['e5', 'e4', 'none'] as const) {
      await page.keyboard.press('ArrowLeft')
      await expectMove(move)
    }
    for (const move of ['e4', 'e5'] as const) {
      await page.getByRole('button', { name: 'Move on' }).click()
      await expectMove(move)
    }
    await page.getByRole('button', { name: 'Copy the link' }).click()
    const link = await page.evaluate(() => location.hash)
    expect(errors).toEqual([])
    await close()
    for (const other of ['arbiter', null]) {
      const visit = await table.open(link, other)
      await shown(visit.page)
      const opened = async () => [link, await marked(visit.page), await boardOf(visit.page)]
      await expect.poll(opened).toEqual([link, 'e5', stands.e5])
      await visit.close()
    }
  }
})

test.concurrent('a move is dragged, a promotion asks for its piece, and the board of a spectator takes none', async ({
  expect,
}) => {
  await played('drag', [START], { start: { fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } })
  const { page, errors, close } = await table.open('#/g/drag', 'operator')
  await shown(page)
  await page.getByRole('tab', { name: 'Enter' }).click()
  await page.locator('.stage .board.open').waitFor()
  const board = (await page.locator('.stage .board').boundingBox())!
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const size = board.width / 8
    const at = ([column, row]: readonly [number, number]) =>
      [board.x + (column + 0.5) * size, board.y + (row + 0.5) * size] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 4 })
    await page.mouse.up()
  }
  await drag([0, 1], [0, 0])
  await page.getByRole('dialog').getByRole('button', { name: 'R', exact: true }).click()
  await expect.poll(() => boardOf(page)).toBe('R6k/8/8/8/8/8/8/K7')
  expect(errors).toEqual([])
  await close()

  const spectator = await table.open('#/g/drag', 'reader')
  await shown(spectator.page)
  expect(await spectator.page.locator('.board.open').count()).toBe(0)
  expect(await spectator.page.getByRole('tab', { name: 'Enter' }).count()).toBe(0)
  await spectator.close()
})

test.concurrent('live moves are followed and spoken; without a line the page says since when, and catches up', async ({
  expect,
}) => {
  await played('live', [START])
  const { page, errors, close } = await table.open('#/g/live', 'reader')
  await shown(page)
  await report('live', [move('white', 'd2', 'd4'), press('white')])
  await expect
    .poll(() => boardOf(page), { timeout: 5000 })
    .toBe('rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR')
  await expect.poll(() => page.getByRole('log').textContent()).toContain('White: d4')
  await page.context().setOffline(true)
  await page.locator('.link.stale').waitFor({ timeout: 10_000 })
  expect(await page.locator('.link').textContent()).toContain('may be old')
  await report('live', [move('black', 'g8', 'f6'), press('black')])
  await page.context().setOffline(false)
  await expect
    .poll(() => boardOf(page), { timeout: 10_000 })
    .toBe('rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR')
  await page.locator('.link.live, .link.polling').waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the round follows live moves, and a board that comes to need the arbiter comes first', async ({
  expect,
}) => {
  await table.ask('POST', '/tournaments', { id: 'follow', name: 'Follow' })
  const pair = { white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' }
  await table.ask('POST', '/tournaments/follow/rounds/1/games', {
    games: [
      { id: 'f1', ...pair },
      { id: 'f2', ...pair },
    ],
  })
  const { page, errors, close } = await table.open('#/t/follow/r/1', 'arbiter')
  await page.locator('.tile[data-game=f2] .board[data-fen]').waitFor()
  await report('f2', ILLEGAL)
  await page.locator('.waiting .tile[data-game=f2]').waitFor({ timeout: 8000 })
  expect(await page.locator('.tile').first().getAttribute('data-game')).toBe('f2')
  expect(await page.locator('.tile[data-game=f2] .badge').textContent()).toBe('illegal move')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('each language speaks everywhere, and writes moves with its letters', async ({ expect }) => {
  const { page, errors, close } = await table.open('#/g/sample-4?seq=58', 'reader')
  await shown(page)
  const seen = new Set<string>()
  for (const [name, letters, verdict] of [
    ['Slovenščina', 'Sxd4', 'nepravilna'],
    ['Slovenčina', 'Jxd4', 'neprípustný'],
    ['Srpski', 'Sxd4', 'nelegalan'],
    ['Polski', 'Sxd4', 'nieprawidłowe'],
  ] as const) {
    await page.locator('select.language').selectOption({ label: name })
    await expect.poll(() => page.locator('.sheet').textContent()).toContain(letters)
    await expect.poll(() => page.locator('.cards').first().textContent()).toMatch(new RegExp(verdict, 'i'))
    seen.add((await page.locator('.tabs').textContent()) ?? '')
  }
  expect(seen.size).toBe(4)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the same instant under another edition stands beside it, with what differs marked', async ({
  expect,
}) => {
  await played('what-if', [START, move('white', 'e2', 'e4'), press('white'), press('black')])
  const { page, errors, close } = await table.open('#/g/what-if', 'reader')
  await shown(page)
  await page.locator('.what-if select').selectOption('2009-07-01')
  const columns = page.locator('.beside > section')
  await columns.nth(1).waitFor()
  const rules = (column: number) =>
    columns
      .nth(column)
      .locator('.card')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['rule']))
  await expect.poll(() => rules(0)).toEqual(['press-without-move'])
  expect(await rules(1)).toEqual([])
  expect(await page.locator('.card.changed').count()).toBe(1)
  await expect.poll(() => page.url()).toContain('edition=2009-07-01')

  // The service, asked about the same events opened under that edition, says the same.
  await played('what-if-2009', [START, move('white', 'e2', 'e4'), press('white'), press('black')], {
    edition: '2009-07-01',
  })
  expect((await table.ask('GET', '/games/what-if-2009')).body.verdicts).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('with the keyboard alone: skip to the content, open a board, step, jump, rule', async ({
  expect,
}) => {
  await played('keyboard-alone', ILLEGAL)
  const { page, errors, close } = await table.open('#/g/keyboard-alone', 'arbiter')
  await shown(page)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.keyboard.press('Home')
  await expect.poll(() => page.locator('.instant .seq').textContent()).toContain('after event 2 ')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => page.locator('.instant .seq').textContent()).toContain('after event 4 ')
  await page.keyboard.press('n')
  await expect.poll(() => page.locator('.instant .seq').textContent()).toContain('after event 7 ')
  await page.keyboard.press('End')
  const button = page.getByRole('button', { name: 'Restore the position' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await table.ask('GET', '/games/keyboard-alone')).body.fen)
    .toMatch(/RNBQKBNR w/)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('claims: equal positions stand side by side, and whether a side can mate is answered with its reason', async ({
  expect,
}) => {
  await played('bare', [START], { start: { fen: '7k/8/8/8/8/8/8/K6N w - - 0 1' } })
  const { page, errors, close } = await table.open('#/g/sample-5?seq=53', 'reader')
  await shown(page)
  await page.getByRole('tab', { name: 'Claims' }).click()
  await expect.poll(() => page.locator('.equal li .seq').allTextContents()).toEqual(['#43', '#51'])
  await page.goto(`${table.host.url}/#/g/bare`)
  await page.locator('.stage .board[data-fen^="7k/8"]').waitFor()
  await page.getByRole('tab', { name: 'Claims' }).click()
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.locator('.mates[data-answer=no]').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the report on paper has diagrams, articles, events, rulings, reporters and the hashes of the record', async () => {
  await table.ask('POST', '/log/checkpoint', {}, 'admin')
  const { page, errors, close } = await table.open('#/report/sample-4?seq=58', 'arbiter')
  await page.locator('.hashes code').first().waitFor()
  const { newest } = (await table.ask('GET', '/log/cosigned')).body
  await expect
    .poll(() => page.locator('.checkpoint').textContent())
    .toMatch(new RegExp(`${newest.origin}, ${newest.size} entries, root ${printedRoot(newest.root)}, `))
  await page.locator('.checkpoint img').waitFor()
  const text = (await page.locator('.report').textContent()) ?? ''
  const { body } = await table.ask('GET', '/games/sample-4/audit')
  expect(text).toContain(body.commits.at(-1).hash)
  for (const part of ['7.5.5', 'position restored to that after event 56', 'f5xe6', 'host'])
    expect(text).toContain(part)
  expect(await page.locator('.diagram').count()).toBe(2)
  await page.goto(`${table.host.url}/#/t/sample/standings`)
  await page.locator('.standings .checkpoint img').waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('without a token: moves, clocks and results, and nothing of the arbiter', async ({
  expect,
}) => {
  const { page, errors, close } = await table.open('#/g/sample-4')
  await shown(page)
  expect(await page.getByRole('tab').count()).toBe(0)
  expect(await page.locator('.card').count()).toBe(0)
  await page.locator('.sheet .move').nth(3).click()
  const { body } = await table.ask('GET', '/games/sample-4/state?seq=12')
  await expect.poll(() => boardOf(page)).toBe(body.boardFen)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('textarea[name=token]').fill(table.host.token('reader'))
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('tab', { name: 'Verdicts' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the public of a tournament that is shown late sees it late, and its readers at once', async ({
  expect,
}) => {
  await table.ask('POST', '/tournaments', { id: 'late', name: 'Late', delay: 15 })
  const pair = { white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' }
  await table.ask('POST', '/tournaments/late/rounds/1/games', { games: [{ id: 'late-1', ...pair }] })
  await report('late-1', [START, move('white', 'e2', 'e4'), press('white')])
  const reader = await table.open('#/t/late/r/1', 'reader')
  await reader.page.locator('.tile .board[data-fen*="4P3"]').waitFor()
  await reader.close()
  const { page, errors, close } = await table.open('#/t/late/r/1')
  await page.getByText('shown 15 minutes late').waitFor()
  await page.waitForTimeout(1500)
  expect(await page.locator('.board[data-fen*="4P3"]').count()).toBe(0)
  await page.locator('.round-head').getByRole('link', { name: 'Standings' }).click()
  await page.locator('.crosstable').waitFor()
  await page.getByText('shown 15 minutes late').waitFor()
  await page.goto(`${table.host.url}/#/g/late-1`)
  await page
    .getByText('there is no game late-1', { exact: false })
    .or(page.getByText('15 minutes late'))
    .first()
    .waitFor()
  expect(await page.locator('.board[data-fen*="4P3"]').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the clocks after a restoration are set in the same dialog: written in as the Laws make of it, never as milliseconds', async ({
  expect,
}) => {
  await played('clocks', ILLEGAL)
  const { page, errors, close } = await table.open('#/g/clocks', 'arbiter')
  await shown(page)
  await page.getByRole('button', { name: 'Do all that is due' }).click()
  const dialog = page.locator('dialog.confirm[open]')
  const field = (name: string) => dialog.locator(`input[name=${name}]`)
  // White has lost the bonus of the press that is taken back, Black has the two minutes.
  const before = (await table.ask('GET', '/games/clocks/state?seq=6')).body.clocks
  expect(await field('white-time').inputValue()).toBe('1:31:00')
  expect(await field('black-time').inputValue()).toMatch(/^1:3[23]:\d\d$/)
  expect([before.white, await field('white-period').inputValue()]).toEqual([5_460_000, '1'])
  expect([await field('white-moves').inputValue(), await field('black-moves').inputValue()]).toEqual([
    '1',
    '1',
  ])
  await field('black-time').fill('soon')
  await dialog.getByText('Write the times as').waitFor()
  expect(await dialog.getByRole('button', { name: 'Record it' }).isDisabled()).toBe(true)
  await field('black-time').fill('1:31:15')
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  const { body } = await table.ask('GET', '/games/clocks/events')
  expect(body.events.at(-1)).toMatchObject({
    type: 'clock-set',
    data: {
      white: 5_460_000,
      black: 5_475_000,
      period: { white: 1, black: 1 },
      moveCounter: { white: 1, black: 1 },
    },
  })
  // Nothing waits for anybody any more.
  const { verdicts } = (await table.ask('GET', '/games/clocks')).body
  expect(
    verdicts.filter(({ status }: { status: string }) => status.startsWith('awaits')),
    JSON.stringify(verdicts),
  ).toEqual([])
  expect(await page.locator('.tabs .count').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('one part after another: once the time is given too, the card of the restored clocks has a button of its own', async ({
  expect,
}) => {
  await played('parts', [...ILLEGAL, { type: 'clocks-stopped', by: 'arbiter' }])
  const { page, errors, close } = await table.open('#/g/parts', 'arbiter')
  await shown(page)
  const dialog = page.locator('dialog.confirm[open]')
  const record = async () => {
    await dialog.getByRole('button', { name: 'Record it' }).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Restore the position' }).click()
  // While time is due to Black, clocks that are set would answer for it.
  expect(await dialog.locator('.clocks-form').count()).toBe(0)
  await record()
  await page.getByRole('button', { name: 'Give Black 2 min' }).click()
  await record()
  await page.locator('.card[data-rule=restore-times]').getByRole('button', { name: 'Set the clocks' }).click()
  expect(await dialog.locator('input[name=white-time]').inputValue()).toBe('1:31:00')
  await record()
  const { body } = await table.ask('GET', '/games/parts')
  expect(body.verdicts.map(({ status }: { status: string }) => status)).not.toContain('awaits-arbiter')
  expect(errors).toEqual([])
  await close()
})
