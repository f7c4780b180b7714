/** A worker thread that searches which side can still mate, so that the main thread serves requests meanwhile. */
import { Worker } from 'node:worker_threads'
import { RefusedError } from '../../http/reply.ts'
import type { SearchUnwinnability, UnwinnabilityAnswers } from '../../ports.ts'
import { builtWorker } from '../built-worker.ts'
import { createPendingCalls } from '../pending-calls.ts'

export interface WorkerQuestion {
  readonly number: number
  readonly fen: string
}

export interface WorkerAnswer {
  readonly number: number
  readonly answers: UnwinnabilityAnswers
}

export interface WinnableThread {
  readonly ask: SearchUnwinnability
  /** Ends the thread and any search in progress. Waiting and later questions are refused with `unavailable`. */
  close(): Promise<void>
}

const CLOSED = 'the host is being stopped; ask again when it is back'

/**
 * The thread starts with the first question, and again with the first one after a fault, which fails all waiting questions.
 *
 * @param file the worker's built code; by default the one that `builtWorker` finds
 */
export function openWinnableThread(file?: URL): WinnableThread {
  let worker: Worker | null = null
  let closed = false
  const calls = createPendingCalls<UnwinnabilityAnswers>()

  const fail = (from: Worker, fault: unknown) => {
    if (worker !== from) return
    worker = null
    calls.rejectAll(fault)
  }

  const started = (): Worker => {
    const fresh = new Worker(file ?? builtWorker('winnable-worker'))
    fresh.on('message', ({ number, answers }: WorkerAnswer) => calls.resolve(number, answers))
    fresh.on('error', (fault) => fail(fresh, fault))
    fresh.on('exit', () => fail(fresh, new Error('the thread that searches has ended')))
    return fresh
  }

  const refusal = () => new RefusedError({ code: 'unavailable', message: CLOSED })

  return {
    async ask(fen) {
      if (closed) throw refusal()
      worker ??= started()
      const { number, answer } = calls.open()
      worker.postMessage({ number, fen } satisfies WorkerQuestion)
      return answer
    },
    async close() {
      closed = true
      const last = worker
      if (last === null) return
      fail(last, refusal())
      await last.terminate()
    },
  }
}
