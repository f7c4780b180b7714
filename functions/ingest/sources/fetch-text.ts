/** Text from an address, asked again politely: what has not changed is not sent again. */
import { LRUCache } from 'lru-cache'
import { exchange, whyNot } from '../../http-client.ts'
import { SourceSilent } from './source.ts'

export type FetchText = (url: string) => Promise<string>

const PATIENCE = 7000
const MOST_BYTES = 32 * 1024 * 1024
/** Addresses remembered: a tournament in a cloud has one a game. */
const MOST_ADDRESSES = 5_000

/** Remembers what each address said last. Throws `SourceSilent`: no answer, no success, more than 32 MB. */
export function openFetch(): FetchText {
  const known = new LRUCache<string, { etag: string; text: string }>({ max: MOST_ADDRESSES })
  return async (url) => {
    const before = known.get(url)
    const headers: Record<string, string> = before === undefined ? {} : { 'if-none-match': before.etag }
    const silent = (error: Error) => new SourceSilent(`${url} does not answer: ${whyNot(error, PATIENCE)}`)
    const answer = await exchange(url, { headers, timeoutMs: PATIENCE, mostBytes: MOST_BYTES }).catch(
      (error: Error) => {
        throw silent(error)
      },
    )
    const { status, broken, body } = answer
    if (status === 304 && before !== undefined) return before.text
    if (status < 200 || status > 299) throw new SourceSilent(`${url} answers ${status}`)
    if (broken === 'too-large') throw new SourceSilent(`${url} is larger than 32 MB`)
    if (broken !== null) throw silent(broken)
    const text = decode(body)
    const etag = answer.headers.get('etag')
    if (etag !== null) known.set(url, { etag, text })
    return text
  }
}

/** UTF-8; Latin-1 where it is none. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
