/** The office: from a first start without data to a running round, by what the page says alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Serving, temporaryFolder } from '../kit/command.ts'
import { boardOf, openTableApart, type Table } from './browser.ts'
import { report } from './playing.ts'

let table: Table<Serving>
beforeAll(async () => {
  table = await openTableApart(['--sign-in-link'])
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
  // One that is opened in a page that is there already, where only what follows the # changes.
  await again.page.goto(`${table.host.url}/#/token/${table.host.token('arbiter')}`)
  await again.page.getByText('Signed in: Arbiter').waitFor()
  expect(again.page.url()).toBe(`${table.host.url}/#/`)
  await again.close()
})

test('a tournament is created, ten boards are opened from a table, and a move is entered', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/', 'admin')
  await page.getByRole('link', { name: 'New tournament' }).click()
  await page.locator('input[name=name]').fill('Harbour City Open')
  const edition = page.locator('select[name=edition]')
  await page.locator('input[name=from]').fill('2016-05-01')
  await expect.poll(() => edition.inputValue()).toBe('2014-07-01')
  await page.locator('input[name=from]').fill('')
  await expect.poll(() => edition.inputValue()).toBe('2023-01-01')
  // Whether figures without units are minutes is asked, and nothing is created before it is known.
  await page.getByLabel('As written').fill('90+30')
  await page.getByText('Minutes or seconds?').waitFor()
  expect(await page.locator('.periods').count()).toBe(0)
  await page.getByRole('button', { name: 'Create the tournament' }).click()
  expect(page.url()).toContain('#/new')
  await page.getByRole('button', { name: '1 min 30 s + 30 s' }).click()
  expect(await page.locator('.periods li').textContent()).toContain('1 min 30 s + 30 s')
  await page.getByLabel('As written').fill('90 + 30')
  await page.getByRole('button', { name: '1 h 30 min + 30 s' }).click()
  expect(await page.getByLabel('As written').inputValue()).toBe('5400+30')
  // What the Laws call it is said where the event calls it otherwise.
  await page.getByLabel('By name').selectOption('300+3')
  await page.getByText('By the Laws this time control is blitz; the games are judged as standard.').waitFor()
  await page.getByLabel('By name').selectOption('5400+30')
  await expect.poll(() => page.locator('.play-hint').count()).toBe(0)
  expect(await page.locator('.periods li').textContent()).toContain('1:30:00')
  // A last day before the first is said where it stands, and nothing is created.
  await page.locator('input[name=from]').fill('2026-12-05')
  await page.locator('input[name=to]').fill('2026-12-01')
  await page.getByRole('button', { name: 'Create the tournament' }).click()
  expect(
    await page.locator('input[name=to]').evaluate((input) => (input as HTMLInputElement).validationMessage),
  ).toBe('The last day comes before the first.')
  await page.locator('input[name=to]').fill('2026-12-09')
  await page.getByRole('button', { name: 'Create the tournament' }).click()
  await page.getByRole('heading', { name: 'Harbour City Open Office' }).waitFor()

  const pairings = page.locator('textarea[name=pairings]')
  await pairings.fill(csv([...NAMES.slice(0, 9), ['White, 1', 'Somebody']]))
  await page.locator('.faults li').first().waitFor()
  expect(await page.locator('.faults').textContent()).toContain('line 11')
  expect(await page.locator('.pairings button.primary').isDisabled()).toBe(true)
  await pairings.fill(csv(NAMES))
  await expect.poll(() => page.locator('.preview tbody tr').count()).toBe(10)
  await page.getByRole('button', { name: 'Open round 1 (10 games)' }).click()
  await page.getByText('Round 1: 10 games are open.').waitFor()
  // Closing over boards without a result is asked about; what is published says so.
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.locator('dialog.office-question[open]')
  await question.getByText('boards without a result: 1, 2, 3').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('.round-list .chip', { hasText: 'published' }).waitFor()
  // Play begins on all boards at once.
  await page.getByRole('button', { name: 'Start play: 10' }).click()
  await question.getByRole('button', { name: 'Start play' }).click()
  await page.getByText('Round 1: play is started on 10 boards.').waitFor()
  await page.locator('.round-list').getByRole('link', { name: 'Round 1' }).click()
  await page.locator('.tile').nth(9).waitFor()
  await page.locator('.tile').first().click()
  await page.getByRole('tab', { name: 'Enter' }).click()
  await page.locator('input[name=move]').fill('e4')
  await page.locator('input[name=move]').press('Enter')
  await expect.poll(() => boardOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  const { body } = await table.ask('GET', '/games/harbour-city-open-1-1')
  expect(body.clocks.running).toBe('black')
  // The next board opens where moves are entered.
  await page.getByRole('link', { name: 'Next board' }).click()
  await expect.poll(() => page.url()).toContain('-1-2')
  await expect.poll(() => page.locator('[aria-selected=true]').textContent()).toBe('Enter')
  // A game opened by its address has its neighbours too.
  await page.evaluate(() => sessionStorage.removeItem('touchmove.round'))
  await page.reload()
  await page.getByRole('link', { name: 'Next board' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('tokens for boards are cards that sign in when they are scanned, and can be revoked', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'admin')
  // The page was opened at an address that only its own machine has.
  await page.getByText(`lead to ${new URL(table.host.url).host}, which no other device can open`).waitFor()
  await page.getByRole('button', { name: 'Make' }).click()
  await expect.poll(() => page.locator('.token-card img').count(), { timeout: 30_000 }).toBe(10)
  // Printed are the cards alone.
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.token-card img:visible').count()).toBe(10)
  expect(await page.locator('main :is(button, a, h1, h2, summary, input, textarea):visible').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  const card = page.locator('.token-card').first()
  expect(await card.textContent()).toMatch(/a board’s device · Harbour City Open, Round 1\s*until /)
  const link = (await page.locator('.token-card a').first().getAttribute('href')) ?? ''
  const board = await table.open('about:blank')
  await board.page.goto(link)
  await board.page.locator('.who-am-i', { hasText: 'Signed in: a board’s device' }).waitFor()
  await board.page.locator('h1', { hasText: 'White, 1 – Black, 1' }).waitFor()
  expect(board.page.url()).toBe(`${table.host.url}/#/g/harbour-city-open-1-1`)
  await board.close()
  await page.getByText('Tokens that hold: 10').click()
  await page.locator('details td', { hasText: 'Round 1, Board 1: White, 1 – Black, 1' }).waitFor()
  await page.getByRole('button', { name: 'Revoke', exact: true }).first().click()
  await page.getByText('Tokens that hold: 9').waitFor()
  await page.getByRole('button', { name: 'Revoke all of round 1 (9)' }).click()
  await page.locator('dialog.office-question[open]').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => page.getByText('Tokens that hold').count(), { timeout: 15_000 }).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a source is connected, shown with its state and its last word, and disconnected', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'admin')
  const form = page.locator('form.sources')
  await form.locator('select[name=kind]').selectOption('livechess')
  await form.locator('input[name=place]').fill('ws://127.0.0.1:9')
  await form.locator('textarea[name=boards]').fill('serial,board\n501,77')
  await form.getByRole('button', { name: 'Connect' }).click()
  await form.getByRole('alert').filter({ hasText: 'has no game at board 77' }).waitFor()
  await form.locator('select[name=kind]').selectOption('pgn')
  expect(await form.locator('input[name=place]').inputValue()).toBe('ws://127.0.0.1:9')
  await form.locator('input[name=place]').fill(folder.path)
  await form.getByRole('button', { name: 'Connect' }).click()
  const source = page.locator('.source')
  await expect.poll(() => source.getAttribute('data-state'), { timeout: 15_000 }).toBe('following')
  folder.remove()
  await expect.poll(() => source.getAttribute('data-state'), { timeout: 20_000 }).toBe('silent')
  await source.getByText('cannot be read').waitFor()
  // Its last word is said in the language of the page.
  await page.locator('select.language').selectOption({ label: 'Slovenščina' })
  await source.getByText(`${folder.path} se ne da prebrati`).waitFor()
  await page.locator('select.language').selectOption({ label: 'Српски' })
  await source.getByText(`${folder.path} се не може прочитати`).waitFor()
  await page.locator('select.language').selectOption({ label: 'English' })
  await source.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => source.count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a player is corrected; hostile names are text; what is typed outlives signing in again', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'admin')
  const site = page.locator('input[name=site]')
  await site.fill('Half written')
  await page.getByText('Players and boards').click()
  await page.getByRole('button', { name: 'Correct (Board 2)' }).click()
  const dialog = page.locator('dialog.correct-players[open]')
  const hostile = '<img src=x onerror=document.title=1>\u202eAbara'
  await dialog.locator('input[name=white-name]').fill(hostile)
  await dialog.locator('input[name=black-rating]').fill('2311')
  await dialog.locator('input[name=reason]').fill('misread')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.locator('.boards-of-round td', { hasText: hostile }).waitFor()
  const { body } = await table.ask('GET', '/tournaments/harbour-city-open/rounds/1/games')
  expect([body.games[1].white.name, body.games[1].black]).toEqual([
    hostile,
    { name: 'Black, 2', rating: 2311 },
  ])
  // To another board: the game there comes to this one.
  await page.getByRole('button', { name: 'Correct (Board 9)' }).click()
  await dialog.locator('input[name=board]').fill('10')
  await dialog.locator('input[name=reason]').fill('put at the wrong board')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  const moved = await table.ask('GET', '/tournaments/harbour-city-open/rounds/1/games')
  const seats = moved.body.games.map(({ board, game }: { board: number; game: string }) => `${board} ${game}`)
  expect(seats).toEqual(expect.arrayContaining(['10 harbour-city-open-1-9', '9 harbour-city-open-1-10']))
  // Another round, and a token that ends, leave alone what stands in the form.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('The office needs').waitFor()
  expect(await page.locator('.office section:visible').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('textarea[name=token]').fill(table.host.token('admin'))
  await page.locator('dialog.sign-in').getByRole('button', { name: 'Sign in' }).click()
  await site.waitFor()
  expect(await site.inputValue()).toBe('Half written')
  for (const blank of [' \u2800\u200b ', 'x'.repeat(5000)]) {
    await page.locator('textarea[name=pairings]').fill(`white,black\n${blank},Sato`)
    await page.locator('.pairings .faults li').first().waitFor()
    expect(await page.locator('.pairings button.primary').isDisabled()).toBe(true)
  }
  expect(await page.locator('img[src=x]').count()).toBe(0)
  // Faults, time controls and refusals are shown in the language of the page.
  await page.locator('select.language').selectOption({ label: 'Српски' })
  const fault = page.locator('.pairings .faults li').first()
  await expect.poll(() => fault.textContent()).toContain('ред 2: Бели: име има више од 200 знакова')
  await page.locator('input[name=time-control]').fill('two hours')
  await page.getByText('Ово није разумљиво време за игру').waitFor()
  await page.locator('select.language').selectOption({ label: 'English' })
  expect(errors).toEqual([])
  await close()
})

test('the time control of a game is corrected by the keyboard; an unreadable one is not recorded, and an emptied one neither', {
  timeout: 120_000,
}, async () => {
  await table.ask('POST', '/tournaments', { id: 'timed', name: 'Timed' }, 'admin')
  const control = (time: number, bonus: number) => ({ periods: [{ time, bonus }] })
  await table.ask('POST', '/tournaments/timed/rounds/1/games', {
    games: ['t1', 't2'].map((id) => ({
      ...{ id, edition: '2023-01-01', play: 'standard' },
      ...{ white: { name: `White of ${id}` }, black: { name: `Black of ${id}` } },
      ...(id === 't1' && { timeControl: control(300_000, 3000) }),
    })),
  })
  /** The fields of each correction of a game. */
  const corrections = async (game: string) => {
    const { body } = await table.ask('GET', `/games/${game}/events`)
    return body.events.flatMap(({ data }: { data: { fields?: object } }) => data.fields ?? [])
  }
  const { page, errors, close } = await table.open('#/t/timed/office', 'arbiter')
  await page.getByText('Players and boards').click()
  const dialog = page.locator('dialog.correct-players[open]')
  const written = dialog.getByLabel('As written')
  const reason = dialog.locator('input[name=reason]')
  await page.getByRole('button', { name: 'Correct (Board 1)' }).press('Enter')
  expect(await written.inputValue()).toBe('300+3')
  await dialog
    .getByText('By the Laws this time control is blitz; the games are judged as standard.')
    .waitFor()
  await reason.fill('read from the wrong line')
  // Emptied, unreadable, and without units: nothing is recorded, and the dialog stays.
  for (const [text, words] of [
    ['', null],
    ['two hours', 'This is not understood as a time control'],
    ['90+30', 'Minutes or seconds?'],
  ] as const) {
    await written.fill(text)
    await reason.press('Enter')
    if (words !== null) await dialog.getByText(words).waitFor()
    expect(await dialog.count()).toBe(1)
  }
  await dialog.getByRole('button', { name: '1 h 30 min + 30 s' }).press('Enter')
  expect(await written.inputValue()).toBe('5400+30')
  expect(await corrections('t1')).toEqual([])
  await reason.press('Enter')
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  expect(await corrections('t1')).toEqual([{ timeControl: control(5_400_000, 30_000) }])
  // A name alone leaves the time control of a game as it is, and a game without one gets one.
  await page.getByRole('button', { name: 'Correct (Board 2)' }).press('Enter')
  await dialog.locator('input[name=white-name]').fill('Žak, A.')
  await reason.fill('misread')
  await reason.press('Enter')
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Correct (Board 2)' }).press('Enter')
  await dialog.getByLabel('By name').selectOption('900+10')
  await reason.fill('was left out')
  await reason.press('Enter')
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  expect(await corrections('t2')).toEqual([
    { white: { name: 'Žak, A.' } },
    { timeControl: control(900_000, 10_000) },
  ])
  expect(errors).toEqual([])
  await close()
})

test('before play the colours of a pair are swapped in one act, and a pair is taken out of the round', {
  timeout: 120_000,
}, async () => {
  await table.ask('POST', '/tournaments', { id: 'mended', name: 'Mended' }, 'admin')
  const player = (name: string, more: object = {}) => ({ name, ...more })
  await table.ask('POST', '/tournaments/mended/rounds/1/games', {
    games: [
      { id: 'm1', white: player('Prva, A.', { title: 'WIM', rating: 2201 }), black: player('Druga, B.') },
      { id: 'm2', white: player('Tretja, C.'), black: player('Četrta, D.') },
      { id: 'm3', white: player('Peta, E.'), black: player('Šesta, F.') },
    ].map((game) => ({ ...game, edition: '2023-01-01', play: 'standard' })),
  })
  await report(table, 'm3', [{ type: 'session-started', by: 'arbiter' }])
  const round = await table.open('#/t/mended/r/1', 'arbiter')
  await round.page.locator('.tile[data-game=m2]').waitFor()
  const { page, errors, close } = await table.open('#/t/mended/office', 'arbiter')
  const list = async () => (await table.ask('GET', '/tournaments/mended/rounds/1/games')).body.games
  await page.getByText('Players and boards').click()
  const dialog = page.locator('dialog.correct-players[open]')
  const gone = () => expect.poll(() => page.locator('dialog').count()).toBe(0)
  // What has begun stays as it is.
  await page.getByRole('button', { name: 'Correct (Board 3)' }).click()
  await expect.poll(() => dialog.getByRole('button').allTextContents()).toEqual(['Cancel', 'Save'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await gone()
  await page.getByRole('button', { name: 'Correct (Board 1)' }).click()
  await dialog.locator('input[name=reason]').fill('entered the wrong way round')
  await dialog.getByRole('button', { name: 'Swap colours' }).click()
  await gone()
  const [swapped] = await list()
  expect([swapped.white, swapped.black]).toEqual([
    { name: 'Druga, B.' },
    { name: 'Prva, A.', title: 'WIM', rating: 2201 },
  ])
  // A title that was entered by mistake is taken away where its field is emptied.
  await page.getByRole('button', { name: 'Correct (Board 1)' }).click()
  await dialog.locator('input[name=black-title]').fill('')
  await dialog.locator('input[name=reason]').fill('has no title')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await gone()
  expect((await list())[0].black).toEqual({ name: 'Prva, A.', rating: 2201 })
  await page.getByRole('button', { name: 'Correct (Board 2)' }).click()
  await dialog.locator('input[name=reason]').fill('both are ill')
  await dialog.getByRole('button', { name: 'Take out of the round' }).click()
  await gone()
  expect((await list()).map(({ game }: { game: string }) => game)).toEqual(['m1', 'm3'])
  await round.page.locator('.tile[data-game=m2]').waitFor({ state: 'detached' })
  expect(await round.page.locator('.tile').count()).toBe(2)
  expect(await round.page.locator('.tile[data-game=m1] .player').first().textContent()).toContain('Prva, A.')
  expect([...errors, ...round.errors]).toEqual([])
  await round.close()
  await close()
})

test('the files of a round are saved: scoresheets, games, report, standings', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/r/1', 'admin')
  for (const [button, file] of [
    ['Scoresheets', 'harbour-city-open-1-scoresheets.html'],
    ['Games (PGN)', 'harbour-city-open-1.pgn'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.locator('.round-links').getByRole('button', { name: button }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
  // What is missing is seen before it is saved.
  await page.locator('.round-links').getByRole('button', { name: 'What is still missing' }).click()
  const missing = page.locator('dialog.missing-results[open]')
  await missing.getByText('Without a result').waitFor()
  expect(await missing.getByRole('link').first().textContent()).toMatch(/^Board \d+$/)
  const report = page.waitForEvent('download')
  await missing.getByRole('button', { name: 'Save as a file' }).click()
  expect((await report).suggestedFilename()).toBe('harbour-city-open-1-report.json')
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await page.goto(`${table.host.url}/#/t/harbour-city-open/standings`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'TRF' }).click()
  expect((await saved).suggestedFilename()).toBe('harbour-city-open.trf')
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
  const warned = page.locator('.import .warned li').filter({ hasText: 'White, 2 – Black, 1' })
  await warned.getByText('ply 2: Ke4 is a king in the centre').waitFor()
  for (const [language, sentence] of [
    ['Slovenčina', 'polťah 2: Ke4 je kráľ v strede'],
    ['Polski', 'półruch 2: Ke4 to król w centrum'],
    ['Српски', 'полупотез 2: Ke4 је краљ у центру'],
    ['English', 'ply 2: Ke4 is a king in the centre'],
  ] as const) {
    await page.locator('select.language').selectOption({ label: language })
    await warned.getByText(sentence).waitFor()
  }
  // A file in which no game is says so.
  await page.locator('.import input[type=file]').setInputFiles({
    ...{ name: 'empty.pgn', mimeType: 'text/plain' },
    buffer: Buffer.from('\n\n'),
  })
  await page.getByText('There is no game in this file.').waitFor()
  await page.getByRole('link', { name: 'Standings' }).first().click()
  await page.locator('.crosstable tbody tr').first().waitFor()
  expect(await page.locator('.crosstable tbody tr').count()).toBeGreaterThan(3)
  expect(errors).toEqual([])
  await close()
})

/** A report with two players whose lines cannot be taken, and two players who play. */
const ODD_REPORT = [
  '012 Odd Open',
  ...[
    [1, 'Abara, Nkem', '2311', '   2 w  '],
    [2, 'Brezina, Matej', '2105', '   1 b  '],
    [3, 'Demir, Selin', '21xx', '   4 w  '],
    [4, 'Eck, Ole', '2000', '   3 w  '],
  ].map(([rank, name, rating, cell]) => {
    const head = `001 ${String(rank).padStart(4)}      ${String(name).padEnd(33)} ${rating}`
    return `${head.padEnd(91)}${cell}`
  }),
].join('\n')

test('a report shows what it cannot take, line by line, and a file in other letters asks for its encoding', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/harbour-city-open/office', 'arbiter')
  await page.locator('textarea[name=pairings]').fill(ODD_REPORT)
  const left = page.locator('.pairings .left-out li')
  await expect.poll(() => left.count()).toBe(2)
  expect(await left.allTextContents()).toEqual([
    'line 4: player 3: the rating "21xx" is not valid: it is a number up to 4000',
    'line 4: round 1: both have White: see line 5',
  ])
  expect(await page.locator('.preview tbody tr').count()).toBe(1)
  await page.locator('select.language').selectOption({ label: 'Српски' })
  await expect
    .poll(() => left.nth(1).textContent())
    .toContain('ред 4: коло 1: обојица имају исту боју (Бели): види ред 5')
  expect(await left.first().textContent()).toContain('играч 3: рејтинг „21xx“')
  await page.locator('select.language').selectOption({ label: 'English' })
  // `ø` and `ñ` of Western Europe are other letters in Central Europe: nobody guesses which.
  await page.locator('.pairings input[type=file]').setInputFiles({
    ...{ name: 'pairs.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('board,white,black\n41,S\u00f8rensen,Nu\u00f1ez\n', 'latin1'),
  })
  const western = page.locator('.encodings [data-encoding=windows-1252]')
  expect(await page.locator('.encodings legend').textContent()).toContain('(line 2)')
  expect(await western.textContent()).toContain('41,Sørensen,Nuñez')
  expect(await page.locator('.pairings button.primary').isDisabled()).toBe(true)
  await western.click()
  await page.locator('.preview td', { hasText: 'Sørensen' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('without rights the office says whose it is', async () => {
  const { page, close } = await table.open('#/t/harbour-city-open/office', 'reader')
  await page.getByText('The office needs an arbiter’s or an administrator’s token').waitFor()
  await close()
})
