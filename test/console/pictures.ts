/**
 * Takes the pictures of docs/images, each view dark, light and on a phone: `npm run docs:images`. Each is meant to be
 * looked at before it is committed. `-- --folder /tmp/x --language sl --only report --look phone` takes some of them, and
 * `-- --sizes --folder /tmp/x` every view at 390×844, 1280×720 and 1440×900, dark and light.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openTable } from './browser.ts'
import { withPalette } from './palette.ts'
import { playScenes } from './scenes.ts'

const { values: wanted } = parseArgs({
  options: {
    folder: { type: 'string', default: resolve(import.meta.dirname, '../../docs/images') },
    language: { type: 'string', default: 'en' },
    only: { type: 'string', multiple: true, default: [] },
    look: { type: 'string', multiple: true, default: [] },
    sizes: { type: 'boolean', default: false },
  },
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  dark: { viewport: { width: 1280, height: 800 } },
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { ...PHONE, deviceScaleFactor: 1.5 },
}

/** What people have before them, in both themes. */
const SIZES: Readonly<Record<string, BrowserContextOptions>> = Object.fromEntries(
  Object.entries<BrowserContextOptions>({
    '390x844': PHONE,
    '1280x720': { viewport: { width: 1280, height: 720 } },
    '1440x900': { viewport: { width: 1440, height: 900 } },
  }).flatMap(([size, options]) =>
    (['dark', 'light'] as const).map((colorScheme) => [
      `${size}-${colorScheme}`,
      { ...options, colorScheme },
    ]),
  ),
)

interface Picture {
  readonly name: string
  readonly hash: string
  readonly role?: string | null
  readonly ready: string
  readonly before?: (page: Page) => Promise<unknown>
}

const tab = (name: string) => (page: Page) => page.locator(`#tab-${name}`).click()

/** From the whole game down to the seconds around the playhead. */
async function zoomIn(page: Page): Promise<void> {
  for (let k = 0; k < 9; k++) await page.keyboard.press('+')
}

/** The claims' part, once it is known whether White can still mate. */
async function claimsAnswered(page: Page): Promise<void> {
  await tab('claims')(page)
  await page.locator('.mates[data-answer]').first().waitFor()
}

/** On a phone the tabs lie below the timeline. */
async function intoView(page: Page): Promise<void> {
  await page.locator('.side').evaluate((node) => node.scrollIntoView({ block: 'start' }))
}

const inTab = (name: Parameters<typeof tab>[0]) => async (page: Page) => {
  await tab(name)(page)
  await intoView(page)
}

/** Tokens for the boards of the round, as they come out of a printer. */
async function mintCards(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make' }).click()
  await page.locator('.token-card img').nth(7).waitFor()
  await page.emulateMedia({ media: 'print' })
}

const PICTURES: readonly Picture[] = [
  { name: 'home', hash: '#/', role: null, ready: '.tournaments .button' },
  { name: 'round', hash: '#/t/sample/r/1', ready: '.waiting .tile' },
  { name: 'public-round', hash: '#/t/sample/r/1', role: null, ready: '.tile .board[data-fen]' },
  { name: 'game', hash: '#/g/sample-8', ready: '.card .rulings' },
  { name: 'public', hash: '#/g/sample-2', role: null, ready: '.sheet' },
  { name: 'touch', hash: '#/g/sample-8?seq=82', ready: '.card, .empty', before: zoomIn },
  {
    name: 'ruling',
    hash: '#/g/sample-8',
    ready: '.card .rulings',
    before: (page) => page.locator('.card .rulings button').first().click(),
  },
  {
    name: 'verdicts',
    hash: '#/g/sample-4?seq=58',
    ready: '.card',
    before: intoView,
  },
  {
    name: 'what-if',
    hash: '#/g/blitz?edition=2009-07-01',
    ready: '.beside .card',
    before: intoView,
  },
  {
    name: 'claims',
    hash: '#/g/repeated',
    ready: '.card, .empty',
    before: async (page) => {
      await claimsAnswered(page)
      await intoView(page)
    },
  },
  {
    name: 'events',
    hash: '#/g/sample-4?seq=58',
    ready: '.card',
    before: inTab('events'),
  },
  {
    name: 'entry',
    hash: '#/g/sample-8',
    role: 'operator',
    ready: '.card',
    before: inTab('enter'),
  },
  { name: 'office', hash: '#/t/sample/office', role: 'admin', ready: '.round-list .small' },
  { name: 'cards', hash: '#/t/sample/office', role: 'admin', ready: '.round-list .small', before: mintCards },
  { name: 'report', hash: '#/report/sample-4?seq=58', ready: '.hashes code' },
]

mkdirSync(wanted.folder, { recursive: true })
const table = await openTable()
await playScenes(table)
for (const { name, hash, role = 'arbiter', ready, before } of PICTURES) {
  if (wanted.only.length > 0 && !wanted.only.includes(name)) continue
  for (const [look, options] of Object.entries(wanted.sizes ? SIZES : LOOKS)) {
    if (wanted.look.length > 0 && !wanted.look.includes(look)) continue
    const { page, errors, close } = await table.open(hash, role, { locale: wanted.language, ...options })
    await page.locator(ready).first().waitFor({ state: 'attached' })
    await page.waitForTimeout(500)
    await before?.(page)
    await page.waitForTimeout(400)
    const picture = withPalette(await page.screenshot())
    writeFileSync(join(wanted.folder, `${name}-${look}.png`), picture)
    process.stdout.write(
      `${name}-${look} ${picture.length}${errors.length > 0 ? ` ${errors.join(' ')}` : ''}\n`,
    )
    await close()
  }
}
await table.close()
