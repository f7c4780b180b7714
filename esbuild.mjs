/** Bundles the `touchmove` command: our own code into `dist/`, packages left where npm put them. Run by npm's `prepare`. */
import { chmod, rm } from 'node:fs/promises'
import { build } from 'esbuild'

const out = 'dist'

await rm(out, { recursive: true, force: true })
await build({
  entryPoints: { touchmove: 'functions/host/cli.ts' },
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
})
await chmod(`${out}/touchmove.mjs`, 0o755)
