/** Reads the page's files from the bundle, plain and compressed, each once. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type AssetEncoding = 'br' | 'gzip' | 'identity'

const ENCODING_SUFFIXES: Readonly<Record<AssetEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

export interface Asset {
  /** The file in each coding, base64. */
  readonly bytes: Readonly<Record<AssetEncoding, string>>
  readonly contentType: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}

/** Where the files lie: beside the bundle, above the chunks of the bundle, or in dist where the host runs from sources. */
const ASSET_FOLDERS = ['./console/', '../console/', '../../dist/console/']

const assets = new Map<string, Asset>()
let folder: string | null | undefined

function folderOfAssets(): string | null {
  folder ??=
    ASSET_FOLDERS.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
      existsSync(`${path}index.html`),
    ) ?? null
  return folder
}

/** A file of the page by its name without a path; null where there is none. */
export function assetOf(name: string): Asset | null {
  const known = assets.get(name)
  if (known !== undefined) return known
  const read = readAsset(name)
  if (read !== null) assets.set(name, read)
  return read
}

/** Makes `assetOf` read the files of this folder, in place of those beside the program. */
export function servePageFrom(path: string): void {
  folder = join(path, '/')
  assets.clear()
}

function readAsset(name: string): Asset | null {
  const place = folderOfAssets()
  const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (place === null || contentType === undefined || !existsSync(place + name)) return null
  const inCoding = (coding: AssetEncoding) =>
    readFileSync(place + name + ENCODING_SUFFIXES[coding]).toString('base64')
  return {
    contentType,
    bytes: { br: inCoding('br'), gzip: inCoding('gzip'), identity: inCoding('identity') },
  }
}
