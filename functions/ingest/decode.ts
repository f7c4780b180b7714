/** Bytes of a text file as text: UTF-8, and Latin-1 for those lines that are no UTF-8, as old PGN files are. */

const NEWLINE = 10

/** Decodes in pieces that end with a line, so that memory does not grow with the file. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const whole = Buffer.concat([rest, chunk])
    const end = whole.lastIndexOf(NEWLINE) + 1
    rest = whole.subarray(end)
    if (end > 0) yield decodeLines(whole.subarray(0, end))
  }
  if (rest.length > 0) yield decodeLines(rest)
}

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
