/** Text from an address, asked again politely: what has not changed is not sent again. */
import { LRUCache } from 'lru-cache'
import { failureReason, sendRequest } from '../../http-client.ts'
import { type DecodeOptions, decodeBytes } from '../decode.ts'
import { SourceUnavailable } from './source.ts'

export type FetchText = (url: string) => Promise<string>

const TIMEOUT_MS = 7000
const MOST_BYTES = 32 * 1024 * 1024
/** Addresses remembered: a tournament in a cloud has one a game. */
const MOST_ADDRESSES = 5_000

/** Remembers what each address said last. Throws `SourceUnavailable`: no answer, no success, more than 32 MB. */
export function openFetch(decoding: DecodeOptions = {}): FetchText {
  const known = new LRUCache<string, { etag: string; text: string }>({ max: MOST_ADDRESSES })
  return async (url) => {
    const before = known.get(url)
    const headers: Record<string, string> = before === undefined ? {} : { 'if-none-match': before.etag }
    const silent = (error: Error) =>
      new SourceUnavailable(`${url} does not answer: ${failureReason(error, TIMEOUT_MS)}`)
    const answer = await sendRequest(url, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }).catch(
      (error: Error) => {
        throw silent(error)
      },
    )
    const { status, bodyError, body } = answer
    if (status === 304 && before !== undefined) return before.text
    if (status < 200 || status > 299) throw new SourceUnavailable(`${url} answers ${status}`)
    if (bodyError === 'too-large') throw new SourceUnavailable(`${url} is larger than 32 MB`)
    if (bodyError !== null) throw silent(bodyError)
    const text = decodeBytes(body, decoding)
    const etag = answer.headers.get('etag')
    if (etag !== null) known.set(url, { etag, text })
    return text
  }
}
