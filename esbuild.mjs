/**
 * Bundles the `touchmove` command into `dist/` (or the folder named), with the packages it uses inside: a process that loads few
 * files starts in half the time, and dynalite goes along as `patches/` mends it. Run by npm's `prepare`, so that after `npm ci`
 * the command is there.
 */
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleConsole } from './functions/console/bundle.mjs'

const [out = 'dist'] = process.argv.slice(2)

await mkdir(out, { recursive: true })
// The library is esbuild.library.mjs's: type-checking needs what it described last.
for (const name of await readdir(out))
  if (name !== 'library') await rm(join(out, name), { recursive: true, force: true })
await build({
  entryPoints: {
    touchmove: 'functions/host/cli/main.ts',
    'winnable-worker': 'functions/host/winnable/worker.ts',
    'view-worker': 'functions/host/rebuild/view-worker.ts',
  },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  // Commands are loaded when they are asked for: `perft` does not pay for the AWS client.
  splitting: true,
  bundle: true,
  // LevelDB is a native module: its file stays where npm put it.
  external: ['classic-level'],
  // ECMAScript modules first: what is not used of them falls away.
  mainFields: ['module', 'main'],
  // CommonJS packages load Node's own modules by `require`, which a module of ours has to make.
  banner: {
    js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
  },
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}).catch(() => process.exit(1))
await bundleConsole(`${out}/console`).catch(() => process.exit(1))
await describe(`${out}/openapi.json`).catch(() => process.exit(1))
await chmod(`${out}/touchmove.mjs`, 0o755)

/** The description of the interface, as the host answers it at /openapi.json: deployed, it lies in the page's bucket. */
async function describe(file) {
  const program = resolve(out, 'openapi.mjs')
  const contents = `export { describeRoutes } from './functions/http/openapi.ts'
    export { ROUTES } from './functions/routes/all-routes.ts'`
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  const { describeRoutes, ROUTES } = await import(pathToFileURL(program))
  await writeFile(file, JSON.stringify(describeRoutes(ROUTES)))
  await rm(program)
}
