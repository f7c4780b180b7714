/**
 * Builds the library into `dist/library` (or the folder named): a module and declarations for each entry of `exports` in
 * package.json. Packages stay imports. Needs `dist/openapi.json`, which esbuild.mjs writes.
 */
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'

const ROOT = import.meta.dirname
const out = resolve(process.argv[2] ?? join(ROOT, 'dist/library'))
const openapi = resolve(process.argv[3] ?? join(ROOT, 'dist/openapi.json'))

await rm(out, { recursive: true, force: true })
await build({
  absWorkingDir: ROOT,
  entryPoints: {
    ...Object.fromEntries(
      ['index', 'pgn', 'chess', 'winnable'].map((name) => [name, `domain/library/${name}.ts`]),
    ),
    client: 'functions/http/typed-client.ts',
  },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  bundle: true,
  packages: 'external',
  // Neither a browser nor Node is taken for granted: a module of Node's would be an error here.
  platform: 'neutral',
  target: 'es2023',
  format: 'esm',
  logLevel: 'warning',
})
const document = JSON.parse(await readFile(openapi, 'utf8'))
await writeFile(join(out, 'openapi.d.ts'), astToString(await openapiTS(document)))
const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
execFileSync(
  process.execPath,
  [tsc, '-p', join(ROOT, 'tsconfig.library.json'), '--outDir', join(out, 'types')],
  {
    stdio: 'inherit',
  },
)
