/** Everything an arbiter may record, at any time: without a verdict, against one, and of what was misread. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { boardOf, openTable, shown, type Table } from './browser.ts'
import { ILLEGAL, move, played, press, recordedAfter, report, START } from './playing.ts'

let table: Table
beforeAll(async () => {
  table = await openTable({ isEmpty: true })
})
afterAll(() => table.close())

const confirmed = (page: Page) => page.locator('dialog.confirm[open]')
const recordButton = (page: Page) => confirmed(page).getByRole('button', { name: 'Record it' })

/** Opens the form with everything, chooses an act and fills its fields in. */
async function fillForm(page: Page, act: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Rule or record' }).click()
  const form = page.locator('dialog.otherwise[open]')
  await form.locator('select[name=act]').selectOption(act)
  for (const [name, value] of Object.entries(fields)) {
    const field = form.locator(`[name="${name}"]`)
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  await form.getByRole('button', { name: 'Record it …' }).click()
}

async function recordForm(page: Page, act: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await fillForm(page, act, fields)
  await recordButton(page).click()
  await page.locator('dialog').first().waitFor({ state: 'detached' })
}

test.concurrent('without any verdict an arbiter records what the contract gives', {
  timeout: 120_000,
}, async ({ expect }) => {
  await played(table, 'any', [START, move('white', 'e2', 'e4'), press('white')])
  const { page, errors, close } = await table.open('#/g/any', 'arbiter')
  await shown(page)
  const forms: readonly (readonly [act: string, fields: Record<string, string>, event: unknown])[] = [
    [
      'incident',
      { kind: 'late', side: 'black', note: 'half an hour' },
      ['incident-recorded', { kind: 'late', side: 'black', note: 'half an hour' }],
    ],
    [
      'incident',
      { kind: 'phone', side: 'white', device: 'off-person', article: '11.3.2.1' },
      [
        'incident-recorded',
        { kind: 'phone', side: 'white', device: { off: true, onPerson: true }, article: '11.3.2.1' },
      ],
    ],
    ['arrived', { side: 'black' }, ['player-arrived', { side: 'black' }]],
    [
      'irregularity',
      { kind: 'two-hands', seqs: '#3, 4' },
      ['irregularity-noticed', { kind: 'two-hands', seqs: [3, 4] }],
    ],
    ['claim', { side: 'black', kind: 'scoresheet' }, ['claim-made', { about: 'scoresheet' }]],
    ['written', { side: 'white', ply: '1', move: 'e4' }, ['move-recorded', { ply: 1, text: 'e4' }]],
    ['appeal', { side: 'white', note: 'against it' }, ['appeal-lodged', { note: 'against it' }]],
    [
      'clocks',
      { 'white-time': '1:00:00', 'black-time': '59:30', note: 'set wrongly' },
      [
        'clock-set',
        {
          ...{ white: 3_600_000, black: 3_570_000, period: { white: 1, black: 1 } },
          ...{ moveCounter: { white: 1, black: 0 }, reason: 'set wrongly' },
        },
      ],
    ],
    [
      'adjourned',
      { 'used-white': '10:00', 'used-black': '1:02:03' },
      ['game-adjourned', { white: 600_000, black: 3_723_000 }],
    ],
    ['resumed', {}, ['play-resumed', {}]],
  ]
  for (const [act, fields] of forms) await recordForm(page, act, fields)
  expect(await recordedAfter(table, 'any', 4)).toEqual(forms.map(([, , event]) => event))
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a result is taken back with the clocks of the end, and nothing is proposed against anybody unasked', async ({
  expect,
}) => {
  const ended = [START, move('white', 'e2', 'e4'), press('white')]
  const result = { type: 'result-set', by: 'arbiter', data: { white: '1', black: '0', reason: '' } }
  const before = new Date(Date.now() - 540_000).toISOString()
  await played(
    table,
    'back',
    [...ended, result].map((event) => ({ ...event, at: before })),
  )
  const { page, errors, close } = await table.open('#/g/back', 'arbiter')
  await shown(page)
  await page.getByRole('button', { name: 'Rule or record' }).click()
  const form = page.locator('dialog.otherwise[open]')
  expect(await form.locator('select[name=act]').inputValue()).toBe('')
  await form.locator('select[name=act]').selectOption('penalty')
  expect(await form.locator('select[name=side]').inputValue()).toBe('')
  await form.locator('select[name=act]').selectOption('adjourned')
  expect(await form.locator('input[name=used-black]').inputValue()).toBe('0:00')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Take the result back' }).click()
  const correction = page.locator('dialog.correction[open]')
  await correction.getByText('Take a ruling back').waitFor()
  await correction.getByRole('button', { name: 'Record it …' }).click()
  // Black's clock would have run nine minutes since.
  await expect.poll(() => confirmed(page).locator('input[name=black-time]').inputValue()).toBe('1:30:30')
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  const [corrected, set] = await recordedAfter(table, 'back', 5)
  expect(corrected).toMatchObject(['report-corrected', { seqs: [5], reason: 'ruling taken back' }])
  expect(set).toMatchObject(['clock-set', { black: 5_430_000 }])
  // The report lists the ruling, struck out, though it came before the instant.
  await page.goto(`${table.host.url}/#/report/back`)
  const row = page.locator('.report section', { hasText: 'Rulings' }).locator('tr.taken-back')
  await row.getByText('taken back by event 6').waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('what ends the game asks once more', async ({ expect }) => {
  await played(table, 'ends', [START, move('white', 'e2', 'e4'), press('white')])
  const { page, errors, close } = await table.open('#/g/ends', 'arbiter')
  await shown(page)
  await fillForm(page, 'result', { result: '+-' })
  await confirmed(page).getByText('The game ends by this: +/−').waitFor()
  expect(await recordButton(page).isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  expect(await recordedAfter(table, 'ends', 4)).toEqual([])
  await confirmed(page).locator('input[name=ends]').check()
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  expect(await recordedAfter(table, 'ends', 4)).toEqual([
    ['result-set', { white: '+', black: '-', reason: '' }],
  ])
  // A result that stands is opened again by another; what ends nothing asks nothing.
  await fillForm(page, 'penalty', { penalty: 'warning', side: 'white' })
  await confirmed(page).waitFor()
  expect(await confirmed(page).locator('input[name=ends]').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the times after a restoration are left by one click, or in the dialog that restores', async ({
  expect,
}) => {
  await played(table, 'left', [...ILLEGAL, { type: 'position-restored', by: 'arbiter', data: { seq: 6 } }])
  const { page, errors, close } = await table.open('#/g/left', 'arbiter')
  await shown(page)
  const card = page.locator('.card[data-rule=restore-times]')
  await card.getByRole('button', { name: 'Leave the times' }).click()
  await recordButton(page).click()
  await expect.poll(() => card.locator('.chip').first().textContent()).toBe('done')
  expect(await recordedAfter(table, 'left', 9)).toEqual([
    ['verdict-decided', { rule: 'restore-times', seq: 9, decision: 'done' }],
  ])

  await played(table, 'left-at-once', ILLEGAL)
  await page.goto(`${table.host.url}/#/g/left-at-once`)
  await page.getByRole('button', { name: 'Do all that is due' }).click()
  await confirmed(page).locator('input[name=set-clocks]').uncheck()
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  const recorded = await recordedAfter(table, 'left-at-once', 8)
  expect(recorded.map(([type]) => type)).toEqual(['position-restored', 'penalty-imposed', 'verdict-decided'])
  expect(recorded[2]?.[1]).toEqual({ rule: 'restore-times', seq: 9, decision: 'done' })
  await expect.poll(() => page.locator('.card .chip.bad').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('after “Do all that is due” nothing stays red, on the board and in its round, whether clocks are set or left', {
  timeout: 120_000,
}, async ({ expect }) => {
  const CLAIM = { type: 'draw-claimed', by: 'white', data: { basis: 'threefold' } }
  const TOUCHED = { type: 'piece-touched', by: 'white', data: { squares: ['g1'] } }
  const ASKED = { type: 'claim-made', by: 'black', data: { about: 'touch-move', seqs: [3, 4] } }
  const games: readonly (readonly [id: string, events: readonly object[], then: 'set' | 'left' | null])[] = [
    ['due-set', ILLEGAL, 'set'],
    ['due-left', ILLEGAL, 'left'],
    ['due-claim', [...ILLEGAL.slice(0, 5), CLAIM], null],
    ['due-touch', [START, TOUCHED, move('white', 'e2', 'e4'), press('white'), ASKED], 'left'],
  ]
  await table.ask('POST', '/tournaments', { id: 'due', name: 'Due' })
  const opened = await table.ask('POST', '/tournaments/due/rounds/1/games', {
    games: games.map(([id]) => ({
      ...{ id, white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' },
      timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
    })),
  })
  expect(opened.status).toBe(201)
  for (const [id, events] of games) await report(table, id, events)
  const { page, errors, close } = await table.open('#/t/due/r/1', 'arbiter')
  await expect.poll(() => page.title()).toContain(`(${games.length})`)
  for (const [id, , then] of games) {
    await page.goto(`${table.host.url}/#/g/${id}`)
    await page.getByRole('button', { name: 'Do all that is due' }).click()
    const choice = confirmed(page).locator('input[name=set-clocks]')
    await recordButton(page).waitFor()
    expect([id, await choice.count()]).toEqual([id, then === null ? 0 : 1])
    if (then === 'left') await choice.uncheck()
    await recordButton(page).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect.poll(() => page.locator('.side .chip.bad').count(), { message: id }).toBe(0)
    expect(await page.locator('.tabs .count').count(), id).toBe(0)
    const { verdicts } = (await table.ask('GET', `/games/${id}`)).body
    expect([id, verdicts.filter(({ status }: { status: string }) => status.startsWith('awaits'))]).toEqual([
      id,
      [],
    ])
    const types = (await recordedAfter(table, id, 0)).map(([type]) => type)
    expect([id, types.includes('verdict-decided'), types.includes('clock-set')]).toEqual([
      id,
      then === 'left',
      then === 'set',
    ])
  }
  await page.goto(`${table.host.url}/#/t/due/r/1`)
  await page
    .locator('.tile')
    .nth(games.length - 1)
    .waitFor()
  await expect.poll(() => page.title()).toBe('Due, Round 1 · Touchmove')
  expect(await page.locator('.boards.waiting .tile').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a misread move is replaced, after the replay of what changes was shown', async ({
  expect,
}) => {
  await played(table, 'misread', [
    START,
    move('white', 'e2', 'e4'),
    press('white'),
    move('black', 'e7', 'e4'),
    press('black'),
  ])
  const { page, errors, close } = await table.open('#/g/misread', 'arbiter')
  await shown(page)
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('button', { name: 'Correct event 5' }).click()
  const form = page.locator('dialog.correction[open]')
  await form.getByLabel('It was otherwise').check()
  await form.locator('input[name=move]').fill('e5')
  await form.locator('input[name=press]').uncheck()
  await form.locator('input[name=reason]').fill('the sheets say e5')
  await form.getByRole('button', { name: 'Record it …' }).click()
  const changes = confirmed(page).locator('.changes li')
  await expect.poll(() => changes.allTextContents()).toContain('Moves: 2 (e7xe4) → 2 (e5)')
  expect((await changes.allTextContents()).join()).toMatch(/No longer: .*illegal/i)
  await recordButton(page).click()
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR')
  const [[type, data] = ['', {}]] = await recordedAfter(table, 'misread', 6)
  expect(type).toBe('report-corrected')
  expect(data).toMatchObject({
    seqs: [5],
    reason: 'the sheets say e5',
    replacement: [{ type: 'move-made', by: 'black', data: { from: 'e7', to: 'e5' } }],
  })
  // It stands struck out, and is corrected no second time.
  expect(await page.locator('.log li.wrong').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Correct event 5' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('somebody else’s correction of the same event leaves nothing to be recorded', async ({
  expect,
}) => {
  await played(table, 'twice', [START, move('white', 'e2', 'e4')])
  const { page, errors, close } = await table.open('#/g/twice', 'arbiter')
  await shown(page)
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('button', { name: 'Correct event 3' }).click()
  await page.locator('dialog.correction[open]').getByRole('button', { name: 'Record it …' }).click()
  await confirmed(page).waitFor()
  await report(table, 'twice', [
    { type: 'report-corrected', by: 'arbiter', data: { seqs: [3], reason: 'no such move' } },
  ])
  await confirmed(page).getByRole('button', { name: 'I have seen this' }).click()
  await confirmed(page).getByText('nothing is left to be recorded').waitFor()
  expect(await recordedAfter(table, 'twice', 4)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
