/** Finds the bundled code of a worker thread. */
import { existsSync } from 'node:fs'

/**
 * The URL of `NAME.mjs`: beside the bundle, in the folder above where a chunk of the bundle calls, or in dist where the host runs
 * from sources. Throws where there is none.
 */
export function builtWorker(name: string): URL {
  const places = [`./${name}.mjs`, `../${name}.mjs`, `../../dist/${name}.mjs`]
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (file === undefined)
    throw new Error(`no ${places.join(' or ')} beside ${import.meta.url}: npm run build`)
  return file
}
