/** One group of rows in a process of its own, or one beside it: the client that asks its servers, a bare server. */
import { serveBare } from './bare.ts'
import { serveJobs } from './client.ts'
import type { Row } from './row.ts'
import { appendRows } from './rows/append.ts'
import { bundleRows } from './rows/bundles.ts'
import { feedRows } from './rows/feeds.ts'
import { foldRows } from './rows/fold.ts'
import { growthCurves } from './rows/growth.ts'
import { httpRows } from './rows/http.ts'
import { importRows } from './rows/import.ts'
import { perftRows } from './rows/perft.ts'
import { pgnRows } from './rows/pgn.ts'
import { sseRows } from './rows/sse.ts'

const GROUPS: Readonly<Record<string, () => Promise<Row[]>>> = {
  perft: perftRows,
  pgn: pgnRows,
  fold: foldRows,
  append: appendRows,
  import: importRows,
  feeds: feedRows,
  http: httpRows,
  sse: sseRows,
  bundles: bundleRows,
}

const [name = ''] = process.argv.slice(2)
if (name === 'client') serveJobs()
else if (name === 'bare') serveBare()
else {
  const answer = name === 'growth' ? await growthCurves() : await GROUPS[name]!()
  process.send!(answer, () => process.exit(0))
}
