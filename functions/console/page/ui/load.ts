/** Parts of the page that are loaded when they are needed: asked for again while they do not come, and it is said that they are missing. */
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
      return part
    } catch (error) {
      if (failures === 0) {
        missing.value++
        console.warn(error)
      }
      await new Promise((resolve) => setTimeout(resolve, WAITS[failures] ?? 8000))
    }
  }
}
