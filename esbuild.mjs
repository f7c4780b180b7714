/**
 * Bundles the `touchmove` command: our own code into `dist/` (or the folder named), packages left where npm put them.
 * Run by npm's `prepare`, so that after `npm ci` the command is there.
 */
import { chmod, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { bundleConsole } from './functions/console/bundle.mjs'

const [out = 'dist'] = process.argv.slice(2)

await rm(out, { recursive: true, force: true })
await build({
  entryPoints: { touchmove: 'functions/host/cli.ts', 'winnable-worker': 'functions/winnable/worker.ts' },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  // Commands are loaded when they are asked for: `perft` does not pay for the AWS client.
  splitting: true,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
}).catch(() => process.exit(1))
await bundleConsole(`${out}/console`).catch(() => process.exit(1))
await chmod(`${out}/touchmove.mjs`, 0o755)
