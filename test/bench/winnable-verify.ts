/**
 * `npm run verify:winnable`: every known position and whole classes of few pieces asked and compared, over all cores. Prints
 * what it does; ends with 1 when an answer is wrong, a line does not mate, or more is left open than there may be.
 */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  ANCHOR_WRONG,
  handed,
  hasPublished,
  PUBLISHED,
  published,
  type Question,
  questionsOf,
} from '../winnable/rows.ts'
import type { Report, Task } from './winnable-verify-worker.ts'

/** The classes of four pieces without pawns, but for those that are others with the colours swapped. */
const PAWNLESS = [
  ...['QQ', 'QR', 'QB', 'QN', 'RR', 'RB', 'RN', 'BB', 'BN', 'NN'],
  ...['Qq', 'Qr', 'Qb', 'Qn', 'Rr', 'Rb', 'Rn', 'Bb', 'Bn', 'Nn'],
]
const PAWNFUL = ['Pq', 'Pr', 'Pb', 'Pn', 'BP', 'NP', 'PP']

/** Questions of a set, and how many of them may be left open at how many nodes. */
interface Group {
  readonly name: string
  readonly questions: readonly Question[]
  readonly nodes: number
  readonly mayBeOpen: number
}

const groups: Group[] = [
  {
    name: 'handed and anchor-wrong',
    questions: [...questionsOf(handed()), ANCHOR_WRONG],
    nodes: 2_000_000,
    mayBeOpen: 1,
  },
]
if (hasPublished()) {
  groups.push({
    name: 'published',
    questions: questionsOf(published()),
    nodes: 16_000_000,
    mayBeOpen: 20,
  })
} else console.log(`${PUBLISHED} is not there: the published positions are not asked`)

const tasks: Task[] = [
  ...groups.flatMap(({ questions, nodes }, group) =>
    questions.map((question) => ({ kind: 'question' as const, group, question, nodes })),
  ),
  ...[...PAWNFUL, ...PAWNLESS].map((pieces) => ({ kind: 'class' as const, pieces: `Kk${pieces}` })),
]

const started = Date.now()
const seconds = (): string => `${Math.round((Date.now() - started) / 1000)} s`
let next = 0
let done = 0
const reports: Report[] = []
let failed = false

function fail(text: string): void {
  failed = true
  console.log(`WRONG ${text}`)
}

function take(report: Report): void {
  reports.push(report)
  done++
  if (report.fault !== null) fail(report.fault)
  if (report.kind === 'class') console.log(`${report.text} (${seconds()})`)
  else if (report.answer === 'undetermined')
    console.log(`open: ${report.id} at ${report.nodes} nodes (${seconds()})`)
  if (done % 500 === 0) console.log(`${done} of ${tasks.length} done (${seconds()})`)
}

const work = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('winnable-verify-worker.mjs', import.meta.url))
    const give = () => {
      const task = tasks[next++]
      if (task !== undefined) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('error', reject)
    worker.on('message', (report: Report) => {
      take(report)
      give()
    })
    give()
  })

await Promise.all(Array.from({ length: availableParallelism() }, work))

groups.forEach(({ name, questions, mayBeOpen, nodes }, group) => {
  const answers = new Map<string, number>()
  for (const report of reports) {
    if (report.kind !== 'question' || report.group !== group) continue
    answers.set(report.answer, (answers.get(report.answer) ?? 0) + 1)
  }
  const open = answers.get('undetermined') ?? 0
  if (open > mayBeOpen) fail(`${name}: ${open} left open, at most ${mayBeOpen} may be`)
  const counts = [...answers].sort(([, a], [, b]) => b - a).map(([answer, count]) => `${answer} ${count}`)
  console.log(`${name}: ${questions.length} questions at ${nodes} nodes: ${counts.join(', ')}`)
})
console.log(`${failed ? 'FAILED' : 'nothing wrong'} after ${seconds()}`)
process.exit(failed ? 1 : 0)
