/** The worker thread of source-thread.ts: follows one source until it is told to stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ApiClient, ApiResponse } from '../../http/api-client.ts'
import { followOf } from './source-kinds.ts'
import type { SourceAnswer, SourceInput, SourceOutput, SourceTask } from './source-thread.ts'

const { tournament, wish } = workerData as SourceTask
const send = (output: SourceOutput) => parentPort?.postMessage(output)
const stop = new AbortController()
const waiting = new Map<number, { resolve(response: ApiResponse): void; reject(error: Error): void }>()
let last = 0

/** The routes of the host, which the main thread asks. */
const client: ApiClient = {
  request: (method, path, ask) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      send({ call: { number: last, method, path, ask } })
    }),
}

function take(answer: SourceAnswer): void {
  const asked = waiting.get(answer.number)
  waiting.delete(answer.number)
  if ('response' in answer) asked?.resolve(answer.response)
  else asked?.reject(new Error(answer.failure))
}

parentPort?.on('message', (input: SourceInput) => {
  if ('answer' in input) take(input.answer)
  else stop.abort()
})

const follow = await followOf(client, tournament, wish)
if (follow.ok) {
  send({ accepted: true })
  await follow
    .value({
      client,
      now: Date.now,
      note: (note) => send({ note }),
      pause: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {}),
      signal: stop.signal,
      onState: (state) => send({ state }),
    })
    .catch((error: unknown) => send({ note: error instanceof Error ? error.message : String(error) }))
} else {
  send({ refusal: follow.error })
}
parentPort?.close()
