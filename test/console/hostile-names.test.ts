/** Names, notes and written moves made to harm a page are text in every view: nothing runs, nothing is loaded, nothing breaks out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTable, type Table } from './browser.ts'

const RIGHT_TO_LEFT = '\u202e'
/** Each would leave a trace in the window or the page if it were anything but text. */
const ATTACKS = [
  '<img src=x onerror=window.harmed=1>',
  '"><script>window.harmed=2</script>',
  "' onmouseover='window.harmed=3' x='",
  '</title><svg onload=window.harmed=4>',
  'javascript:window.harmed=5//',
  '${window.harmed=6}{{window.harmed=7}}',
  '__proto__',
  `${RIGHT_TO_LEFT}txt.exe ${'W'.repeat(90)}`,
  'constructor\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
]
const attack = (k: number): string => ATTACKS[k % ATTACKS.length] as string

let table: Table
beforeAll(async () => {
  table = await openTable({ isEmpty: true })
  await prepare()
})
afterAll(() => table.close())

/** A tournament in which whatever a person may write is hostile. */
async function prepare(): Promise<void> {
  const good = async (path: string, body: object, role?: string) => {
    const { status, body: answer } = await table.ask('POST', path, body, role)
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  }
  await good('/tournaments', { id: '__proto__', name: attack(0), site: attack(1) }, 'admin')
  const games = ATTACKS.map((_, k) => ({
    id: `hostile-${k}`,
    edition: '2018-01-01',
    play: 'standard',
    event: attack(k),
    site: attack(k + 1),
    white: { name: attack(k), title: 'GM', rating: 2_400 },
    black: { name: attack(k + 2) },
    timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
  }))
  await good('/tournaments/__proto__/rounds/constructor/games', { games })
  const note = ATTACKS.join(' ')
  const events = [
    { type: 'session-started', by: 'arbiter' },
    { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e5' } },
    { type: 'clock-pressed', by: 'white' },
    { type: 'claim-made', by: 'black', data: { about: 'illegal-move', seqs: [3], note } },
    { type: 'move-recorded', by: 'white', data: { ply: 1, text: attack(0) } },
    { type: 'draw-claimed', by: 'black', data: { basis: 'threefold', move: attack(2) } },
    {
      type: 'incident-recorded',
      by: 'arbiter',
      data: { kind: 'other', side: 'white', article: attack(3), note },
    },
    { type: 'appeal-lodged', by: 'white', data: { note } },
    { type: 'result-set', by: 'arbiter', data: { white: '0', black: '1', reason: note } },
  ]
  const at = Date.now() - 60_000
  await good('/games/hostile-0/events', {
    events: events.map((event, k) => ({ id: `h${k}`, at: new Date(at + k * 1_000).toISOString(), ...event })),
  })
}

const VIEWS = [
  ['home', '#/', null, '.tournaments .button'],
  ['round', '#/t/__proto__/r/constructor', 'arbiter', '.tile:nth-child(9)'],
  ['public round', '#/t/__proto__/r/constructor', null, '.tile:nth-child(9)'],
  ['game', '#/g/hostile-0', 'arbiter', '.card'],
  ['public game', '#/g/hostile-0', null, '.sheet'],
  ['office', '#/t/__proto__/office', 'admin', '.round-list .small'],
  ['standings', '#/t/__proto__/standings', null, '.crosstable'],
  ['report', '#/report/hostile-0', 'arbiter', '.hashes code'],
] as const

test.each(VIEWS)('%s: what is hostile stays text, on a telephone too', async (name, hash, role, ready) => {
  const { page, errors, close } = await table.open(hash, role)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  // Names may come with another answer than what the view is known by.
  await expect.poll(() => page.evaluate(() => document.body.textContent)).toContain(attack(0))
  if (name === 'game')
    for (const tab of ['Events', 'Claims', 'Enter']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.mouse.move(700, 400)
    }
  const seen = await page.evaluate(() => ({
    harmed: 'harmed' in window,
    planted: document.querySelectorAll('img[src="x"], script:not([src]), svg[onload], [onmouseover]').length,
    text: document.body.textContent,
    links: [...document.querySelectorAll('a')].map((link) => link.protocol),
  }))
  expect(seen).toMatchObject({ harmed: false, planted: 0 })
  expect(seen.text).toContain(attack(0))
  expect(new Set(seen.links)).not.toContain('javascript:')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, 'pixels too wide').toBeLessThanOrEqual(0)
  expect(errors).toEqual([])
  await close()
})

test('printed sheets carry it as text', async () => {
  for (const path of [
    '/games/hostile-0/scoresheet',
    '/tournaments/__proto__/rounds/constructor/scoresheets',
  ]) {
    const response = await fetch(table.host.url + path)
    const html = await response.text()
    expect([path, response.status]).toEqual([path, 200])
    expect(html).not.toMatch(/<img src=x|<script>window|<svg onload/)
    expect(html).toContain('&lt;img src=x onerror')
  }
})
