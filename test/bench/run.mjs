/** Bundles the bench, as the product is bundled, and starts it: packages stay where they are. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Modules that look for files beside them find those beside their source. */
const besideSource = {
  name: 'beside-source',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:functions|infra)[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      return { contents, loader: 'ts' }
    })
  },
}

const outdir = 'node_modules/.cache/touchmove/bench'
await build({
  entryPoints: ['test/bench/main.ts', 'test/bench/worker.ts'],
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  plugins: [besideSource],
  logLevel: 'warning',
})
process.env.TOUCHMOVE_BENCH_WORKER = join(outdir, 'worker.mjs')
await import(pathToFileURL(join(outdir, 'main.mjs')).href)
