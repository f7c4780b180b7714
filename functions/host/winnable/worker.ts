/** The worker thread of search-thread.ts: receives one FEN after another and answers each. */
import { parentPort } from 'node:worker_threads'
import { parseFen } from '../../../domain/chess/index.ts'
import { answerBothSides } from '../../app/winnable/answer-both.ts'
import type { WorkerAnswer, WorkerQuestion } from './search-thread.ts'

parentPort?.on('message', ({ number, fen }: WorkerQuestion) => {
  const position = parseFen(fen)
  if (!position.ok) throw new Error(position.error.message)
  const answer: WorkerAnswer = { number, answers: answerBothSides(position.value) }
  parentPort?.postMessage(answer)
})
