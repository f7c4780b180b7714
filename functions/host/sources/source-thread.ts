/**
 * Follows a connected source in a thread of its own: what a foreign server sends is read there, so that the host serves requests while a
 * long text is read, and a text that needs too much memory ends its source and nothing else.
 */

import { Worker } from 'node:worker_threads'
import type { Remark } from '../../../domain/reasons.ts'
import { errorMessage } from '../../error-message.ts'
import type { ApiClient, ApiRequest, ApiResponse } from '../../http/api-client.ts'
import { noteRemark, type OnSourceNote, serviceSays } from '../../ingest/sources/source-remark.ts'
import { type AppResult, type Refusal, refused } from '../../refusal.ts'
import type { SourceSettings } from '../../routes/host/sources.ts'
import { builtWorker } from '../built-worker.ts'

/** What the thread is started with. */
export interface SourceTask {
  readonly tournament: string
  readonly settings: SourceSettings
}

/** A request that the thread makes of the host's routes. */
export interface SourceCall {
  readonly number: number
  readonly method: Parameters<ApiClient['request']>[0]
  readonly path: string
  readonly ask: ApiRequest | undefined
}

export type SourceAnswer = { readonly number: number } & (
  | { readonly response: ApiResponse }
  | { readonly failure: string }
)

/** From the main thread. */
export type SourceInput = { readonly answer: SourceAnswer } | { readonly stop: true }

export type SourceState = 'following' | 'silent'

/** To the main thread. */
export type SourceOutput =
  | { readonly call: SourceCall }
  | { readonly accepted: true }
  | { readonly refusal: Refusal }
  | { readonly note: string; readonly remark: Remark }
  | { readonly state: SourceState }

export interface SourceWatcher {
  /** Called with each line that is noted while the source is followed. */
  readonly onNote: OnSourceNote
  onState(state: SourceState): void
}

export interface SourceThread {
  /** Whether the settings were accepted; a refusal is noted too. Never rejects. */
  readonly accepted: Promise<AppResult<null>>
  /** Resolves when the source is followed no longer; the last note says why. Never rejects. */
  readonly ended: Promise<void>
  /** Stops following at the next pause of the work, and ends the thread after two seconds wherever it is. */
  stop(): void
}

const STOP_MS = 2_000
/** MB of JavaScript objects that a source may need: for an answer of 32 MB, the games in it, and those of the answer before. */
const MAX_HEAP_MB = 768

/** Follows a source with the rights of `client`. */
export function followInThread(
  client: ApiClient,
  task: SourceTask,
  { onNote, onState }: SourceWatcher,
  maxHeapMb = MAX_HEAP_MB,
): SourceThread {
  const worker = new Worker(builtWorker('source-worker'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const send = (input: SourceInput) => worker.postMessage(input)
  const answer = async ({ number, method, path, ask }: SourceCall) => {
    try {
      send({ answer: { number, response: await client.request(method, path, ask) } })
    } catch (error) {
      send({ answer: { number, failure: errorMessage(error) } })
    }
  }
  let terminateTimer: NodeJS.Timeout | undefined
  const accepted = new Promise<AppResult<null>>((resolve) => {
    worker.on('message', (output: SourceOutput) => {
      if ('call' in output) void answer(output.call)
      else if ('note' in output) onNote(output.note, output.remark)
      else if ('state' in output) onState(output.state)
      else if ('accepted' in output) resolve({ ok: true, value: null })
      else {
        noteRemark(onNote, serviceSays(output.refusal.message))
        resolve({ ok: false, error: output.refusal })
      }
    })
    worker.on('exit', () => resolve(refused('unavailable', 'the thread of the source ended before it began')))
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      clearTimeout(terminateTimer)
      resolve()
    })
  })
  worker.on('error', (error) => noteRemark(onNote, serviceSays(errorMessage(error))))
  return {
    accepted,
    ended,
    stop() {
      send({ stop: true })
      terminateTimer ??= setTimeout(() => void worker.terminate(), STOP_MS)
    },
  }
}
