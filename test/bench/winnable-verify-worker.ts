/** One thread of `npm run verify:winnable`: answers tasks one after another. */

import { parentPort } from 'node:worker_threads'
import { canMate } from '../../domain/winnable/index.ts'
import { compare } from '../winnable/compare.ts'
import { faultOf } from '../winnable/replay.ts'
import { position, type Question } from '../winnable/rows.ts'

export type Task =
  | { readonly kind: 'question'; readonly group: number; readonly question: Question; readonly nodes: number }
  | { readonly kind: 'class'; readonly pieces: string }

/** `fault`: what is wrong with the answer, or null. */
export type Report =
  | {
      readonly kind: 'question'
      readonly group: number
      readonly id: string
      /** `yes`, `undetermined`, or `no` with its proof. */
      readonly answer: string
      readonly nodes: number
      readonly fault: string | null
    }
  | { readonly kind: 'class'; readonly text: string; readonly fault: string | null }

/** Of the positions of a class in which a mate is possible and the static stage says nothing, one in so many is asked. */
const EVERY = 2000
const CLASS_NODES = 100_000

function answer(task: Task): Report {
  if (task.kind === 'class') return answerClass(task.pieces)
  const { group, question, nodes } = task
  const { fen, side, canMate: truth } = question
  const id = `${question.id} ${side}`
  const found = canMate(position(fen), side, { nodes })
  const shown = found.answer === 'no' ? `no (${found.proof})` : found.answer
  const report = { kind: 'question', group, id, answer: shown, nodes: found.nodes } as const
  if (found.nodes > nodes) return { ...report, fault: `${id}: ${found.nodes} nodes spent, ${nodes} given` }
  if (found.answer === 'undetermined') return { ...report, fault: null }
  if ((found.answer === 'yes') !== truth) return { ...report, fault: `${id}: ${shown} in ${fen}` }
  const fault = found.answer === 'yes' ? faultOf(fen, found.line, side) : null
  return { ...report, fault: fault === null ? null : `${id}: ${fault}` }
}

function answerClass(pieces: string): Report {
  const { positions, unwinnable, settled, wrong, open } = compare(pieces, EVERY, CLASS_NODES)
  const text = `${pieces}: ${positions} positions, ${unwinnable} questions answered no, ${settled} of them statically`
  const faults = [...wrong, ...open.map((where) => `${where} left open`)]
  const fault = faults.length === 0 ? null : `${pieces}: ${faults.length}, the first ${faults[0]}`
  return { kind: 'class', text, fault }
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)))
