/** What the functions weigh and what loading them costs: sizes as uploaded, CPU of fresh processes. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions, type FunctionName } from '../../../infra/bundles.ts'
import { importCpu } from '../../infra/starting.ts'
import { median } from '../measure.ts'
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
  const runs = process.env['TOUCHMOVE_BENCH'] === 'quick' ? 5 : 11
  const rows = BUDGETS.flatMap(([name, what, mostKb, mostMs]): Row[] => {
    const file = join(folders[name], 'index.js')
    const size = statSync(file).size / 1024
    const ms = median(importCpu(file, runs))
    const row = (id: string, of: string, unit: string, value: number, most: number): Row => ({
      id: `bundle-${name}-${id}`,
      group: 'functions',
      what: `function ${of}, ${what} (\`${name}\`)`,
      beside: `${most} ${unit}`,
      ratio: { median: value / most, low: value / most, high: value / most },
      target: { most: 1 },
      figures: `${figure(value)} ${unit}`,
    })
    return [row('size', 'bundle', 'KB', size, mostKb), row('cpu', 'import CPU', 'ms', ms, mostMs)]
  })
  rmSync(out, { recursive: true })
  return rows
}
