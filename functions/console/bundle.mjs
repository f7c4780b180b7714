/** Bundles the arbiter's table: page, languages and styles with the pieces, each under a name made of its content. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { lighter } from './lighter.mjs'

const require = createRequire(import.meta.url)
const PAGE = join(import.meta.dirname, 'page')

/** Of all twelve, said in the first: Wikimedia Commons, SVG chess pieces/Standard; the page's help names them in full. */
const LICENCE = 'Cburnett, Rfc1394, shaack: CC BY-SA 3.0'

/** Fills a folder with all that the page is made of. */
export async function bundleConsole(folder) {
  await mkdir(folder, { recursive: true })
  const icon = await writeNamed(folder, 'icon', await readFile(join(PAGE, 'icon.svg'), 'utf8'))
  const { metafile } = await build({
    entryPoints: { main: join(PAGE, 'main.ts'), worker: join(PAGE, 'claims/worker.ts') },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // Languages and what only an arbiter needs are loaded when they are asked for.
    splitting: true,
    plugins: [lighter, men],
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const made = Object.entries(metafile.outputs)
  const of = (entry, kind) => {
    const [path] = made.find(([, { entryPoint }]) => entryPoint?.endsWith(entry)) ?? ['']
    return basename(kind === 'css' ? metafile.outputs[path].cssBundle : path)
  }
  const html = await readFile(join(PAGE, 'index.html'), 'utf8')
  const names = {
    script: of('page/main.ts'),
    worker: of('claims/worker.ts'),
    style: of('page/main.ts', 'css'),
    icon,
  }
  await writeFile(
    join(folder, 'index.html'),
    html.replaceAll(/\{(\w+)\}/g, (_, name) => `/console/${names[name]}`),
  )
}

/**
 * A picture for each of the twelve men, of cm-chessboard's sprite, within the styles: apart they take twice the room,
 * for what is alike in men of the two colours and of one set is told once. Browsers draw a vector picture anew
 * wherever it is used, the whole of it: twelve small ones cost a twelfth of one with all men.
 */
const men = {
  name: 'men',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/[wb][kqrbnp]\.svg$/ }, ({ path }) => ({ path, namespace: 'men' }))
    onLoad({ filter: /./, namespace: 'men' }, async ({ path }) => ({
      contents: pictureOf(
        path.slice(2, 4),
        await readFile(require.resolve('cm-chessboard/assets/pieces/standard.svg'), 'utf8'),
      ),
      loader: 'dataurl',
    }))
  },
}

function pictureOf(id, sprite) {
  const start = sprite.indexOf(`<g id="${id}"`)
  const man = sprite
    .slice(start, endOfGroup(sprite, start))
    .replaceAll(/ id="[^"]*"/g, '')
    // A tenth of a unit is a quarter of a pixel on the largest board.
    .replaceAll(/(?<![\d.])-?\d+\.\d+(?:e-\d+)?/g, (figure) =>
      String(Math.round(Number(figure) * 10) / 10 || 0),
    )
    .replaceAll(/#(\w)\1(\w)\2(\w)\3/g, '#$1$2$3')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([<>]) ?/g, '$1')
    .replaceAll(/ \/>/g, '/>')
    // Where a command of a path or a sign parts figures, nothing else has to.
    .replaceAll(/ ?([A-Z]) ?(?=[-\d])/g, '$1')
    .replaceAll(/[ ,](?=-)/g, '')
  const licence = id === 'wk' ? `<!-- ${LICENCE} -->` : ''
  return `${licence}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="80" height="80">${man}</svg>`
}

/** Writes a picture under a name made of its content, which may be kept for ever. */
async function writeNamed(folder, name, picture) {
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 8)
  const file = `${name}-${digest}.svg`
  await writeFile(join(folder, file), picture)
  return file
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
