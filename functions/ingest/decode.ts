/**
 * Bytes of a text file as text: UTF-8 and UTF-16 by themselves, anything else by the name of its encoding. A line that is
 * neither is reported with the text that the likeliest encodings would give, and read as windows-1252, so that no letter is lost.
 */
import { TextDecoder } from 'node:util'

const [NEWLINE, RETURN] = [10, 13]

/** Is this an encoding that texts can be read in? `windows-1250`, `iso-8859-2`, `utf-8` … */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** A line that is neither UTF-8 nor UTF-16, from 1, and what to do about it. */
export interface ForeignLine {
  readonly line: number
  readonly reason: string
}

export interface DecodeOptions {
  /** As the user says; then no line is foreign. */
  readonly encoding?: string | undefined
  readonly onForeignLine?: ((foreign: ForeignLine) => void) | undefined
}

/** By their first bytes: what is compressed is no text in any encoding. */
const COMPRESSED = [
  { name: 'gzip', begins: [0x1f, 0x8b] },
  { name: 'zip', begins: [0x50, 0x4b, 3, 4] },
  { name: '7z', begins: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: 'zstd', begins: [0x28, 0xb5, 0x2f, 0xfd] },
] as const

const compressionOf = (start: Uint8Array): string | null =>
  COMPRESSED.find(({ begins }) => begins.every((byte, k) => start[k] === byte))?.name ?? null

/** Decodes in pieces that end with a line, so that memory does not grow with the file. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, onForeignLine = () => undefined }: DecodeOptions = {},
): AsyncGenerator<string> {
  // Of the line that is not all there: put together once, however many chunks it takes.
  let held: Uint8Array[] = []
  let wide: Decoder | null | undefined =
    encoding === undefined ? undefined : lossReportingDecoder(encoding, onForeignLine)
  let begun = false
  let line = 1
  const lines = (whole: Buffer): string => {
    const text = decodeLines(whole, line, onForeignLine)
    line += countLines(whole)
    if (begun) return text
    begun = true
    return withoutMark(text)
  }
  for await (const chunk of bytes) {
    if (wide === undefined) {
      const start = Buffer.concat([...held, chunk])
      if (start.length < 2) {
        held = [start]
        continue
      }
      const compression = compressionOf(start)
      if (compression !== null) {
        onForeignLine({
          line: 1,
          reason: `compressed (${compression}): unpack it first; nothing of it is read`,
        })
        return
      }
      wide = wideDecoder(start, onForeignLine)
      if (wide) {
        held = []
        yield wide(start, true)
        continue
      }
    } else if (wide) {
      yield wide(chunk, true)
      continue
    }
    const end = endOfLines(chunk)
    if (end === 0) held.push(chunk)
    else {
      yield lines(Buffer.concat([...held, chunk.subarray(0, end)]))
      held = [chunk.subarray(end)]
    }
  }
  const rest = Buffer.concat(held)
  if (wide) yield wide(Buffer.alloc(0), false)
  else if (rest.length > 0) yield lines(rest)
}

/** The same of a text that is at hand as a whole. */
export function decodeBytes(
  bytes: Uint8Array,
  { encoding, onForeignLine = () => undefined }: DecodeOptions = {},
): string {
  if (encoding !== undefined) return lossReportingDecoder(encoding, onForeignLine)(bytes, false)
  const wide = bytes.length >= 2 ? wideDecoder(bytes, onForeignLine) : null
  if (wide !== null) return wide(bytes, false)
  return withoutMark(decodeLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 1, onForeignLine))
}

/** UTF-16, as some editors and databases save: recognised by its mark, or by the empty half of an ASCII letter at the beginning. */
function wideDecoder([first, second]: Uint8Array, onForeignLine: OnForeignLine): Decoder | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return lossReportingDecoder('utf-16le', onForeignLine)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return lossReportingDecoder('utf-16be', onForeignLine)
  return null
}

type OnForeignLine = (foreign: ForeignLine) => void

/** The replacement character, which decoders put where bytes are invalid. */
const LOST = '\uFFFD'

/** A decoder that reports each line in which a letter is lost. */
function lossReportingDecoder(encoding: string, onForeignLine: OnForeignLine): Decoder {
  const decode = decoderOf(encoding)
  let line = 1
  let reported = 0
  let ended = ''
  return (bytes, more) => {
    const text = decode(bytes, more)
    // A return and a line feed are one end, also where they come apart.
    if (ended === '\r' && text.startsWith('\n')) line--
    ended = text.at(-1) ?? ended
    if (!text.includes(LOST)) {
      line += text.match(LINE_ENDS)?.length ?? 0
      return text
    }
    for (const [index, each] of text.split(LINE_ENDS).entries()) {
      if (!each.includes(LOST) || line + index === reported) continue
      reported = line + index
      onForeignLine({ line: reported, reason: `not in ${encoding}: "${wordsWith(LOST, each)}"` })
    }
    line += text.match(LINE_ENDS)?.length ?? 0
    return text
  }
}

const LINE_ENDS = /\r\n?|\n/g

const wordsWith = (sign: string, line: string): string =>
  line
    .split(/[\s"[\]]+/)
    .filter((word) => word.includes(sign))
    .join(' ')
    .slice(0, 60)

/** `more`: the text goes on in other bytes. */
type Decoder = (bytes: Uint8Array, more: boolean) => string

/** What windows-1252 has at 80 to 9F, where Latin-1 has control characters; a space where it has nothing. */
const WESTERN = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Some versions of Node decode windows-1252 as Latin-1: what they leave as control characters is put right. */
function decoderOf(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  const decode: Decoder = (bytes, stream) => decoder.decode(bytes, { stream })
  if (decoder.encoding !== 'windows-1252') return decode
  return (bytes, more) =>
    decode(bytes, more).replace(CONTROLS, (sign) => {
      const letter = WESTERN[sign.charCodeAt(0) - 0x80]
      return letter === undefined || letter === ' ' ? sign : letter
    })
}

const CONTROLS = /[\u0080-\u009f]/g

/** A file's first line begins behind the mark that some programs put there. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const western = decoderOf('windows-1252')

function decodeLines(lines: Buffer, first: number, onForeignLine: (foreign: ForeignLine) => void): string {
  const whole = decodeUtf8(lines)
  if (whole !== null) return whole
  let text = ''
  let number = first
  for (let start = 0; start < lines.length; number++) {
    const end = endOfLine(lines, start)
    const line = lines.subarray(start, end)
    const decoded = decodeUtf8(line)
    // Files that were joined have a mark each, which is UTF-8 before lines that are not.
    const bare = decoded === null ? behindMark(line) : line
    if (decoded === null) onForeignLine({ line: number, reason: foreignReason(bare) })
    text += decoded ?? western(bare, false)
    start = end
  }
  return text
}

const MARK = [0xef, 0xbb, 0xbf]

const behindMark = (line: Buffer): Buffer =>
  MARK.every((byte, k) => line[k] === byte) ? line.subarray(MARK.length) : line

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** Behind the line that begins at `start`: a line feed, a return, or both end it. */
function endOfLine(bytes: Uint8Array, start: number): number {
  let i = start
  while (i < bytes.length && bytes[i] !== NEWLINE && bytes[i] !== RETURN) i++
  return Math.min(bytes.length, bytes[i] === RETURN && bytes[i + 1] === NEWLINE ? i + 2 : i + 1)
}

/** Behind the last line that ends here; 0 where none does. Of a return that comes last nobody knows whether it is the whole end. */
function endOfLines(bytes: Uint8Array): number {
  for (let i = bytes.length - 1; i >= 0; i--)
    if (bytes[i] === NEWLINE || (bytes[i] === RETURN && i < bytes.length - 1)) return i + 1
  return 0
}

function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count++
  for (let at = lines.indexOf(RETURN); at >= 0; at = lines.indexOf(RETURN, at + 1))
    if (lines[at + 1] !== NEWLINE) count++
  return count
}

/** Of one line that is no UTF-8: which letters the likeliest encodings would give, so that a reader can tell which it is. */
function foreignReason(line: Uint8Array): string {
  const readings = candidates(line).flatMap((encoding) => {
    const text = candidateDecoder(encoding)(line, false)
    // No name has control characters: this is another encoding.
    if (text.search(CONTROLS) >= 0) return []
    const foreign = text.split(/[\s"[\]]+/).filter((word) => /[^\x20-\x7e]/.test(word))
    return [`--encoding ${encoding} gives "${foreign.join(' ').slice(0, 60)}"`]
  })
  if (readings.length > 0) return `not in UTF-8: ${readings.join(', ')}`
  const words = western(line, false).split(/[\s"[\]]+/)
  const lost = words.filter((word) => word.search(CONTROLS) >= 0).join(' ')
  const shown = lost.replaceAll(CONTROLS, LOST).slice(0, 60)
  return `not in UTF-8, nor in ${candidates(line).join(', ')}: "${shown}"; name another with --encoding, such as macintosh`
}

const candidateDecoders = new Map<string, Decoder>()

/** A file may have thousands of such lines, and a decoder costs more than a line. */
function candidateDecoder(encoding: string): Decoder {
  const known = candidateDecoders.get(encoding) ?? decoderOf(encoding)
  candidateDecoders.set(encoding, known)
  return known
}

/** Three high bytes in a row are hardly Latin letters: Cyrillic is written so. */
function candidates(line: Uint8Array): string[] {
  const isCyrillic = line.some(
    (byte, i) => byte >= 0xc0 && (line[i + 1] ?? 0) >= 0xc0 && (line[i + 2] ?? 0) >= 0xc0,
  )
  return isCyrillic
    ? ['windows-1251', 'windows-1250', 'windows-1252']
    : ['windows-1250', 'windows-1252', 'iso-8859-2']
}
