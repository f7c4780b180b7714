/** Bundles the arbiter's table: page, languages and styles with the pieces, each under a name made of its content. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'esbuild'

const PAGE = join(import.meta.dirname, 'page')

/**
 * Fills a folder with the files of the page, each beside its compressed forms (`.br`, `.gz`). Returns the source files that were
 * bundled, as paths from the working directory.
 */
export async function bundleConsole(folder) {
  await mkdir(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: { main: join(PAGE, 'main.ts'), worker: join(PAGE, 'claims/worker.ts') },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // Languages, and what only an arbiter needs, are chunks that are loaded when they are needed.
    splitting: true,
    // The pictures of the pieces are part of the styles, so that a board is never painted without them.
    loader: { '.svg': 'dataurl' },
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    charset: 'utf8',
    // The page reads pairings and PGN with the same code as the command, in which these modules are Node's.
    alias: {
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      'node:crypto': join(PAGE, 'office/node-crypto.ts'),
    },
    legalComments: 'none',
    logLevel: 'warning',
  })
  const outputOf = (entry) =>
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry))
  const [script, { cssBundle }] = outputOf('page/main.ts')
  const [worker] = outputOf('claims/worker.ts')
  const icon = await writeNamed(folder, 'icon', await readFile(join(PAGE, 'icon.svg'), 'utf8'))
  const address = (path) => `/console/${basename(path)}`
  await writeFile(
    join(folder, 'index.html'),
    documentOf({
      script: address(script),
      parts: partsOf(metafile, script).map(address),
      style: address(cssBundle),
      worker: address(worker),
      icon: address(icon),
    }),
  )
  await compressAll(folder)
  return Object.keys(metafile.inputs)
}

/** The chunks that a script imports statically: the document names them, so that a browser requests all of them at once. */
function partsOf({ outputs }, script, found = new Set()) {
  for (const { path, kind } of outputs[script].imports) {
    if (kind !== 'import-statement' || found.has(path)) continue
    found.add(path)
    partsOf({ outputs }, path, found)
  }
  return [...found]
}

const documentOf = ({ script, parts, style, worker, icon }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="worker" content="${worker}" />
    <title>Touchmove</title>
    <link rel="icon" href="${icon}" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    <script type="module" src="${script}"></script>
${parts.map((part) => `    <link rel="modulepreload" href="${part}" />\n`).join('')}  </head>
  <body>
    <div id="app"></div>
    <noscript>This page shows a round of chess live and needs JavaScript. The round as PGN: /tournaments/…/rounds/….pgn</noscript>
  </body>
</html>
`

/** Writes a picture under a name made of its content, so that it may be cached for ever. */
async function writeNamed(folder, name, picture) {
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 8)
  const file = `${name}-${digest}.svg`
  await writeFile(join(folder, file), picture)
  return file
}

const CODINGS = { br: promisify(brotliCompress), gz: promisify(gzip) }

async function compressAll(folder) {
  const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name))
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    for (const [ending, compress] of Object.entries(CODINGS))
      await writeFile(join(folder, `${name}.${ending}`), await compress(bytes))
  }
}
