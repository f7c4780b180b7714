/** The functions' code as it is uploaded: one minified CommonJS file a function, with the pinned SDK inside. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { leaveOut } from './left-out.ts'

const ENTRIES = join(import.meta.dirname, '../functions/lambda')

/** Each file of functions/lambda that exports a `handler` begins with its name's room; others are theirs to share. */
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

/** Writes `OUT/NAME/index.js` and its source map apart (`OUT/NAME.maps/`), and gives each function's folder. */
export async function bundleFunctions(out: string): Promise<Record<FunctionName, string>> {
  await build({
    entryPoints: FUNCTIONS.map((name) => ({ in: join(ENTRIES, `${name}.ts`), out: `${name}/index` })),
    outdir: out,
    bundle: true,
    minify: true,
    // Names in a stack trace are worth their bytes only in the source map, which is uploaded beside.
    sourcemap: 'linked',
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    // ECMAScript modules first: what is not used of them falls away.
    mainFields: ['module', 'main'],
    plugins: [leaveOut],
    logLevel: 'warning',
  })
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(out, name)])) as Record<FunctionName, string>
}
