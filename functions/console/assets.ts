/** The page's files as the bundle left them, read once and kept, plain and compressed. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export interface Asset {
  readonly body: string
  /** The same compressed, base64. */
  readonly gzip: string
  readonly contentType: string
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}

/** Beside the bundle, beside the bundle's chunks, and where sources find what was built. */
const PLACES = ['./console/', '../console/', '../../dist/console/']

const kept = new Map<string, Asset | null>()
let folder: string | null | undefined

function folderOfAssets(): string | null {
  folder ??=
    PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
      existsSync(`${path}index.html`),
    ) ?? null
  return folder
}

/** A file of the page by its name without a path; null where there is none. */
export function assetOf(name: string): Asset | null {
  const known = kept.get(name)
  if (known !== undefined) return known
  const read = readAsset(name)
  if (read !== null) kept.set(name, read)
  return read
}

function readAsset(name: string): Asset | null {
  const place = folderOfAssets()
  const contentType = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (place === null || contentType === undefined || !existsSync(place + name)) return null
  const body = readFileSync(place + name, 'utf8')
  return { body, contentType, gzip: gzipSync(body, { level: 9 }).toString('base64') }
}
