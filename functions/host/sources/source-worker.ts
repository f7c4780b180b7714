/** The worker thread of source-thread.ts: follows one source until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { errorMessage } from '../../error-message.ts'
import type { ApiClient, ApiResponse } from '../../http/api-client.ts'
import { SourceFailure, serviceSays } from '../../ingest/sources/source-remark.ts'
import { createPendingCalls } from '../pending-calls.ts'
import { sourceFollowerOf } from './source-kinds.ts'
import type { SourceAnswer, SourceInput, SourceOutput, SourceTask } from './source-thread.ts'

const { tournament, settings } = workerData as SourceTask
const send = (output: SourceOutput) => parentPort?.postMessage(output)
const stop = new AbortController()
const calls = createPendingCalls<ApiResponse>()

/** A client of the host's routes: the main thread makes the requests. */
const client: ApiClient = {
  request(method, path, ask) {
    const { number, answer } = calls.open()
    send({ call: { number, method, path, ask } })
    return answer
  },
}

function settle(answer: SourceAnswer): void {
  if ('response' in answer) calls.resolve(answer.number, answer.response)
  else calls.reject(answer.number, new Error(answer.failure))
}

parentPort?.on('message', (input: SourceInput) => {
  if ('answer' in input) settle(input.answer)
  else stop.abort()
})

const follow = await sourceFollowerOf(client, tournament, settings)
if (follow.ok) {
  send({ accepted: true })
  await follow
    .value({
      client,
      now: Date.now,
      note: (note, remark) => send({ note, remark }),
      pause: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {}),
      signal: stop.signal,
      onState: (state) => send({ state }),
    })
    .catch((error: unknown) => {
      const remark = error instanceof SourceFailure ? error.remark : serviceSays(errorMessage(error))
      send({ note: errorMessage(error), remark })
    })
} else {
  send({ refusal: follow.error })
}
parentPort?.close()
