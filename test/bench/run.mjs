/** Bundles the benchmarks, without the packages that they use, and starts them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const outdir = 'node_modules/.cache/touchmove/bench'
await build({
  entryPoints: ['test/bench/main.ts', 'test/bench/worker.ts'],
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
})
process.env.TOUCHMOVE_BENCH_WORKER = join(outdir, 'worker.mjs')
await import(pathToFileURL(join(outdir, 'main.mjs')).href)
