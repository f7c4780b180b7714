/**
 * `npm run bench [-- --quick] [-- GROUP…]`: every row of docs/performance.md, each group in a process of its own on one core,
 * product and peers in turn. Writes the tables between that document's marks and the curves in docs/images; `--quick` writes
 * nothing and compares with ratios.json: it fails when a ratio is below half the recorded one twice in a row, times beside a
 * fixed figure aside.
 */
import { execFileSync, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Chart } from './plot.ts'
import { svgOf } from './plot.ts'
import { isMet, type Row } from './row.ts'
import { lineOf, tablesInto } from './tables.ts'

const GROUPS = ['perft', 'pgn', 'fold', 'append', 'import', 'feeds', 'http', 'sse', 'bundles']
const WORKER = process.env['TOUCHMOVE_BENCH_WORKER']!
const RECORDED = 'test/bench/ratios.json'
const DOCUMENT = 'docs/performance.md'

const args = process.argv.slice(2)
const quick = args.includes('--quick')
const asked = args.filter((arg) => !arg.startsWith('--'))
const groups = asked.length === 0 ? GROUPS : GROUPS.filter((group) => asked.includes(group))

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const pinned = hasTaskset()

/** On the last core: the first one has the machine's own work. */
function run<T>(group: string): Promise<T> {
  const env = { ...process.env, ...(quick && { TOUCHMOVE_BENCH: 'quick' }) }
  const core = ['-c', String(availableParallelism() - 1), process.execPath]
  const child = fork(WORKER, [group], {
    env,
    ...(pinned ? { execPath: 'taskset', execArgv: [...core, '--expose-gc'] } : { execArgv: ['--expose-gc'] }),
  })
  return new Promise((resolve, reject) => {
    let answer: T | undefined
    child.on('message', (message) => {
      answer = message as T
    })
    child.on('exit', () =>
      answer === undefined ? reject(new Error(`${group} gave no figures`)) : resolve(answer),
    )
  })
}

async function measured(wanted: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of wanted) {
    const some = await run<Row[]>(group)
    for (const row of some) console.log(lineOf(row))
    rows.push(...some)
  }
  return rows
}

/** Whether a ratio is less than half as good as the recorded one; what meets its target all the same has not fallen. */
function fell(row: Row, recorded: Readonly<Record<string, number>>): boolean {
  const { id, ratio, target, fixed } = row
  const before = recorded[id]
  if (before === undefined || target === null || fixed || isMet(row)) return false
  return 'least' in target ? ratio.median < before / 2 : ratio.median > before * 2
}

const rows = await measured(groups)
const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, number>
if (quick) {
  const suspects = rows.filter((row) => fell(row, recorded))
  if (suspects.length > 0) {
    console.log(`again: ${suspects.map(({ what }) => what).join('; ')}`)
    const ids = new Set(suspects.map(({ id }) => id))
    const again: Row[] = []
    for (const group of groups) {
      const concerned = rows.some((row) => ids.has(row.id) && groupOf(row) === group)
      if (concerned) again.push(...(await measured([group])))
    }
    const fallen = again.filter((row) => ids.has(row.id) && fell(row, recorded))
    for (const { what, ratio, id } of fallen)
      console.error(`${what}: ${ratio.median.toFixed(2)}, recorded ${recorded[id]}`)
    process.exitCode = fallen.length > 0 ? 1 : 0
  }
} else {
  for (const { id, ratio } of rows) recorded[id] = Number(ratio.median.toPrecision(3))
  writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`)
  const text = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(DOCUMENT, tablesInto(text, rows, pinned))
  if (asked.length === 0 || asked.includes('growth'))
    for (const chart of await run<Chart[]>('growth'))
      writeFileSync(join('docs/images', chart.file), svgOf(chart))
}

function groupOf({ id }: Row): string {
  const start = id.split('-')[0]!
  const owners: Readonly<Record<string, string>> = {
    perft: 'perft',
    pgn: 'pgn',
    fold: 'fold',
    instant: 'fold',
    append: 'append',
    burst: 'append',
    projection: 'append',
    import: 'import',
    round: 'feeds',
    feed: 'http',
    sse: 'sse',
    bundle: 'bundles',
  }
  return owners[start]!
}
