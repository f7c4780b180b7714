/** Curves as SVG: both axes logarithmic, so that what grows in proportion is a straight line of one slope. */

export interface Curve {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Chart {
  readonly file: string
  readonly title: string
  readonly across: string
  readonly up: string
  readonly curves: readonly Curve[]
}

const [WIDTH, HEIGHT] = [640, 360]
const [LEFT, RIGHT, TOP, BOTTOM] = [72, 16, 40, 48]
/** Colours that people who confuse red and green can distinguish (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']

const decades = (values: readonly number[]): [number, number] => {
  const exponents = values.map(Math.log10)
  const low = Math.floor(Math.min(...exponents))
  return [low, Math.max(low + 1, Math.ceil(Math.max(...exponents)))]
}

const label = (exponent: number): string =>
  exponent >= 0 ? (10 ** exponent).toLocaleString('en') : String(Number((10 ** exponent).toPrecision(1)))

export function svgOf({ title, across, up, curves }: Chart): string {
  const all = curves.flatMap(({ points }) => points)
  const [x0, x1] = decades(all.map(([x]) => x))
  const [y0, y1] = decades(all.map(([, y]) => y))
  const atX = (exponent: number) => LEFT + ((exponent - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT)
  const atY = (exponent: number) => HEIGHT - BOTTOM - ((exponent - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM)
  const parts: string[] = []
  const text = (x: number, y: number, words: string, more = '') =>
    parts.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`)
  for (let x = x0; x <= x1; x++) {
    parts.push(`<path d="M${atX(x).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#ddd"/>`)
    text(atX(x), HEIGHT - BOTTOM + 16, label(x), 'text-anchor="middle"')
  }
  for (let y = y0; y <= y1; y++) {
    parts.push(`<path d="M${LEFT} ${atY(y).toFixed(1)}H${WIDTH - RIGHT}" stroke="#ddd"/>`)
    text(LEFT - 6, atY(y) + 4, label(y), 'text-anchor="end"')
  }
  for (const [k, { name, points }] of curves.entries()) {
    const colour = COLOURS[k % COLOURS.length]!
    const places = points.map(([x, y]) => [atX(Math.log10(x)), atY(Math.log10(y))] as const)
    const line = places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
    parts.push(`<path d="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`)
    for (const [x, y] of places)
      parts.push(`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${colour}"/>`)
    text(LEFT + 10, TOP + 16 + 16 * k, name, `fill="${colour}"`)
  }
  text(WIDTH / 2, 20, title, 'text-anchor="middle" font-size="14" font-weight="bold"')
  text((WIDTH + LEFT) / 2, HEIGHT - 10, across, 'text-anchor="middle"')
  text(16, HEIGHT / 2, up, `text-anchor="middle" transform="rotate(-90 16 ${HEIGHT / 2})"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}
