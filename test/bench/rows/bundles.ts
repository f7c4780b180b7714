/** What the functions weigh and what loading them costs: sizes as uploaded, CPU of fresh processes. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions, type FunctionName } from '../../../infra/bundles.ts'
import { importCpu } from '../../infra/starting.ts'
import { type Spread, spread } from '../measure.ts'
import { figure, type Row } from '../row.ts'

/** KB and ms that each may take. */
const BUDGETS: readonly (readonly [FunctionName, string, number, number])[] = [
  ['commands', 'writing', 480, 80],
  ['reads', 'reading, with the database', 420, 70],
  ['winnable', 'reading, without a database', 60, 6],
]

export async function bundleRows(): Promise<Row[]> {
  const out = mkdtempSync(join(tmpdir(), 'touchmove-bench-'))
  const folders = await bundleFunctions(out)
  const fileOf = (name: FunctionName) => join(folders[name], 'index.js')
  const runs = process.env['TOUCHMOVE_BENCH'] === 'quick' ? 5 : 21
  const times = new Map<FunctionName, number[]>(BUDGETS.map(([name]) => [name, []]))
  // In turn, so that what else the machine does falls on all alike.
  for (let run = 0; run < runs; run++)
    for (const [name] of BUDGETS) times.get(name)!.push(...importCpu(fileOf(name), 1))
  const rows = BUDGETS.flatMap(([name, what, mostKb, mostMs]): Row[] => {
    const size = statSync(fileOf(name)).size / 1024
    const ms = spread(times.get(name)!)
    const whole = { median: size, low: size, high: size }
    const row = (id: string, of: string, unit: string, value: Spread, most: number): Row => ({
      id: `bundle-${name}-${id}`,
      group: 'functions',
      what: `function ${of}, ${what} (\`${name}\`)`,
      beside: `${most} ${unit}`,
      ratio: { median: value.median / most, low: value.low / most, high: value.high / most },
      target: { most: 1 },
      ...(unit === 'ms' && { fixed: true }),
      figures: `${figure(value.median)} ${unit}`,
    })
    return [row('size', 'bundle', 'KB', whole, mostKb), row('cpu', 'import CPU', 'ms', ms, mostMs)]
  })
  rmSync(out, { recursive: true })
  return rows
}
