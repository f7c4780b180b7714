/**
 * Stack traces in the names of the sources. The map beside a bundle is read when a trace is first looked at: Node's own
 * `--enable-source-maps` reads it at every start, which takes half as long again as loading the bundle does.
 */
import type { SourceMap } from 'node:module'

/** The map beside a file, or null: a trace in the bundle's own lines is better than none. */
function mapOf(file: string): SourceMap | null {
  try {
    // Asked for here: to import them would cost each start what this module is there to save.
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const { SourceMap } = process.getBuiltinModule('node:module')
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return null
  }
}

/** From now on `stack` names sources, with their lines and columns from 1, wherever a file has its map beside it. */
export function traceSources(): void {
  const maps = new Map<string, SourceMap | null>()
  const placeOf = (site: NodeJS.CallSite): string => {
    const file = site.getFileName()
    if (file === null || file === undefined || file.startsWith('node:')) return String(site)
    if (!maps.has(file)) maps.set(file, mapOf(file))
    const entry = maps
      .get(file)
      ?.findEntry((site.getLineNumber() ?? 1) - 1, (site.getColumnNumber() ?? 1) - 1)
    if (entry === undefined || !('originalSource' in entry)) return String(site)
    // Without the bundle's short names of functions, which say nothing.
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${placeOf(site)}`)].join('\n')
}
