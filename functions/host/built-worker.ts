/** Where the code of a worker thread is. */
import { existsSync } from 'node:fs'

/** Beside the bundle, beside its chunks, or, when run from sources, in dist. Throws where there is none. */
export function builtWorker(name: string): URL {
  const places = [`./${name}.mjs`, `../${name}.mjs`, `../../dist/${name}.mjs`]
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (file === undefined)
    throw new Error(`no ${places.join(' or ')} beside ${import.meta.url}: npm run build`)
  return file
}
