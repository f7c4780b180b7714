/** A round and a game as they are worked with: head, order, search, boards one after another, address, keyboard, telephone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTable, shown, type Table, typeInstant } from './browser.ts'
import { ILLEGAL, move, played, press, report, START } from './playing.ts'

let table: Table
beforeAll(async () => {
  table = await openTable({ isEmpty: true })
  const player = (name: string) => ({ name })
  await table.ask('POST', '/tournaments', { id: 'work', name: 'Work' })
  await table.ask('POST', '/tournaments/work/rounds/1/games', {
    games: Array.from({ length: 12 }, (_, k) => ({
      id: `w${k + 1}`,
      ...{ edition: '2023-01-01', play: 'standard' },
      white: player(k === 4 ? 'Đurić, Željko' : `White, ${k + 1}`),
      black: player(k === 4 ? 'Featherstonehaugh-Cholmondeley, Bartholomew' : `Black, ${k + 1}`),
      timeControl: { periods: [{ time: (90 - k) * 60_000, bonus: 0, mode: 'fischer' }] },
    })),
  })
  for (const game of ['w2', 'w7']) await report(table, game, [START])
})
afterAll(() => table.close())

const gamesShown = (page: Page) =>
  page
    .locator('.tile:visible')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset['game'] ?? ''))

test('the head of a round says how many boards need the arbiter, in the title too, and speaks of a new one', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/work/r/1', 'arbiter')
  await page.locator('.tile').nth(11).waitFor()
  await page.locator('.link.live').first().waitFor()
  await expect.poll(() => page.title()).toBe('Work, Round 1 · Touchmove')
  // Each tone that is begun is counted, besides being played.
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype
    document.body.dataset['tones'] = '0'
    OscillatorNode.prototype.start = function (this: OscillatorNode, ...when: []) {
      document.body.dataset['tones'] = String(Number(document.body.dataset['tones']) + 1)
      start.apply(this, when)
    }
  })
  const tones = () => page.evaluate(() => document.body.dataset['tones'])
  await page.getByRole('button', { name: 'Sound' }).click()
  await expect.poll(tones).toBe('1')
  await report(table, 'w3', ILLEGAL)
  await expect.poll(tones).toBe('2')
  await expect.poll(() => page.title()).toBe('(1) Work, Round 1 · Touchmove')
  expect(await page.locator('.round-head .waits').textContent()).toContain('1')
  await page.locator('[role=log]', { hasText: 'Board 3: illegal move' }).waitFor()
  await page.locator('.round-head .waits').click()
  expect(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['game'])).toBe(
    'w3',
  )
  // The head stays where it is.
  await page.evaluate(() => scrollTo(0, 400))
  expect((await page.locator('.round-head').boundingBox())?.y).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('boards are found without diacritics and by their id, put in order by clock, and seen as a list', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/work/r/1', 'arbiter')
  await page.locator('.tile').nth(11).waitFor()
  const search = page.getByRole('searchbox')
  await search.fill('duric, z')
  await expect.poll(() => gamesShown(page)).toEqual(['w5'])
  await search.fill('w11')
  await expect.poll(() => gamesShown(page)).toEqual(['w11'])
  await search.fill('')
  await page.getByLabel('Order of the boards').selectOption('clock')
  // Of the clocks that run, board 7's has least.
  await expect.poll(async () => (await gamesShown(page)).slice(0, 3)).toEqual(['w7', 'w3', 'w2'])
  await page.getByLabel('Order of the boards').selectOption('board')
  expect((await gamesShown(page)).slice(0, 3)).toEqual(['w1', 'w2', 'w3'])
  await page.getByRole('button', { name: 'List' }).click()
  const height = (await page.locator('.tile').first().boundingBox())?.height ?? 0
  expect(height).toBeLessThan(60)
  // Left and come back to: the same search, order and list.
  await search.fill('White')
  await page.locator('.tile').first().click()
  await shown(page)
  await page.getByRole('link', { name: 'All boards' }).click()
  await page.locator('.tile').first().waitFor()
  expect(await search.inputValue()).toBe('White')
  expect(await page.locator('.round.dense').count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('from board to board, and to the next that waits, by button and key', { timeout: 120_000 }, async () => {
  const { page, errors, close } = await table.open('#/t/work/r/1', 'arbiter')
  await page.locator('.tile').nth(11).waitFor()
  await page.goto(`${table.host.url}/#/g/w1`)
  await shown(page)
  await page.getByRole('link', { name: 'Next board' }).click()
  await expect.poll(() => page.url()).toContain('#/g/w2')
  await shown(page)
  // The first board has no such link: with it the keys are the second board's.
  await page.getByRole('link', { name: 'Previous board' }).waitFor()
  await page.keyboard.press('[')
  await expect.poll(() => page.url()).toContain('#/g/w1')
  await shown(page)
  // The second board has such links too: those of the first are there once the one that it lacks is gone.
  await page.getByRole('link', { name: 'Previous board' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Next board' }).waitFor()
  await page.keyboard.press('w')
  await expect.poll(() => page.url()).toContain('#/g/w3')
  // Single letters are switched off.
  await shown(page)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.locator('input[name=shortcuts]').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press(']')
  await page.waitForTimeout(300)
  expect(page.url()).toContain('#/g/w3')
  expect(errors).toEqual([])
  await close()
})

test('the address follows the instant, a typed time belongs to the day that is shown, a running instant runs', {
  timeout: 120_000,
}, async () => {
  await played(table, 'follow', [START, move('white', 'e2', 'e4'), press('white')])
  const { page, errors, close } = await table.open('#/g/follow', 'arbiter')
  await shown(page)
  const instant = page.locator('.instant input')
  const before = await instant.inputValue()
  await expect.poll(() => instant.inputValue()).not.toBe(before)
  await typeInstant(page, '#3')
  await expect.poll(() => page.url()).toMatch(/#\/g\/follow\?(?:seq=3|at=)/)
  await page.getByRole('button', { name: 'Now' }).click()
  await expect.poll(() => page.url()).toMatch(/#\/g\/follow$/)
  expect(errors).toEqual([])
  await close()
})

test('moves, events and tiles are one tab stop each, with arrows within', { timeout: 120_000 }, async () => {
  const { page, errors, close } = await table.open('#/t/work/r/1', 'arbiter')
  await page.locator('.tile').nth(11).waitFor()
  const stops = (selector: string) => page.locator(`${selector}[tabindex="0"]`).count()
  expect(await stops('.tile')).toBe(1)
  await page.locator('.tile[tabindex="0"]').focus()
  const first = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['game'])
  await page.keyboard.press('ArrowRight')
  const second = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['game'])
  expect(second).not.toBe(first)
  expect(await stops('.tile')).toBe(1)
  await page.goto(`${table.host.url}/#/g/w3`)
  await shown(page)
  // Another view begins at its content.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await stops('.sheet .move')).toBe(1)
  expect(await stops('.tools :is(button, a)')).toBe(1)
  await page.locator('.tools .play').focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Event on')
  expect(await stops('.tools :is(button, a)')).toBe(1)
  // Where a step leads is spoken, and that it leads nowhere.
  await page.keyboard.press('Home')
  await page.locator('[role=log]', { hasText: 'after event 2 of' }).waitFor()
  await page.keyboard.press('p')
  await page.locator('[role=log]', { hasText: 'Nothing earlier' }).waitFor()
  await page.keyboard.press('End')
  await page
    .locator('[role=log] p', { hasText: /^(Now|White: .*)$/ })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect.poll(() => stops('.log .entry-line')).toBe(1)
  await page.locator('.log .entry-line[tabindex="0"]').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => stops('.log .entry-line')).toBe(1)
  expect(errors).toEqual([])
  await close()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

test('on a telephone clocks and verdict stand on the first screen, targets have 44 pixels, a small board stays while entering', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/g/w3', 'arbiter', PHONE)
  await shown(page)
  await page.locator('.card .sentence').first().waitFor()
  const due = '.card .rulings .primary'
  for (const selector of ['.clock[data-side=white]', '.clock[data-side=black]', '.card .sentence', due]) {
    const box = await page.locator(selector).first().boundingBox()
    expect(`${selector} ${(box?.y ?? 9999) + (box?.height ?? 0) <= 844}`).toBe(`${selector} true`)
  }
  const small = await page
    .locator('main button:visible, main a:visible, main select:visible')
    .evaluateAll((nodes) =>
      nodes
        .map((node) => ({ text: node.outerHTML.slice(0, 80), box: node.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 && box.width > 0)
        .map(({ text }) => text),
    )
  expect(small).toEqual([])
  await page.getByRole('tab', { name: 'Enter' }).click()
  const sizes = await page
    .locator(':is(input, select, textarea):not([type=checkbox]):visible')
    .evaluateAll((nodes) => nodes.map((node) => Number.parseFloat(getComputedStyle(node).fontSize)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  await page.locator('.entry .grid').first().scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 600))
  const board = await page.locator('.stage .board').boundingBox()
  expect(board?.y).toBeGreaterThanOrEqual(0)
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThan(420)
  // A notice lies over buttons: a tap on it ends it, and reaches none of them.
  const { body: before } = await table.ask('GET', '/games/w3/events')
  await page.locator('input[name=move]').fill('Qz9')
  await page.locator('.entry form .primary').first().tap()
  const notice = page.locator('.notices .bad', { hasText: '"Qz9"' })
  const over = await notice.boundingBox()
  await page.touchscreen.tap((over?.x ?? 0) + (over?.width ?? 0) - 12, (over?.y ?? 0) + 12)
  await expect.poll(() => notice.count()).toBe(0)
  expect((await table.ask('GET', '/games/w3/events')).body).toEqual(before)
  expect(await page.locator('dialog[open]').count()).toBe(0)
  // A round is left far down; its board begins at the top.
  await page.goto(`${table.host.url}/#/t/work/r/1`)
  await page.locator('.tile').nth(11).waitFor()
  const narrow = await page.locator('.round-head button:visible').evaluateAll((buttons) =>
    buttons
      .map((button) => ({ text: button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 43.5)
      .map(({ text }) => text),
  )
  expect(narrow).toEqual([])
  await page.evaluate(() => scrollTo(0, 700))
  await page.locator('.tile').nth(11).tap()
  await shown(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a telephone held sideways has both clocks and the verdict on its screen', {
  timeout: 120_000,
}, async () => {
  const sideways = { ...PHONE, viewport: { width: 844, height: 390 } }
  const { page, errors, close } = await table.open('#/g/w3', 'arbiter', sideways)
  await shown(page)
  await page.locator('.card .sentence').first().waitFor()
  const due = '.card .rulings .primary'
  for (const selector of ['.clock[data-side=white]', '.clock[data-side=black]', '.card .sentence', due]) {
    const box = await page.locator(selector).first().boundingBox()
    expect(`${selector} ${(box?.y ?? 9999) + (box?.height ?? 0) <= 390}`).toBe(`${selector} true`)
  }
  // Whatever the height, what a ruling's dialog ends with is in sight, and nothing of it is cut off at its side.
  await page.getByRole('button', { name: 'Do all that is due' }).click()
  const dialog = page.locator('dialog.confirm[open]')
  await dialog.locator('.clocks-form').waitFor()
  for (const [width, height] of [
    [844, 390],
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ['Record it', 'Cancel']) {
      const button = await dialog.getByRole('button', { name }).boundingBox()
      expect(
        `${name} at ${width}: ${(button?.y ?? -1) > 0 && (button?.y ?? 0) + (button?.height ?? 0) <= height}`,
      ).toBe(`${name} at ${width}: true`)
    }
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  expect(errors).toEqual([])
  await close()
})

test('the office and the standings are for fingers too, and a player is corrected on a telephone', {
  timeout: 120_000,
}, async () => {
  const { page, errors, close } = await table.open('#/t/work/office', 'admin', PHONE)
  await page.getByText('Players and boards').click()
  const correct = page.getByRole('button', { name: 'Correct (Board 5)' })
  await correct.waitFor()
  const small = () =>
    page
      .locator('main :is(button, a, select, summary):visible')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => node.getBoundingClientRect().height < 43.5)
          .map((node) => node.outerHTML.slice(0, 80)),
      )
  expect(await small()).toEqual([])
  // A long name beside it breaks no button into letters.
  for (const button of await page.locator('.boards-of-round button').all())
    expect((await button.boundingBox())?.height).toBeLessThan(60)
  // A telephone enlarges the page where letters of a field are smaller than 16 pixels.
  const fields = page.locator(':is(input, select, textarea):not([type=checkbox]):visible')
  const sizes = await fields.evaluateAll((nodes) =>
    nodes.map((node) => Number.parseFloat(getComputedStyle(node).fontSize)),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  await correct.click()
  const dialog = page.locator('dialog.correct-players[open]')
  expect(await dialog.locator('input[name=white-name]').inputValue()).toBe('Đurić, Željko')
  // The dialog is no wider than the screen, and its last field can be reached.
  const time = dialog.getByLabel('As written')
  await time.scrollIntoViewIfNeeded()
  const box = await time.boundingBox()
  expect([box!.x >= 0, box!.x + box!.width <= 390, box!.height >= 43.5]).toEqual([true, true, true])
  expect(await small()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${table.host.url}/#/t/work/standings`)
  await page.locator('.crosstable a').first().waitFor()
  expect(await small()).toEqual([])
  // What is asked for most is beside the name.
  const points = await page.locator('.crosstable th', { hasText: 'Points' }).boundingBox()
  expect((points?.x ?? 999) + (points?.width ?? 0)).toBeLessThanOrEqual(390)
  // What there is not is said, once, with a line that is up.
  for (const [hash, words] of [
    ['#/t/nosuch/r/1', 'There is no such tournament.'],
    ['#/t/nosuch/standings', 'There is no such tournament.'],
    ['#/t/work/r/99', 'This tournament has no round 99 yet.'],
    ['#/nonsense/here', 'There is no such page'],
  ] as const) {
    await page.goto(`${table.host.url}/${hash}`)
    await page.getByText(words).waitFor()
    expect(await page.locator('.link.stale').count()).toBe(0)
    await expect.poll(() => page.getByText('Loading').count()).toBe(0)
  }
  expect(errors).toEqual([])
  await close()
})

test('a tile says who has not arrived once arrivals are recorded in the round, before play and until the first move', {
  timeout: 120_000,
}, async () => {
  await table.ask('POST', '/tournaments', { id: 'late', name: 'Late' })
  await table.ask('POST', '/tournaments/late/rounds/1/games', {
    games: ['l1', 'l2', 'l3'].map((id) => ({
      ...{ id, edition: '2023-01-01', play: 'standard' },
      ...{ white: { name: `White of ${id}` }, black: { name: `Black of ${id}` } },
    })),
  })
  const { page, errors, close } = await table.open('#/t/late/r/1', 'arbiter')
  const badge = (game: string) => page.locator(`.tile[data-game=${game}] .badge`).textContent()
  await expect.poll(() => badge('l1')).toBe('not begun')
  const arrived = (side: string) => ({ type: 'player-arrived', by: 'arbiter', data: { side } })
  await report(table, 'l1', [arrived('white'), arrived('black')])
  await report(table, 'l2', [arrived('white')])
  await expect.poll(() => badge('l2')).toBe('not arrived: Black')
  expect([await badge('l1'), await badge('l3')]).toEqual(['not begun', 'not arrived: White, Black'])
  await report(table, 'l3', [START, move('white', 'e2', 'e4')])
  await expect.poll(() => badge('l3')).toBe('not arrived: Black')
  await report(table, 'l3', [move('black', 'e7', 'e5')])
  await expect.poll(() => badge('l3')).toBe('running')
  // The public learns nothing of it.
  const spectator = await table.open('#/t/late/r/1')
  await spectator.page.locator('.tile[data-game=l2] .badge').waitFor()
  expect(await spectator.page.locator('.tile[data-game=l2] .badge').textContent()).toBe('not begun')
  await spectator.close()
  expect(errors).toEqual([])
  await close()
})

test('on a small laptop the board takes the height there is, and what binds the player is not covered', {
  timeout: 120_000,
}, async () => {
  await played(table, 'touched', [
    START,
    { type: 'player-arrived', by: 'arbiter', data: { side: 'white' } },
    { type: 'piece-touched', by: 'white', data: { squares: ['g1'] } },
  ])
  const { page, errors, close } = await table.open('#/g/touched', 'arbiter', {
    viewport: { width: 1280, height: 720 },
  })
  await shown(page)
  await page.getByText('must play').waitFor()
  await page.getByText('not arrived: Black').waitFor()
  const board = await page.locator('.stage .board').boundingBox()
  expect(board?.height).toBeGreaterThan(440)
  for (const chip of await page.locator('.facts .chip').all()) {
    const box = await chip.boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(720)
    const covered = await chip.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== node && !node.contains(hit)
    })
    expect(covered).toBe(false)
  }
  expect(errors).toEqual([])
  await close()
})

test.concurrent('the public is told of no flag before the record counts it', async ({ expect }) => {
  await table.ask('POST', '/tournaments', { id: 'fallen', name: 'Fallen' })
  await table.ask('POST', '/tournaments/fallen/rounds/1/games', {
    games: [
      {
        ...{ id: 'fallen-1', edition: '2023-01-01', play: 'blitz' },
        ...{ white: { name: 'W' }, black: { name: 'B' } },
        timeControl: { periods: [{ time: 1000, bonus: 0, mode: 'fischer' }] },
      },
    ],
  })
  await report(table, 'fallen-1', [START])
  const spectator = await table.open('#/t/fallen/r/1')
  const arbiter = await table.open('#/t/fallen/r/1', 'arbiter')
  await arbiter.page.locator('.waiting .tile').waitFor({ timeout: 15_000 })
  expect(await arbiter.page.locator('.badge').textContent()).toContain('flag down')
  await spectator.page.locator('.tile').waitFor()
  expect(await spectator.page.locator('.badge').textContent()).toBe('running')
  expect(await spectator.page.locator('.waiting .tile').count()).toBe(0)
  // A search that finds another board leaves no empty group behind, and one that finds none says so.
  await arbiter.page.getByRole('searchbox').fill('zzz')
  await arbiter.page.getByText('No board is found.').waitFor()
  expect(await arbiter.page.locator('.boards.waiting').isVisible()).toBe(false)
  await arbiter.page.getByRole('searchbox').fill('board 1')
  await arbiter.page.locator('.waiting .tile:visible').click()
  // The board itself says it too, first of all, with the button that notices it.
  const card = arbiter.page.locator('.flag-fell')
  await card.getByText('flag down: White').waitFor()
  expect(await arbiter.page.locator('.facts .chip.bad').textContent()).toBe('flag down: White')
  await card.getByRole('button', { name: 'Flag seen: White' }).click()
  await arbiter.page.locator('dialog[open] .check input').check()
  await arbiter.page.locator('dialog[open]').getByRole('button', { name: 'Record it' }).click()
  await arbiter.page.locator('.facts', { hasText: '0–1' }).waitFor()
  expect(await card.count()).toBe(0)
  for (const { errors, close } of [spectator, arbiter]) {
    expect(errors).toEqual([])
    await close()
  }
})

test.concurrent('when the clocks of many boards run out together, a page asks for a few of them at a time', {
  timeout: 60_000,
}, async ({ expect }) => {
  const games = Array.from({ length: 8 }, (_, k) => `out-${k + 1}`)
  await table.ask('POST', '/tournaments', { id: 'out', name: 'Out' })
  await table.ask('POST', '/tournaments/out/rounds/1/games', {
    games: games.map((id) => ({
      ...{ id, edition: '2023-01-01', play: 'blitz' },
      ...{ white: { name: `White of ${id}` }, black: { name: `Black of ${id}` } },
      timeControl: { periods: [{ time: 4000, bonus: 0, mode: 'fischer' }] },
    })),
  })
  const { page, errors, close } = await table.open('#/t/out/r/1')
  await page
    .locator('.tile')
    .nth(games.length - 1)
    .waitFor()
  let [underWay, most] = [0, 0]
  const asked = new Set<string>()
  await page.route('**/state?at=*', async (route) => {
    asked.add(route.request().url().split('/games/')[1]!.split('/')[0]!)
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 150))
    underWay--
    await route.continue()
  })
  await Promise.all(games.map((id) => report(table, id, [START])))
  await expect.poll(() => asked.size, { timeout: 20_000 }).toBe(games.length)
  expect(most).toBe(2)
  expect(errors).toEqual([])
  await close()
})
