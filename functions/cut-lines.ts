/** Splits a text that comes in pieces into lines, in bounded memory; node:readline would buffer a line that never ends. */

/** The lines, each truncated to `maxLength` characters. Lines end with LF, CR or CR LF. */
export async function* cutLines(
  pieces: AsyncIterable<string>,
  maxLength: number,
): AsyncGenerator<string, void, void> {
  let line = ''
  let endedWithReturn = false
  for await (const piece of pieces) {
    const text: string = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endedWithReturn = piece.endsWith('\r')
    const [first = '', ...rest] = text.split(/\r\n|[\r\n]/)
    line = (line + first).slice(0, maxLength)
    for (const next of rest) {
      yield line
      line = next.slice(0, maxLength)
    }
  }
  if (line !== '') yield line
}
