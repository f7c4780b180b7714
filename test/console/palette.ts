/** Pictures of the page with at most 256 colours: a third of the weight, and no difference that an eye finds. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel, row after row. */
  readonly rgb: Buffer
}

const HEAD = 8

/** A PNG as Chromium writes it (8 bits, no interlace) with its colours in a palette. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, rgb } = pixelsOf(png)
  const { palette, placeOf } = paletteOf(rgb)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = placeOf(rgb, (y * width + x) * 3)
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the place of its colour.
  size.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, HEAD),
    chunk('IHDR', size),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

function pixelsOf(png: Buffer): Pixels {
  const data: Buffer[] = []
  for (let at = HEAD; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3]
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const rows = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y++) unfilter(raw, rows, { y, stride, channels })
  const rgb = Buffer.alloc(width * height * 3)
  for (let k = 0; k < width * height; k++) rows.copy(rgb, k * 3, k * channels, k * channels + 3)
  return { width, height, rgb }
}

/** PNG (third edition), 9.2: a row is written as what it adds to its neighbours. */
function unfilter(
  raw: Buffer,
  rows: Buffer,
  { y, stride, channels }: { y: number; stride: number; channels: number },
): void {
  const filter = raw[y * (stride + 1)]!
  for (let x = 0; x < stride; x++) {
    const here = y * stride + x
    const left = x < channels ? 0 : rows[here - channels]!
    const up = y === 0 ? 0 : rows[here - stride]!
    const corner = x < channels || y === 0 ? 0 : rows[here - stride - channels]!
    rows[here] = raw[y * (stride + 1) + 1 + x]! + predicted(filter, left, up, corner)
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter < 3) return [0, left, up][filter]!
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** The colours met most, those alike counted as one; the others are shown as the nearest of these. */
function paletteOf(rgb: Buffer) {
  const met = new Map<number, number>()
  const coarse = (at: number) => ((rgb[at]! >> 3) << 10) | ((rgb[at + 1]! >> 3) << 5) | (rgb[at + 2]! >> 3)
  const exact = new Map<number, Map<number, number>>()
  for (let at = 0; at < rgb.length; at += 3) {
    const key = coarse(at)
    met.set(key, (met.get(key) ?? 0) + 1)
    const colour = rgb.readUIntBE(at, 3)
    const within = exact.get(key) ?? new Map<number, number>()
    within.set(colour, (within.get(colour) ?? 0) + 1)
    exact.set(key, within)
  }
  const most = [...met].sort((a, b) => b[1] - a[1]).slice(0, 256)
  const palette = most.flatMap(([key]) => {
    const [[colour] = [0]] = [...exact.get(key)!].sort((a, b) => b[1] - a[1])
    return [colour >> 16, (colour >> 8) & 255, colour & 255]
  })
  const known = new Map(most.map(([key], place) => [key, place]))
  const nearest = (red: number, green: number, blue: number): number => {
    let [best, least] = [0, Number.POSITIVE_INFINITY]
    for (let k = 0; k < palette.length; k += 3) {
      const away =
        2 * (palette[k]! - red) ** 2 + 4 * (palette[k + 1]! - green) ** 2 + (palette[k + 2]! - blue) ** 2
      if (away < least) [best, least] = [k / 3, away]
    }
    return best
  }
  const placeOf = (buffer: Buffer, at: number): number => {
    const key = coarse(at)
    const place = known.get(key) ?? nearest(buffer[at]!, buffer[at + 1]!, buffer[at + 2]!)
    known.set(key, place)
    return place
  }
  return { palette, placeOf }
}
