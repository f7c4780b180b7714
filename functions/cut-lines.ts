/** Lines of a text that comes in pieces, in bounded memory: node:readline gathers a line that never ends until memory is full. */

/** Each line as far as its first `maxLength` signs; what follows of a longer one is passed over. Lines end with LF, CR or CR LF. */
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
