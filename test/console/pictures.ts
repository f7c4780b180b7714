/** Takes the pictures of docs/images: `npm run docs:images`. Each is meant to be looked at before it is committed. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openTable } from './browser.ts'

const FOLDER = resolve(import.meta.dirname, '../../docs/images')
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  deviceScaleFactor: 2,
}
const LIGHT: BrowserContextOptions = { colorScheme: 'light' }

interface Picture {
  readonly name: string
  readonly hash: string
  readonly role?: string | null
  readonly ready: string
  readonly options?: BrowserContextOptions
  readonly before?: (page: Page) => Promise<unknown>
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** From the whole game down to the seconds around the playhead. */
async function zoomIn(page: Page): Promise<void> {
  for (let k = 0; k < 9; k++) await page.keyboard.press('+')
}

/** The claims' part, once it is known whether White can still mate. */
async function claimsAnswered(page: Page): Promise<void> {
  await tab('Claims')(page)
  await page.locator('.mates[data-answer]').first().waitFor()
}

const PICTURES: readonly Picture[] = [
  { name: 'round', hash: '#/t/sample/r/1', ready: '.waiting .tile' },
  { name: 'round-light', hash: '#/t/sample/r/1', ready: '.waiting .tile', options: LIGHT },
  { name: 'round-phone', hash: '#/t/sample/r/1', ready: '.waiting .tile', options: PHONE },
  { name: 'game', hash: '#/g/sample-8', ready: '.card .rulings' },
  { name: 'game-light', hash: '#/g/sample-4?seq=58', ready: '.card', options: LIGHT },
  { name: 'game-phone', hash: '#/g/sample-4?seq=58', ready: '.card', options: PHONE },
  { name: 'touch', hash: '#/g/sample-8?seq=82', ready: '.card, .empty', before: zoomIn },
  {
    name: 'ruling',
    hash: '#/g/sample-8',
    ready: '.card .rulings',
    before: (page) => page.locator('.card .rulings button').first().click(),
  },
  { name: 'what-if', hash: '#/g/sample-5?seq=53&edition=2009-07-01', ready: '.beside .card' },
  { name: 'claims', hash: '#/g/repeated', ready: '.card, .empty', before: claimsAnswered },
  { name: 'events', hash: '#/g/sample-4?seq=58', ready: '.card', before: tab('Events') },
  { name: 'entry', hash: '#/g/sample-8', role: 'operator', ready: '.card', before: tab('Enter') },
  {
    name: 'report',
    hash: '#/report/sample-4?seq=58',
    ready: '.hashes code',
    options: { viewport: { width: 1000, height: 1400 } },
  },
  { name: 'public', hash: '#/g/sample-2', role: null, ready: '.sheet' },
]

mkdirSync(FOLDER, { recursive: true })
const table = await openTable()
const now = Date.now()
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
// White touches the pawn on f2, then plays the knight: the pawn was owed (4.3).
await table.ask('POST', '/games/sample-8/events', {
  events: [
    { id: 'p1', type: 'piece-touched', at: before(9.4), by: 'white', data: { squares: ['f2'] } },
    { id: 'p2', type: 'move-made', at: before(3.1), by: 'white', data: { from: 'e5', to: 'g6' } },
    { id: 'p3', type: 'clock-pressed', at: before(2.6), by: 'white' },
    {
      id: 'p4',
      type: 'claim-made',
      at: before(0.4),
      by: 'black',
      data: { about: 'touch-move', seqs: [82, 83] },
    },
  ],
})
// A position that has stood three times, then Black's flag.
const knights = [
  ['white', 'g1', 'f3'],
  ['black', 'g8', 'f6'],
  ['white', 'f3', 'g1'],
  ['black', 'f6', 'g8'],
] as const
await table.ask('POST', '/games', {
  ...{ id: 'repeated', edition: '2023-01-01', play: 'blitz', event: 'Sample Blitz' },
  ...{ white: { name: 'Okonjo, Bela', rating: 2418 }, black: { name: 'Tarvainen, Ilse', rating: 2365 } },
  timeControl: { periods: [{ time: 60_000, bonus: 0, mode: 'fischer' }] },
})
await table.ask('POST', '/games/repeated/events', {
  events: [
    { id: 'k0', type: 'session-started', at: before(100), by: 'arbiter' },
    ...[...knights, ...knights, knights[0]].flatMap(([by, from, to], k) => [
      { id: `km${k}`, type: 'move-made', at: before(90 - k), by, data: { from, to } },
      { id: `kp${k}`, type: 'clock-pressed', at: before(89.5 - k), by },
    ]),
  ],
})
for (const { name, hash, role = 'arbiter', ready, options = {}, before } of PICTURES) {
  const { page, errors, close } = await table.open(hash, role, options)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  await page.waitForTimeout(600)
  await before?.(page)
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  process.stdout.write(`${name}${errors.length > 0 ? `: ${errors.join(' ')}` : ''}\n`)
  await close()
}
await table.close()
