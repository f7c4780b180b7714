/** Snappy, unpacked (its format_description.txt): LevelDB packs with it, and Node has none. */

/** The content of a packed block whose checksum was found to hold. */
export function snappyContent(packed: Buffer): Buffer {
  let at = 0
  const little = (bytes: number): number => {
    const value = packed.readUIntLE(at, bytes)
    at += bytes
    return value
  }
  let size = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = little(1)
    size += (byte & 127) * scale
    if (byte < 128) break
  }
  const content = Buffer.alloc(size)
  let end = 0
  const repeat = (length: number, back: number) => {
    // Byte by byte: what is repeated may reach into its own repetition.
    for (const stop = end + length; end < stop; end++) content[end] = content[end - back]!
  }
  while (at < packed.length) {
    const tag = little(1)
    const upper = tag >>> 2
    if ((tag & 3) === 0) {
      const length = (upper < 60 ? upper : little(upper - 59)) + 1
      packed.copy(content, end, at, at + length)
      at += length
      end += length
    } else if ((tag & 3) === 1) repeat((upper & 7) + 4, ((tag >>> 5) << 8) | little(1))
    else repeat(upper + 1, little((tag & 3) === 2 ? 2 : 4))
  }
  return content
}
