/**
 * Parts of the page that are loaded when they are needed. One that does not come is asked for again, and that it is
 * missing is said. Browsers remember that an import failed; so once the service answers again the page is loaded anew.
 */
import { signal } from '@preact/signals-core'

const WAITS = [500, 1000, 2000, 4000]

/** How many parts are waited for in vain. */
export const missing = signal(0)

/** The part, however often it has to be asked for. */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; failures++) {
    try {
      const part = await load()
      if (failures > 0) missing.value--
      sessionStorage.removeItem(RENEWED)
      return part
    } catch (error) {
      if (failures === 0) {
        missing.value++
        console.warn(error)
      }
      await new Promise((resolve) => setTimeout(resolve, WAITS[failures] ?? 8000))
      if (!isWriting() && mayRenew() && (await answers())) renew()
    }
  }
}

/** When, and how often, the page was loaded anew for a missing part. */
const RENEWED = 'touchmove.renewed'
const FIRST_PAUSE = 4000
const LONGEST_PAUSE = 300_000

function renewals(): { readonly at: number; readonly times: number } {
  const [at = 0, times = 0] = (sessionStorage.getItem(RENEWED) ?? '').split(' ').map(Number)
  return { at, times }
}

/** What is being written would be lost with the page. */
const isWriting = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('.entry input:not([type=checkbox])')].some(
    ({ value }) => value !== '',
  )

/** Ever more rarely, for where a part is gone for good a page that comes and goes helps nobody. */
function mayRenew(): boolean {
  const { at, times } = renewals()
  return Date.now() - at > Math.min(LONGEST_PAUSE, times === 0 ? 0 : FIRST_PAUSE * 2 ** (times - 1))
}

const answers = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** What is looked at is in the address, and who looks in the tab's storage: both stay. */
function renew(): void {
  sessionStorage.setItem(RENEWED, `${Date.now()} ${renewals().times + 1}`)
  location.reload()
}
