/** Bundles the arbiter's table: page, styles, languages and pieces, each under a name made of its content. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const PAGE = join(import.meta.dirname, 'page')
const PIECES = ['wk', 'wq', 'wr', 'wb', 'wn', 'wp', 'bk', 'bq', 'br', 'bb', 'bn', 'bp']

/** Fills a folder with all that the page is made of. */
export async function bundleConsole(folder) {
  await mkdir(folder, { recursive: true })
  const pieces = await writePieces(folder)
  await copyFile(join(PAGE, 'icon.svg'), join(folder, 'icon.svg'))
  const { metafile } = await build({
    entryPoints: { main: join(PAGE, 'main.ts'), worker: join(PAGE, 'claims/worker.ts') },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // Languages and what only an arbiter needs are loaded when they are asked for.
    splitting: true,
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    external: ['./pieces.svg'],
    logLevel: 'warning',
  })
  const made = Object.entries(metafile.outputs)
  const of = (entry, kind) => {
    const [path] = made.find(([, { entryPoint }]) => entryPoint?.endsWith(entry)) ?? ['']
    return basename(kind === 'css' ? metafile.outputs[path].cssBundle : path)
  }
  const style = of('page/main.ts', 'css')
  const styles = await readFile(join(folder, style), 'utf8')
  await writeFile(join(folder, style), styles.replaceAll('./pieces.svg', `./${pieces}`))
  const html = await readFile(join(PAGE, 'index.html'), 'utf8')
  const names = { script: of('page/main.ts'), worker: of('claims/worker.ts'), style, pieces }
  await writeFile(
    join(folder, 'index.html'),
    html.replaceAll(/\{(\w+)\}/g, (_, name) => `/console/${names[name]}`),
  )
}

/** One picture with the twelve men beside each other, of cm-chessboard's sprite (see its header for authors and licence). */
async function writePieces(folder) {
  const source = createRequire(import.meta.url).resolve('cm-chessboard/assets/pieces/standard.svg')
  const svg = await readFile(source, 'utf8')
  const licence = /<!--[\s\S]*?-->/.exec(svg)?.[0] ?? ''
  const men = PIECES.map((id, k) => {
    const start = svg.indexOf(`<g id="${id}"`)
    const man = svg
      .slice(start, endOfGroup(svg, start))
      .replace(` id="${id}"`, '')
      .replaceAll(/ id="[^"]*"/g, '')
    return `<g transform="translate(${(k % 6) * 40},${Math.floor(k / 6) * 40})">${man}</g>`
  })
  const sheet = `${licence}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80" width="240" height="80">${men.join('')}</svg>`
  const digest = createHash('sha256').update(sheet).digest('base64url').slice(0, 8)
  const name = `pieces-${digest.replaceAll(/[^A-Za-z0-9]/g, '0')}.svg`
  await writeFile(join(folder, name), sheet.replaceAll(/\s+/g, ' '))
  return name
}

/** Where the group that starts at `from` ends: groups may hold groups. */
function endOfGroup(svg, from) {
  let depth = 0
  for (const { index, 0: tag } of svg.slice(from).matchAll(/<g\b|<\/g>/g)) {
    depth += tag === '</g>' ? -1 : 1
    if (depth === 0) return from + index + tag.length
  }
  throw new Error('the sprite of the pieces is not what it was')
}
