/** The bytes of a pairing file as text. Names are not guessed: lines that are no UTF-8 are named unless the encoding is. */
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import type { PairingFault } from '../../../domain/formats/pairings/index.ts'
import { decodeText } from '../decode.ts'

const NEWLINE = 10

/** Is this an encoding that texts can be read in? `windows-1250`, `iso-8859-2`, `utf-8` … */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/**
 * `encoding`: as the user says; by default UTF-8, or UTF-16 where the file says so. Where a line is neither, it is a fault
 * with its number, and read as Latin-1 so that what else is wrong is told too.
 */
export async function readPairingFile(
  bytes: Buffer,
  encoding: string | undefined,
): Promise<{ readonly text: string; readonly faults: readonly PairingFault[] }> {
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), faults: [] }
  let text = ''
  for await (const piece of decodeText(Readable.from([bytes]))) text += piece
  return { text, faults: isWide(bytes) ? [] : foreignLines(bytes) }
}

const isWide = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0

function foreignLines(bytes: Buffer): PairingFault[] {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const faults: PairingFault[] = []
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline + 1
    try {
      utf8.decode(bytes.subarray(start, end))
    } catch {
      faults.push({ line, reason: FOREIGN })
    }
    start = end
  }
  return faults
}

const FOREIGN =
  'its letters are not in UTF-8; save the file as UTF-8, or name its encoding, such as --encoding windows-1250'
