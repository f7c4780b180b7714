/** The functions' code as it is uploaded: one minified CommonJS file a function, with the pinned SDK inside. */
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { leaveOut } from './left-out.ts'

const ENTRIES = join(import.meta.dirname, '../functions/lambda')

/** The files of functions/lambda that export a `handler`; the others there are for these to share. */
export const FUNCTIONS = [
  'administration',
  'anchorer',
  'commands',
  'reads',
  'authorizer',
  'winnable',
  'live',
  'projector',
  'sweeper',
] as const
export type FunctionName = (typeof FUNCTIONS)[number]

/** Writes `OUT/NAME/index.js` with its source map beside it, and gives each function's folder. */
export async function bundleFunctions(out: string): Promise<Record<FunctionName, string>> {
  const small: FunctionName = 'winnable'
  await Promise.all([
    bundle(
      out,
      FUNCTIONS.filter((name) => name !== small),
    ),
    // At a start V8 reads arrow functions whole and only skims others. Where there are bytes to spare, these are quicker.
    bundle(out, [small], { supported: { arrow: false } }),
  ])
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(out, name)])) as Record<FunctionName, string>
}

async function bundle(
  out: string,
  names: readonly FunctionName[],
  options: BuildOptions = {},
): Promise<void> {
  await build({
    ...options,
    entryPoints: names.map((name) => ({ in: join(ENTRIES, `${name}.ts`), out: `${name}/index` })),
    outdir: out,
    bundle: true,
    minify: true,
    // Names in a stack trace are worth their bytes only in the source map, which is uploaded beside (source-traces.ts).
    sourcemap: 'linked',
    sourcesContent: false,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    // ECMAScript modules first: what is not used of them falls away.
    mainFields: ['module', 'main'],
    plugins: [leaveOut],
    logLevel: 'warning',
  })
}
