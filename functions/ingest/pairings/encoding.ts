/** The bytes of a pairing file as text. Names are not guessed: lines that are no UTF-8 are faults unless the encoding is named. */
import type { PairingFault } from '../../../domain/formats/pairings/index.ts'
import { decodeBytes } from '../decode.ts'

/**
 * `encoding`: as the user says; by default UTF-8, or UTF-16 where the file says so. Where a line is neither, it is a fault
 * with its number, and read as windows-1252 so that other faults are found too.
 */
export function readPairingFile(
  bytes: Buffer,
  encoding: string | undefined,
): { readonly text: string; readonly faults: readonly PairingFault[] } {
  const faults: PairingFault[] = []
  const text = decodeBytes(bytes, {
    encoding,
    onForeignLine: ({ line, reason }) =>
      faults.push({ line, reason: `${reason}; name its encoding, or save the file as UTF-8` }),
  })
  return { text, faults }
}
