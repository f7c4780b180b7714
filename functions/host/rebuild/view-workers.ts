/**
 * Worker threads that make views anew, so that a large record is folded on all processors while the main thread serves requests. The
 * views of a small record are made without them.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Ports } from '../../ports.ts'
import type { DoParts } from '../../projections/rebuild.ts'
import type { RebuildPart } from '../../projections/rebuild-plan.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import { builtWorker } from '../built-worker.ts'
import { answerStoreCall, type StorePorts } from './remote-store.ts'
import type { WorkerInput, WorkerOutput, WorkerSettings } from './view-worker.ts'

/** Fewer parts than these are done in the main thread: starting threads would take longer. */
const FEW_PARTS = 6
const MAX_WORKERS = 8

interface WorkerOptions {
  /** Does a few parts in this thread. */
  readonly inThisThread: DoParts
  readonly fewParts?: number
  /** By default one less than there are processors: the main thread has the database. */
  readonly workers?: number
  /** The worker's built code; by default the one that `builtWorker` finds. */
  readonly file?: URL
}

/** A function that has the parts done by worker threads, which live as long as the call. */
export function viewWorkers(
  ports: StorePorts & Pick<Ports, 'singleWriter'>,
  {
    inThisThread,
    fewParts = FEW_PARTS,
    workers = Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1)),
    file,
  }: WorkerOptions,
): DoParts {
  return async (parts) => {
    if (parts.length < fewParts) return inThisThread(parts)
    const waiting = [...parts]
    const settings: WorkerSettings = { isOnlyProcess: ports.singleWriter }
    const threads = Array.from(
      { length: Math.min(workers, parts.length) },
      () => new Worker(file ?? builtWorker('view-worker'), { workerData: settings }),
    )
    try {
      await Promise.all(threads.map((thread) => workOff(thread, ports, () => waiting.shift())))
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()))
    }
  }
}

/** Gives a thread one part after another until none is left. */
function workOff(thread: Worker, ports: StorePorts, next: () => RebuildPart | undefined): Promise<void> {
  const send = (input: WorkerInput) => thread.postMessage(input)
  return new Promise((resolve, reject) => {
    const give = () => {
      const part = next()
      if (part === undefined) resolve()
      else send({ part })
    }
    thread.on('message', (output: WorkerOutput) => {
      if ('call' in output) void answerStoreCall(ports, output.call).then((answer) => send({ answer }))
      else if ('failure' in output)
        reject(output.isUnavailable ? new StoreUnavailable(output.failure) : new Error(output.failure))
      else give()
    })
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('a thread that makes views has ended')))
    give()
  })
}
