/** A real Chromium, one for all test files of a process. */
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** Flags that @sparticuz/chromium sets for Lambda: left out, since with them pages would not be isolated as in any other browser. */
const UNWANTED =
  /single-process|zygote|web-security|site-isolation|insecure-content|disable-features|use-gl|use-angle|swiftshader|in-process-gpu/

let launched: Promise<Browser> | null = null

/** The Chromium of this process: its test files share one, which ends with the process, or is started anew where it has crashed. */
export async function openBrowser(): Promise<Browser> {
  const before = await launched
  if (before?.isConnected() === true) return before
  launched = chromium.executablePath().then((executablePath) =>
    playwright.launch({
      executablePath,
      // Without a graphics card Chromium paints faster by itself than through an emulated one.
      args: [
        ...chromium.args.filter((arg) => !UNWANTED.test(arg)),
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--process-per-site',
      ],
      headless: true,
    }),
  )
  return launched
}
