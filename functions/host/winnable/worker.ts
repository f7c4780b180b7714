/** The thread that searches (see threads.ts): takes one FEN after another, answers each. */
import { parentPort } from 'node:worker_threads'
import { parseFen } from '../../../domain/chess/index.ts'
import { answerBoth } from '../../app/winnable/answers.ts'
import type { Asked, Told } from './threads.ts'

parentPort?.on('message', ({ number, fen }: Asked) => {
  const position = parseFen(fen)
  if (!position.ok) throw new Error(position.error.message)
  const told: Told = { number, answers: answerBoth(position.value) }
  parentPort?.postMessage(told)
})
