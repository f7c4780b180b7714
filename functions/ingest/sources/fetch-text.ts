/** Fetches text from an address again and again, with conditional requests, so that unchanged text is not transferred. */
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import {
  dispatcherFor,
  failureReason,
  type HttpRequest,
  type HttpResponse,
  sendRequest,
} from '../../http-client.ts'
import { isPublic, publicLookup } from '../../outbound/public-address.ts'
import { type DecodeOptions, decodeBytes } from '../decode.ts'
import { SourceUnavailable } from './source.ts'
import { sourceRemarks } from './source-remark.ts'

const { remark } = sourceRemarks

/** `onlyInternet`: the address was named by somebody else than the operator, so it leads to no network of theirs. */
export type FetchText = (url: string, options?: { readonly onlyInternet?: boolean }) => Promise<string>

const TIMEOUT_MS = 7000
const MOST_BYTES = 32 * 1024 * 1024
/** Characters of texts that are cached: a tournament in LiveChess Cloud has an address for each game. */
const MOST_REMEMBERED = 64 * 1024 * 1024
const MOST_REDIRECTS = 5

/**
 * Remembers what each address said last. Throws `SourceUnavailable`: no answer, no success, more than 32 MB, led elsewhere than
 * within the same host or to the internet.
 */
export function openFetch(decoding: DecodeOptions = {}): FetchText {
  const known = new LRUCache<string, { etag: string; text: string }>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: ({ etag, text }, url) => etag.length + text.length + url.length,
  })
  return async (url, { onlyInternet = false } = {}) => {
    const before = known.get(url)
    const headers: Record<string, string> = before === undefined ? {} : { 'if-none-match': before.etag }
    const silent = (error: Error) =>
      new SourceUnavailable(remark('no-answer', { url, why: failureReason(error, TIMEOUT_MS) }))
    const request = { headers, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }
    const answer = await follow(url, request, onlyInternet).catch((error: Error) => {
      throw error instanceof SourceUnavailable ? error : silent(error)
    })
    const { status, bodyError, body } = answer
    if (status === 304 && before !== undefined) return before.text
    if (status < 200 || status > 299) throw new SourceUnavailable(remark('answers-status', { url, status }))
    if (bodyError === 'too-large') throw new SourceUnavailable(remark('answer-large', { url }))
    if (bodyError !== null) throw silent(bodyError)
    const text = decodeBytes(body, decoding)
    const etag = answer.headers.get('etag')
    if (etag !== null) known.set(url, { etag, text })
    return text
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const toInternet = dispatcherFor(publicLookup)

/** An operator may name an address of their own network; its server may not send the host to another one there. */
async function follow(url: string, request: HttpRequest, onlyInternet: boolean): Promise<HttpResponse> {
  const hostname = onlyInternet ? null : new URL(url).hostname
  if (!mayBeLedTo(new URL(url), hostname)) throw new SourceUnavailable(remark('not-public', { url }))
  let at = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const isNamed = new URL(at).hostname === hostname
    const answer = await sendRequest(at, {
      ...request,
      redirect: 'manual',
      ...(!isNamed && { dispatcher: toInternet }),
    })
    const location = answer.headers.get('location')
    if (!REDIRECTS.has(answer.status) || location === null) return answer
    const next = URL.canParse(location, at) ? new URL(location, at) : null
    if (next === null || !/^https?:$/.test(next.protocol) || !mayBeLedTo(next, hostname))
      throw new SourceUnavailable(remark('leads-elsewhere', { url, to: location.slice(0, 200) }))
    at = next.href
  }
  throw new SourceUnavailable(remark('leads-on', { url, most: MOST_REDIRECTS }))
}

/** Whether a redirect may be followed. An IP address is never resolved, and is therefore checked here. */
function mayBeLedTo({ hostname }: URL, named: string | null): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return hostname === named || isIP(literal) === 0 || isPublic(literal)
}
