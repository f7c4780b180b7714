/** Server-sent events as bytes (HTML Living Standard, 9.2), encoded once for all readers. */
import { constants, deflateRawSync } from 'node:zlib'
import type { ChangeMessage } from '../../domain/formats/change-messages.ts'

export const SSE_TYPE = 'text/event-stream; charset=utf-8'

/** A message of any stream; `data` is JSON and therefore one line. */
export type SseMessage = Omit<ChangeMessage, 'name'> & { readonly name: string }

/** The bytes of one or more messages, and the event id that their reader then has. */
export interface SseBatch {
  readonly id: number
  readonly bytes: Buffer
}

/**
 * Only the last message has the id: a reader who was cut off in the middle resumes before the batch and gets it again,
 * which changes nothing, since messages say what is and not by how much it differs.
 */
export function sseBatch(id: number, messages: readonly SseMessage[]): SseBatch {
  const text = messages.map(({ name, data }, k) => {
    const mark = k === messages.length - 1 ? `id: ${id}\n` : ''
    return `${mark}event: ${name}\ndata: ${data}\n\n`
  })
  return { id, bytes: Buffer.from(text.join('')) }
}

/** Readers that lost the connection come back after so long. */
export const SSE_PREAMBLE = Buffer.from('retry: 2000\n\n')
export const SSE_KEEP_ALIVE = Buffer.from(': still here\n\n')

export type SseCoding = 'identity' | 'gzip'

/** The first bytes of each gzip stream (RFC 1952): deflate, without name and time. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const compressed = new WeakMap<Buffer, Buffer>()

/**
 * Bytes as a part of a gzip stream. A full flush ends each part, and none refers to another: so a part is compressed once, and
 * every reader can take it after whichever parts they had before.
 */
export function gzipPart(bytes: Buffer): Buffer {
  const known = compressed.get(bytes)
  if (known !== undefined) return known
  const part = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  compressed.set(bytes, part)
  return part
}
