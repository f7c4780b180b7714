/** Bundles the functions' code as it is uploaded: one minified CommonJS file a function, with the packages it uses inside. */
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** The files of functions/lambda that export a `handler`; the others there are shared by them. */
export const FUNCTIONS = [
  'administration',
  'anchorer',
  'commands',
  'reads',
  'authorizer',
  'winnable',
  'projector',
  'reconciler',
  'rebuilder',
] as const
export type FunctionName = (typeof FUNCTIONS)[number]

/** Node's options in Lambda: stack traces name the sources, by the map beside the bundle. */
export const NODE_OPTIONS = '--enable-source-maps'

/** The settings of esbuild for each bundle. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  // ECMAScript modules are preferred: esbuild leaves out what is not used of them.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Writes `OUT/NAME/index.js` with its source map beside it, and returns each function's folder. Call it in the repository's root. */
export async function bundleFunctions(out: string): Promise<Record<FunctionName, string>> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: FUNCTIONS.map((name) => ({ in: `functions/lambda/${name}.ts`, out: `${name}/index` })),
    outdir: out,
  })
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(out, name)])) as Record<FunctionName, string>
}
