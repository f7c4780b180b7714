/** Bytes of a text file as text: UTF-8, Latin-1 for those lines that are no UTF-8, as old PGN files are, and UTF-16. */

import { TextDecoder } from 'node:util'

const NEWLINE = 10

/** Decodes in pieces that end with a line, so that memory does not grow with the file. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  let wide: TextDecoder | null | undefined
  let begun = false
  for await (const chunk of bytes) {
    const whole = Buffer.concat([rest, chunk])
    if (wide === undefined && whole.length >= 2) wide = wideDecoder(whole)
    if (wide) {
      rest = Buffer.alloc(0)
      yield wide.decode(whole, { stream: true })
      continue
    }
    const end = whole.lastIndexOf(NEWLINE) + 1
    rest = whole.subarray(end)
    if (end === 0) continue
    yield begun ? decodeLines(whole.subarray(0, end)) : withoutMark(decodeLines(whole.subarray(0, end)))
    begun = true
  }
  if (rest.length > 0) yield begun ? decodeLines(rest) : withoutMark(decodeLines(rest))
}

/** UTF-16, as some editors and databases save: told by its mark, or by the empty half of an ASCII letter at the beginning. */
function wideDecoder([first, second]: Uint8Array): TextDecoder | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder('utf-16be')
  return null
}

/** A file's first line begins behind the mark that some programs put there. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeLines(lines: Buffer): string {
  const whole = decodeUtf8(lines)
  if (whole !== null) return whole
  let text = ''
  for (let start = 0; start < lines.length; ) {
    const newline = lines.indexOf(NEWLINE, start)
    const end = newline < 0 ? lines.length : newline + 1
    const line = lines.subarray(start, end)
    text += decodeUtf8(line) ?? line.toString('latin1')
    start = end
  }
  return text
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
