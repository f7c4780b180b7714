/** The functions' code as it is uploaded: one minified CommonJS file a function, with the pinned packages inside as published. */
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** The files of functions/lambda that export a `handler`; the others there are for these to share. */
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

/** What Node is started with, so that stack traces name the sources by the map beside the bundle. */
export const NODE_OPTIONS = '--enable-source-maps'

/** How esbuild makes each bundle, with its source map beside it. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  // ECMAScript modules first: what is not used of them falls away.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Writes `OUT/NAME/index.js` with its source map beside it, and gives each function's folder. Run in the repository's root. */
export async function bundleFunctions(out: string): Promise<Record<FunctionName, string>> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: FUNCTIONS.map((name) => ({ in: `functions/lambda/${name}.ts`, out: `${name}/index` })),
    outdir: out,
  })
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(out, name)])) as Record<FunctionName, string>
}
