/** A worker thread that searches which side can still mate, so that the main thread goes on serving requests. */
import { Worker } from 'node:worker_threads'
import { RefusedError } from '../../http/reply.ts'
import type { SearchUnwinnability, UnwinnabilityAnswers } from '../../ports.ts'
import { builtWorker } from '../built-worker.ts'

export interface WorkerQuestion {
  readonly number: number
  readonly fen: string
}

export interface WorkerAnswer {
  readonly number: number
  readonly answers: UnwinnabilityAnswers
}

interface Waiting {
  resolve(answers: UnwinnabilityAnswers): void
  reject(fault: unknown): void
}

export interface WinnableThread {
  readonly ask: SearchUnwinnability
  /** Ends the thread and any search in progress; questions that wait are refused (`unavailable`), and later ones too. */
  close(): Promise<void>
}

const CLOSED = 'the host is being stopped; ask again when it is back'

/**
 * The thread starts with the first question, and again after a fault, which fails all questions that wait.
 *
 * @param file the worker's built code; by default found beside this file
 */
export function openWinnableThread(file?: URL): WinnableThread {
  let worker: Worker | null = null
  let closed = false
  let next = 0
  const waiting = new Map<number, Waiting>()

  const fail = (from: Worker, fault: unknown) => {
    if (worker !== from) return
    worker = null
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
  }

  const started = (): Worker => {
    const fresh = new Worker(file ?? builtWorker('winnable-worker'))
    fresh.on('message', ({ number, answers }: WorkerAnswer) => {
      waiting.get(number)?.resolve(answers)
      waiting.delete(number)
    })
    fresh.on('error', (fault) => fail(fresh, fault))
    fresh.on('exit', () => fail(fresh, new Error('the thread that searches has ended')))
    return fresh
  }

  const refusal = () => new RefusedError({ code: 'unavailable', message: CLOSED })

  return {
    ask: (fen) =>
      new Promise((resolve, reject) => {
        if (closed) throw refusal()
        worker ??= started()
        const asked: WorkerQuestion = { number: next++, fen }
        waiting.set(asked.number, { resolve, reject })
        worker.postMessage(asked)
      }),
    async close() {
      closed = true
      const last = worker
      if (last === null) return
      fail(last, refusal())
      await last.terminate()
    },
  }
}
