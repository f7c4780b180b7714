/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), which Node's zlib does not have. */

const POLYNOMIAL = 0x82f63b78

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  return crc
})

export function crc32c(bytes: Uint8Array): number {
  let crc = START
  for (let k = 0; k < bytes.length; k++) crc = next(crc, bytes[k]!)
  return finished(crc)
}

/** Whether some beginning of the bytes, or all of them, has this checksum. */
export function beginsWithCrc32c(bytes: Uint8Array, checksum: number): boolean {
  let crc = START
  for (let k = 0; k < bytes.length; k++) {
    crc = next(crc, bytes[k]!)
    if (finished(crc) === checksum) return true
  }
  return false
}

const START = 0xffffffff
const next = (crc: number, byte: number): number => TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8)
const finished = (crc: number): number => (crc ^ 0xffffffff) >>> 0
