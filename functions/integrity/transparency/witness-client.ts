/** Requests to witnesses over HTTP, and the log lines about failed ones. */
import { failureReason, sendRequest } from '../../http-client.ts'
import type { Log } from '../../observability/log.ts'
import { type CosignedCheckpoint, openCheckpoint } from './checkpoint.ts'
import { LogContradicted, type PostToWitness } from './publisher.ts'
import { MAX_NOTE_BYTES } from './signed-note.ts'
import { originHash } from './witness.ts'
import type { WitnessAddress } from './witness-address.ts'

const TIMEOUT_MS = 10_000

export const postToWitness: PostToWitness = async (url, body) => {
  const answer = await sendRequest(url, {
    ...{ method: 'POST', body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_NOTE_BYTES, redirect: 'manual' },
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
  return { status: answer.status, body: answer.body.toString('utf8') }
}

/** The checkpoint that a witness saw last of a log, with its line; a text says why there is none. */
export async function askForCheckpoint(
  { key, url }: WitnessAddress,
  origin: string,
): Promise<CosignedCheckpoint | string> {
  const place = `${url.replace(/\/$/, '')}/${originHash(origin)}/checkpoint`
  try {
    const answer = await sendRequest(place, {
      ...{ method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: MAX_NOTE_BYTES, redirect: 'manual' },
    })
    const note = answer.body.toString('utf8')
    if (answer.status === 404) return `${key.name} has seen no log named ${origin}`
    if (answer.status !== 200) return `${key.name} answered ${answer.status}`
    const opened = openCheckpoint(note, key)
    if (!opened.ok) return `${key.name} showed a checkpoint that does not hold: ${opened.error.message}`
    return opened.value.origin === origin
      ? { witness: key.name, note }
      : `${key.name} showed a checkpoint of ${opened.value.origin}`
  } catch (error) {
    return `${key.name} was not reached: ${failureReason(error as Error)}`
  }
}

/** A contradiction is an error; a witness that was not reached is asked again. */
export function logWitnessFault(log: Log, error: unknown, witness: string): void {
  const { message } = error as Error
  if (error instanceof LogContradicted) log.write('error', 'log-contradicted', { witness, message })
  else log.write('warn', 'not-witnessed', { witness, message })
}
