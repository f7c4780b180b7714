/** Traces which files of the product some work runs through, and how often each function is called, as V8 counts calls. */
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** What ran while some work was done. */
export interface Trace {
  /** Files of the product in which a function was called. */
  readonly files: readonly string[]
  /** How often each of their functions was called, by name, and `JSON.parse`; an async one counts again after each await. */
  readonly calls: Readonly<Record<string, number>>
}

let parsed = 0
const { parse } = JSON
JSON.parse = (...args) => {
  parsed++
  return parse(...args)
}

export async function traceOf(work: () => Promise<unknown>): Promise<Trace> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  parsed = 0
  await work()
  const calls: Record<string, number> = { 'JSON.parse': parsed }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const files = new Set<string>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    const file = relative(ROOT, fileURLToPath(url))
    if (!/^(?:events|domain|functions)\//.test(file)) continue
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges
      // V8 lists the module itself as a function.
      if (whole === undefined || whole.startOffset === 0 || whole.count === 0) continue
      files.add(file)
      if (functionName !== '') calls[functionName] = (calls[functionName] ?? 0) + whole.count
    }
  }
  return { files: [...files].sort(), calls }
}
