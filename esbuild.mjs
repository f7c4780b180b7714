/**
 * `node esbuild.mjs [OUT]` bundles the `touchmove` command into `dist/` (or the folder named), with the packages it uses inside: a
 * process that loads few files starts in half the time, and dynalite is included as `patches/` changes it.
 * `node esbuild.mjs --library [OUT] [OPENAPI]` builds the library into `dist/library`: a module and declarations for each entry of
 * `exports` in package.json. It reads `dist/openapi.json`, which the former command writes.
 * npm's `prepare` runs both, so that after `npm ci` they are there.
 */
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleConsole } from './functions/console/bundle.mjs'

const ROOT = import.meta.dirname
const [first, ...rest] = process.argv.slice(2)
try {
  if (first === '--library') await buildLibrary(...rest)
  else await buildCommand(first)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function buildCommand(out = 'dist') {
  await mkdir(out, { recursive: true })
  // The library's last build stays: type checks read its declarations.
  for (const name of await readdir(out))
    if (name !== 'library') await rm(join(out, name), { recursive: true, force: true })
  await build({
    entryPoints: {
      touchmove: 'functions/host/cli/main.ts',
      'winnable-worker': 'functions/host/winnable/worker.ts',
      'view-worker': 'functions/host/rebuild/view-worker.ts',
      'source-worker': 'functions/host/sources/source-worker.ts',
    },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    // Each command is a chunk that is loaded when it runs: `perft` does not load the AWS client.
    splitting: true,
    bundle: true,
    // LevelDB is a native module: its file stays where npm put it.
    external: ['classic-level'],
    // ECMAScript modules are preferred: esbuild leaves out what is not used of them.
    mainFields: ['module', 'main'],
    // CommonJS packages load Node's own modules by `require`, which an ECMAScript module has to create.
    banner: {
      js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
    },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  await bundleConsole(`${out}/console`)
  await writeOpenApi(out)
  await chmod(`${out}/touchmove.mjs`, 0o755)
}

/** Writes the OpenAPI document, as a host answers it at /openapi.json; in the cloud it lies in the page's bucket. */
async function writeOpenApi(out) {
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
  await writeFile(join(out, 'openapi.json'), JSON.stringify(describeRoutes(ROUTES)))
  await rm(program)
}

async function buildLibrary(folder = join(ROOT, 'dist/library'), openapi = join(ROOT, 'dist/openapi.json')) {
  const out = resolve(folder)
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
    // The library runs in browsers and in Node: an import of one of Node's modules is an error here.
    platform: 'neutral',
    target: 'es2023',
    format: 'esm',
    logLevel: 'warning',
  })
  const document = JSON.parse(await readFile(resolve(openapi), 'utf8'))
  // Imported here, since the other build does not need the generator.
  const { astToString, default: openapiTS } = await import('openapi-typescript')
  await writeFile(join(out, 'openapi.d.ts'), astToString(await openapiTS(document)))
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  execFileSync(
    process.execPath,
    [tsc, '-p', join(ROOT, 'tsconfig.library.json'), '--outDir', join(out, 'types')],
    {
      stdio: 'inherit',
    },
  )
}
