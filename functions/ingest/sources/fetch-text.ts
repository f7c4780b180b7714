/** Text from an address, asked again politely: what has not changed is not sent again. */
import { SourceSilent } from './source.ts'

export type FetchText = (url: string) => Promise<string>

const PATIENCE = 7000
const MOST_BYTES = 32 * 1024 * 1024

/** Remembers what each address said last. Throws `SourceSilent`: no answer, no success, more than 32 MB. */
export function openFetch(): FetchText {
  const known = new Map<string, { etag: string; text: string }>()
  return async (url) => {
    const before = known.get(url)
    const headers: Record<string, string> = before === undefined ? {} : { 'if-none-match': before.etag }
    try {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) })
      if (answer.status === 304 && before !== undefined) return before.text
      if (!answer.ok) throw new SourceSilent(`${url} answers ${answer.status}`)
      if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES)
        throw new SourceSilent(`${url} is larger than 32 MB`)
      const text = decode(new Uint8Array(await answer.arrayBuffer()))
      const etag = answer.headers.get('etag')
      if (etag !== null) known.set(url, { etag, text })
      return text
    } catch (error) {
      if (error instanceof SourceSilent) throw error
      const { cause, message } = error as Error & { cause?: Error }
      throw new SourceSilent(`${url} does not answer: ${cause?.message || message}`)
    }
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
