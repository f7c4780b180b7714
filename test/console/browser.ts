/** The page as people see it: a real Chromium before a real host with the sample round. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../kit/chromium.ts'
import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { copySample, type HostHere, type Served, serveHere, servePageHere } from '../kit/host-here.ts'

/** What a visitor has unless a test says otherwise. */
const LOOK = {
  viewport: { width: 1440, height: 900 },
  locale: 'en',
  colorScheme: 'dark',
  // Pieces that slide are drawn again and again: nothing that is tested is seen only on their way.
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions

export interface Table<H extends Served = HostHere> {
  readonly host: H
  readonly browser: Browser
  /** A page of its own, signed in where a role is named. Errors of the page fail the test that closes it. */
  open(hash: string, role?: string | null, options?: BrowserContextOptions): Promise<Visit>
  /** The same in a process that has loaded nothing yet, for what is timed. */
  openCold(hash: string, role?: string | null, options?: BrowserContextOptions): Promise<Visit>
  ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, role?: string): Promise<Reply>
  close(): Promise<void>
}

export interface Visit {
  readonly page: Page
  /** What the page logged as errors or threw. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  readonly body: any
}

/**
 * Pages by the options of their contexts. Half of what a page costs is the process that loads its first script, and much of the
 * rest the page's own making: one that was closed goes, emptied, to the next test that asks for the same options.
 */
function createPages(newContext: (options: BrowserContextOptions) => Promise<BrowserContext>, url: string) {
  const resting = new Map<string, Page[]>()
  return {
    async take(options: BrowserContextOptions): Promise<{ page: Page; giveBack(): Promise<void> }> {
      const same = resting.get(JSON.stringify(options)) ?? []
      resting.set(JSON.stringify(options), same)
      const page = same.pop() ?? (await (await newContext(options)).newPage())
      // A file of the host without a script: what is stored for its origin can be written before the page is there.
      if (!page.url().startsWith(url)) await page.goto(`${url}/healthz`)
      return {
        page,
        async giveBack() {
          for (const event of ['pageerror', 'console'] as const) page.removeAllListeners(event)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await page.goto(`${url}/healthz`)
          await page.evaluate(() => {
            localStorage.clear()
            sessionStorage.clear()
          })
          const { viewport, colorScheme, reducedMotion } = { ...LOOK, ...options }
          await page.emulateMedia({ media: null, colorScheme, reducedMotion })
          if (viewport) await page.setViewportSize(viewport)
          await page.mouse.move(0, 0)
          same.push(page)
        },
      }
    },
  }
}

interface TableOptions {
  /** The record is empty at first, without the sample round. */
  readonly isEmpty?: boolean
}

/** Run in a page: signs in with this token, as the page finds it when it is loaded. */
export const setToken = (token: string): void => sessionStorage.setItem('touchmove.token', token)

/** A host in this process. */
export async function openTable({ isEmpty = false }: TableOptions = {}): Promise<Table> {
  const folder = temporaryFolder()
  if (!isEmpty) await copySample(folder.path)
  await servePageHere()
  return tableOf(await serveHere(folder.path), folder)
}

/** An empty host in a process of its own, started with these arguments, for what kills it or reads what it prints. */
export async function openTableApart(args: readonly string[] = []): Promise<Table<Serving>> {
  const folder = temporaryFolder()
  return tableOf(await serve(folder.path, args), folder)
}

async function tableOf<H extends Served>(
  host: H,
  folder: ReturnType<typeof temporaryFolder>,
): Promise<Table<H>> {
  const browser = await openBrowser()
  const opened = new Set<BrowserContext>()
  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options)
    opened.add(context)
    return context
  }
  const pages = createPages(newContext, host.url)

  async function visit(page: Page, close: () => Promise<void>, hash: string): Promise<Visit> {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)))
    page.on('console', (message) => {
      // A stream that is not there and a host that is away are answered, not faults of the page.
      if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text()))
        errors.push(message.text())
    })
    await page.goto(`${host.url}/${hash}`)
    return { page, errors, close }
  }

  return {
    host,
    browser,
    async open(hash, role = null, options = {}) {
      const { page, giveBack } = await pages.take({ ...LOOK, ...options })
      if (role !== null) await page.evaluate(setToken, host.token(role))
      return visit(page, giveBack, hash)
    },
    async openCold(hash, role = null, options = {}) {
      const context = await newContext({ ...LOOK, ...options })
      const page = await context.newPage()
      if (role !== null) await page.addInitScript(setToken, host.token(role))
      return visit(page, () => context.close(), hash)
    },
    async ask(method, path, body, role = 'arbiter') {
      const response = await fetch(`${host.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${host.token(role)}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()))
      await host.stop()
      folder.remove()
      removeBundle()
    },
  }
}

/** What the board of the game view has on it: the first field of a FEN. */
export const boardOf = (page: Page): Promise<string> =>
  page.locator('.stage .board').evaluate((board) => (board as HTMLElement).dataset['fen'] ?? '')

/** Rules of the cards shown, sorted, with their status. */
export const cardsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.side .card')
    .evaluateAll((cards) => cards.map((card) => `${(card as HTMLElement).dataset['rule']}`).sort())

/** The page's line is up and the game is shown. */
export async function shown(page: Page): Promise<void> {
  await page.locator('.stage .board[data-fen]').waitFor()
  await page.locator('.link.live, .link.polling').waitFor()
}

/** Goes to an instant as a reader does: by typing it. */
export async function typeInstant(page: Page, text: string): Promise<void> {
  const input = page.locator('.instant input')
  await input.fill(text)
  await input.press('Enter')
}
