/** Asks witnesses over HTTP, and tells the log what came of it. */
import { sendRequest } from '../../http-client.ts'
import type { Log } from '../../observability/log.ts'
import { LogContradicted, type PostToWitness } from './publisher.ts'
import { MAX_NOTE_BYTES } from './signed-note.ts'

const TIMEOUT_MS = 10_000

export const postToWitness: PostToWitness = async (url, body) => {
  const answer = await sendRequest(url, {
    ...{ method: 'POST', body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_NOTE_BYTES, redirect: 'manual' },
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
  return { status: answer.status, body: answer.body.toString('utf8') }
}

/** A contradiction is an error; a witness that was not reached is asked again. */
export function logWitnessFault(log: Log, error: unknown, witness: string): void {
  const { message } = error as Error
  if (error instanceof LogContradicted) log.write('error', 'log-contradicted', { witness, message })
  else log.write('warn', 'not-witnessed', { witness, message })
}
