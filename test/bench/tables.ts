/** Rows as lines of the terminal and as the tables of docs/performance.md. */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { isMet, missOf, type Row } from './row.ts'

const two = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const wanted = ({ target }: Row): string =>
  target === null ? '–' : 'least' in target ? `≥ ${target.least}×` : `≤ ${target.most}×`

const verdict = (row: Row): string =>
  row.target === null ? '–' : isMet(row) ? 'met' : `missed by ${Math.round(100 * missOf(row))} %`

export const lineOf = (row: Row): string =>
  `${row.what} | ${row.beside} | ${two(row.ratio.median)}× (${wanted(row)}) ${verdict(row)} | ${row.figures}`

const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version

/** The document with its tables made anew; rows that were not measured this time go. */
export function tablesInto(text: string, rows: readonly Row[], pinned: boolean): string {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`the document lacks ${BEGIN} or ${END}`)
  return `${before}${BEGIN}\n${machine(pinned)}\n\n${table(rows)}\n${END}${after}`
}

function machine(pinned: boolean): string {
  const peers = ['chessops', 'chess.js', 'kokopu', 'dynalite', '@aws-sdk/client-dynamodb', 'zod', 'esbuild']
  const versions = peers.map((name) => `${name} ${versionOf(name)}`).join(', ')
  const [processor] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  const load = loadavg()[0]!.toFixed(1)
  const core = pinned ? 'each group in a process pinned to one core' : 'not pinned to a core'
  return `${date}, ${processor?.model.trim()} (${cpus().length} cores), Node ${process.version.slice(1)}, ${core}, load ${load} at the end. ${versions}.`
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, beside, ratio, figures } = row
    return `| ${what} | ${beside} | **${two(ratio.median)}×** | ${two(ratio.low)}–${two(ratio.high)} | ${wanted(row)} | ${verdict(row)} | ${figures} |`
  })
  return [
    '| what | beside | ratio | quartiles | target | | product · other |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
