/** Two arbiters before one game: what is recorded rests on what was looked at, and the same remedy is recorded once. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../kit/command.ts'
import { boardOf, openTable, openTableApart, setToken, shown, type Table } from './browser.ts'

type Asked = Pick<Table, 'ask'>

let table: Table
beforeAll(async () => {
  table = await openTable({ isEmpty: true })
})
afterAll(() => table.close())

const START = { type: 'session-started', by: 'arbiter' }
const move = (by: string, from: string, to: string) => ({ type: 'move-made', by, data: { from, to } })
const press = (by: string) => ({ type: 'clock-pressed', by })
const ILLEGAL = [
  START,
  move('white', 'e2', 'e4'),
  press('white'),
  move('black', 'e7', 'e5'),
  press('black'),
  move('white', 'f1', 'f5'),
  press('white'),
]

let ids = 0
async function report(game: string, events: readonly object[], to: Asked = table): Promise<void> {
  const at = new Date().toISOString()
  const answer = await to.ask('POST', `/games/${game}/events`, {
    events: events.map((event) => ({ id: `r${++ids}`, at, ...event })),
  })
  expect(answer.status).toBe(200)
}

async function played(id: string, events: readonly object[], to: Asked = table): Promise<void> {
  const opened = await to.ask('POST', '/games', {
    ...{ id, white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' },
    timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
  })
  expect(opened.status).toBe(201)
  await report(id, events, to)
}

/** Types of the record's events, the first `after` left out. */
async function typesAfter(game: string, after: number, of: Asked = table): Promise<string[]> {
  const { body } = await of.ask('GET', `/games/${game}/events`)
  return body.events.slice(after).map(({ type }: { type: string }) => type)
}

const dialog = (page: Page): Locator => page.locator('dialog.confirm[open]')
const recordButton = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Record it' })
const news = (page: Page): Locator => dialog(page).locator('.news')
const seen = (page: Page) => dialog(page).getByRole('button', { name: 'I have seen this' }).click()

async function askAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Do all that is due' }).click()
  await dialog(page).waitFor()
}

async function twoPages(game: string) {
  const first = await table.open(`#/g/${game}`, 'arbiter')
  const second = await table.open(`#/g/${game}`, 'arbiter')
  for (const { page } of [first, second]) await shown(page)
  return {
    pages: [first.page, second.page] as const,
    async close() {
      for (const visit of [first, second]) {
        expect(visit.errors).toEqual([])
        await visit.close()
      }
    },
  }
}

const REMEDY = ['position-restored', 'penalty-imposed', 'clock-set']

for (const [name, order] of [
  ['the first page before the second', [0, 1]],
  ['the second page before the first', [1, 0]],
] as const)
  test.concurrent(`the same remedy confirmed at two tables is recorded once: ${name}`, {
    timeout: 180_000,
  }, async ({ expect }) => {
    const game = `both-${order.join('')}`
    await played(game, ILLEGAL)
    const { pages, close } = await twoPages(game)
    for (const page of pages) await askAll(page)
    const [sooner, later] = [pages[order[0]], pages[order[1]]]
    await recordButton(sooner).click()
    await expect.poll(() => sooner.locator('dialog').count()).toBe(0)

    // The open dialog is updated by itself, and records nothing.
    await news(later).waitFor()
    expect(await news(later).textContent()).toContain('nothing has been recorded here')
    expect(await news(later).locator('li').allTextContents()).toEqual([
      expect.stringContaining('position restored to that after event 6'),
      expect.stringContaining('Time for the opponent, on White 2 min'),
      expect.stringContaining('clocks set'),
    ])
    expect(await recordButton(later).isDisabled()).toBe(true)
    // Enter, pressed by somebody who has not noticed the news yet, records nothing either.
    await later.keyboard.press('Enter')
    await seen(later)
    await dialog(later).getByText('nothing is left to be recorded').waitFor()
    expect(await recordButton(later).count()).toBe(0)
    await dialog(later).getByRole('button', { name: 'Close' }).click()
    expect(await typesAfter(game, 8)).toEqual(REMEDY)
    await close()
  })

test.concurrent('two tables that confirm in the same instant record the remedy once', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('instant', ILLEGAL)
  const { pages, close } = await twoPages('instant')
  for (const page of pages) await askAll(page)
  // Each has its request under way before the other's news can come.
  let release = () => {}
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  let waiting = 0
  for (const page of pages)
    await page.route('**/games/instant/events', async (route) => {
      if (++waiting === 2) release()
      await both
      await route.continue()
    })
  await Promise.all(pages.map((page) => recordButton(page).click()))
  await expect
    .poll(async () => (await pages[0].locator('dialog').count()) + (await pages[1].locator('dialog').count()))
    .toBe(1)
  expect(await typesAfter('instant', 8)).toEqual(REMEDY)
  const loser = (await pages[0].locator('dialog').count()) === 1 ? pages[0] : pages[1]
  await news(loser).waitFor()
  await seen(loser)
  await dialog(loser).getByText('nothing is left to be recorded').waitFor()
  await close()
})

test.concurrent('a page that has not heard of the other’s ruling is refused, shows it once it comes, and records nothing', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('deaf', ILLEGAL)
  const { pages, close } = await twoPages('deaf')
  const [hears, deaf] = pages
  for (const page of pages) await askAll(page)
  await deaf.route('**/games/deaf/events?*', (route) => route.abort())
  await recordButton(hears).click()
  await expect.poll(() => typesAfter('deaf', 8)).toEqual(REMEDY)
  await recordButton(deaf).click({ force: true })
  await news(deaf).waitFor()
  expect(await recordButton(deaf).isDisabled()).toBe(true)
  expect(await dialog(deaf).getByRole('button', { name: 'I have seen this' }).count()).toBe(0)
  await deaf.unroute('**/games/deaf/events?*')
  await report('deaf', [{ type: 'incident-recorded', by: 'arbiter', data: { kind: 'late', side: 'black' } }])
  await expect.poll(() => news(deaf).locator('li').count()).toBe(4)
  await seen(deaf)
  await dialog(deaf).getByText('nothing is left to be recorded').waitFor()
  expect(await typesAfter('deaf', 8)).toEqual([...REMEDY, 'incident-recorded'])
  await close()
})

test.concurrent('a player who moves under the open dialog is seen before the ruling is recorded, and what is left is done', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('moves-on', ILLEGAL)
  const { page, errors, close } = await table.open('#/g/moves-on', 'arbiter')
  await shown(page)
  await askAll(page)
  await report('moves-on', [move('black', 'g8', 'f6'), press('black')])
  await news(page).waitFor()
  expect(await news(page).locator('li').allTextContents()).toEqual([
    expect.stringContaining('Black: move Nf6'),
    expect.stringContaining('Black: press'),
  ])
  expect(await typesAfter('moves-on', 10)).toEqual([])
  await seen(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await recordButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ expectedSeq: 10 })
  await expect.poll(() => typesAfter('moves-on', 10)).toEqual(REMEDY)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('one table restores the position alone: what is left of all that was due is what the other records', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('part', ILLEGAL)
  const { pages, close } = await twoPages('part')
  const [one, all] = pages
  await askAll(all)
  await one.getByRole('button', { name: 'Restore the position' }).click()
  await recordButton(one).click()
  await news(all).waitFor()
  await seen(all)
  await expect.poll(() => dialog(all).locator('ol li').count()).toBe(1)
  await recordButton(all).click()
  // The clocks after a restoration are a matter of their own, which the first table left open.
  await expect.poll(() => typesAfter('part', 8)).toEqual(['position-restored', 'penalty-imposed'])
  await close()
})

test.concurrent('“rule otherwise” rests on what was looked at when it was opened, and keeps what was written', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('other', ILLEGAL)
  const { pages, close } = await twoPages('other')
  const [first, second] = pages
  for (const page of pages) {
    await page.getByRole('button', { name: 'Rule otherwise' }).click()
    const form = page.locator('dialog.otherwise[open]')
    await form.locator('select[name=penalty]').selectOption('warning')
    await form.locator('textarea').fill('said so twice')
  }
  for (const page of pages) await page.getByRole('button', { name: 'Record it …' }).click()
  await recordButton(first).click()
  await expect.poll(() => first.locator('dialog').count()).toBe(0)
  await news(second).waitFor()
  expect(await news(second).textContent()).toContain('The same has just been recorded.')
  expect(await recordButton(second).isDisabled()).toBe(true)
  await dialog(second).getByRole('button', { name: 'Cancel' }).click()
  const form = second.locator('dialog.otherwise[open]')
  expect(await form.locator('textarea').inputValue()).toBe('said so twice')
  expect(await form.locator('.news li').count()).toBe(1)
  await form.getByRole('button', { name: 'Cancel' }).click()
  expect(await typesAfter('other', 8)).toEqual(['penalty-imposed'])
  await close()
})

test.concurrent('what is entered at once rests on the board that was seen: the same move at two tables is recorded once', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('entered', [START])
  const { pages, close } = await twoPages('entered')
  const [first, second] = pages
  await second.route('**/games/entered/events?*', (route) => route.abort())
  for (const page of pages) {
    await page.getByRole('tab', { name: 'Enter' }).click()
    await page.locator('input[name=move]').fill('e4')
  }
  await first.locator('input[name=move]').press('Enter')
  await expect.poll(() => typesAfter('entered', 2)).toEqual(['move-made', 'clock-pressed'])
  await second.locator('input[name=move]').press('Enter')
  await news(second).waitFor()
  await second.unroute('**/games/entered/events?*')
  await report('entered', [{ type: 'draw-offered', by: 'white' }])
  await news(second).getByText('The same has just been recorded.').waitFor()
  await dialog(second).getByRole('button', { name: 'Cancel' }).click()
  // What was typed is there still: nobody has recorded it here.
  expect(await second.locator('input[name=move]').inputValue()).toBe('e4')
  expect(await first.locator('input[name=move]').inputValue()).toBe('')
  expect(await typesAfter('entered', 2)).toEqual(['move-made', 'clock-pressed', 'draw-offered'])

  // A click on the clock, a claim, a correction: the same.
  for (const name of ['Stop the clocks', 'Claim: fifty moves (Black)', 'Correct event']) {
    await expect.poll(() => second.locator('dialog').count()).toBe(0)
    await second.route('**/games/entered/events?*', (route) => route.abort())
    const before = (await table.ask('GET', '/games/entered')).body.seq
    await report('entered', [{ type: 'incident-recorded', by: 'arbiter', data: { kind: 'other' } }])
    await second.getByRole('button', { name }).first().click()
    const correction = second.locator('dialog.correction[open]')
    if (name.startsWith('Correct')) {
      await correction.getByRole('button', { name: 'Record it …' }).click()
      await recordButton(second).click({ force: true })
    }
    await news(second).waitFor()
    expect(await typesAfter('entered', before)).toEqual(['incident-recorded'])
    await second.unroute('**/games/entered/events?*')
    await dialog(second).getByRole('button', { name: 'Cancel' }).click()
    if (name.startsWith('Correct')) await correction.getByRole('button', { name: 'Cancel' }).click()
    await report('entered', [{ type: 'incident-recorded', by: 'arbiter', data: { kind: 'other' } }])
    // The next round begins once this page has heard: events on their way would else reach it there.
    await second.getByRole('button', { name: `Correct event ${before + 2}` }).waitFor()
  }
  await close()
})

test.concurrent('moves entered one right after another are all recorded, in their order', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('quick', [START])
  const { page, errors, close } = await table.open('#/g/quick', 'operator')
  await shown(page)
  await page.getByRole('tab', { name: 'Enter' }).click()
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('.entry button')]
    for (const name of ['Offer a draw', 'Decline', 'Press: White'])
      buttons.find(({ textContent }) => textContent?.startsWith(name))?.click()
  })
  await expect.poll(() => typesAfter('quick', 2)).toEqual(['draw-offered', 'draw-declined', 'clock-pressed'])
  expect(await page.locator('dialog').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a move is not entered on a board of earlier: now is shown, and what was typed stays', async ({
  expect,
}) => {
  await played('earlier', ILLEGAL)
  const { page, errors, close } = await table.open('#/g/earlier?seq=3', 'operator')
  await shown(page)
  await page.getByRole('tab', { name: 'Enter' }).click()
  const before = await boardOf(page)
  await page.locator('input[name=move]').fill('Nf6')
  await page.locator('input[name=move]').press('Enter')
  await page.getByText('An earlier instant was shown').waitFor()
  await expect.poll(() => boardOf(page)).not.toBe(before)
  expect(await page.locator('input[name=move]').inputValue()).toBe('Nf6')
  expect(await typesAfter('earlier', 8)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a token that ends under an open dialog, or before it: signed in again, what was written is recorded', {
  timeout: 180_000,
}, async ({ expect }) => {
  await played('expiry', ILLEGAL)
  const { page, close } = await table.open('about:blank')
  const token = table.host.token('arbiter')
  // The same token with an expiry of its own, which the service is not shown.
  const [head, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const soon = { ...claims, exp: Math.floor(Date.now() / 1000) + 300 }
  const expiring = [head, Buffer.from(JSON.stringify(soon)).toString('base64url'), signature].join('.')
  await page.route(/\/(games|tournaments)\b/, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  )
  await page.evaluate(setToken, expiring)
  await page.goto(`${table.host.url}/#/g/expiry`)
  await shown(page)
  await page.getByText('Your sign-in ends at').waitFor()
  await page.getByRole('button', { name: 'Rule otherwise' }).click()
  await page.locator('dialog.otherwise textarea').fill('kept')
  await page.getByRole('button', { name: 'Record it …' }).click()
  await page.route('**/games/expiry/events', (route) =>
    route.fulfill({ status: 401, json: { type: 'x', title: 'x', status: 401, detail: 'it has expired' } }),
  )
  await recordButton(page).click()
  await dialog(page).locator('.failure', { hasText: 'The service does not accept this token' }).waitFor()
  await page.unroute('**/games/expiry/events')
  await dialog(page).getByRole('button', { name: 'Sign in' }).click()
  const signIn = page.locator('dialog.sign-in[open]')
  await signIn.locator('textarea').fill(token)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count(), { timeout: 10_000 }).toBe(0)
  expect(await page.getByText('Your sign-in ends at').count()).toBe(0)
  const { body } = await table.ask('GET', '/games/expiry/events')
  expect(body.events.slice(8).map(({ data }: { data: { note: string } }) => data.note)).toEqual(['kept'])
  await close()
})

test.concurrent('an answer that is lost, and a host that is started again under the open dialog: recorded once, nothing lost', {
  timeout: 180_000,
}, async ({ expect }) => {
  const own = await openTableApart()
  await played('lost', ILLEGAL, own)
  const { page } = await own.open('#/g/lost', 'arbiter')
  await shown(page)
  await page.getByRole('button', { name: 'Rule otherwise' }).click()
  await page.locator('dialog.otherwise textarea').fill('asked twice')
  await page.getByRole('button', { name: 'Record it …' }).click()
  // The service records it, and its answer does not come.
  await page.route('**/games/lost/events', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/games/lost/events?*', (route) => route.abort())
  await recordButton(page).click()
  await dialog(page).getByText('whether this was recorded is not known').waitFor()
  await page.unroute('**/games/lost/events')
  // From the second try on the page may read what was recorded: not before, or it would close the dialog by itself.
  await page.route('**/games/lost/events', async (route) => {
    await page.unroute('**/games/lost/events?*')
    await route.continue()
  })
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count(), { timeout: 10_000 }).toBe(0)
  await page.unroute('**/games/lost/events')
  expect(await typesAfter('lost', 8, own)).toEqual(['penalty-imposed'])
  await expect.poll(() => page.locator('.instant .seq').textContent()).toContain('of 9')

  await page.getByRole('button', { name: 'Rule otherwise' }).click()
  await page.locator('dialog.otherwise textarea').fill('and again')
  await page.getByRole('button', { name: 'Record it …' }).click()
  await own.host.kill()
  await recordButton(page).click()
  await dialog(page).getByText('whether this was recorded is not known').waitFor()
  const again = await serve(own.host.folder, ['--port', new URL(own.host.url).port])
  await recordButton(page).click()
  await expect.poll(() => page.locator('dialog').count(), { timeout: 20_000 }).toBe(0)
  const { body } = await own.ask('GET', '/games/lost/events')
  expect(body.events.slice(8).map(({ data }: { data: { note: string } }) => data.note)).toEqual([
    'asked twice',
    'and again',
  ])
  await again.stop()
  await own.close()
})
