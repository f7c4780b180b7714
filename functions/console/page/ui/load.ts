/**
 * Loads parts of the page when they are needed. A part that does not come is requested again, and a notice says that it is missing.
 * Browsers remember that an import failed, so the page is loaded anew once the service answers.
 */
import { signal } from '@preact/signals-core'

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000]

/** How many parts have failed to load and are requested again. */
export const missingPartCount = signal(0)

/** Loads the part, however often it has to be requested. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; failures++) {
    try {
      const part = await load()
      if (failures > 0) missingPartCount.value--
      sessionStorage.removeItem(RELOADS_KEY)
      return part
    } catch (error) {
      if (failures === 0) {
        missingPartCount.value++
        console.warn(error)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAYS_MS[failures] ?? 8000))
      if (!isWriting() && mayReload() && (await serviceAnswers())) reloadPage()
    }
  }
}

/** Storage key: when, and how often, the page was loaded anew for a missing part. */
const RELOADS_KEY = 'touchmove.renewed'
const FIRST_RELOAD_PAUSE_MS = 4000
const MAX_RELOAD_PAUSE_MS = 300_000

function reloads(): { readonly at: number; readonly times: number } {
  const [at = 0, times = 0] = (sessionStorage.getItem(RELOADS_KEY) ?? '').split(' ').map(Number)
  return { at, times }
}

/** Whether the user is writing something, which would be lost with the page. */
const isWriting = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('.entry input:not([type=checkbox])')].some(
    ({ value }) => value !== '',
  )

/** Whether the page may be loaded anew: after ever longer pauses, since a part may be gone for good. */
function mayReload(): boolean {
  const { at, times } = reloads()
  return (
    Date.now() - at >
    Math.min(MAX_RELOAD_PAUSE_MS, times === 0 ? 0 : FIRST_RELOAD_PAUSE_MS * 2 ** (times - 1))
  )
}

const serviceAnswers = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Loads the page anew. The view is in the address and the token in the tab's storage, so both remain. */
function reloadPage(): void {
  sessionStorage.setItem(RELOADS_KEY, `${Date.now()} ${reloads().times + 1}`)
  location.reload()
}
