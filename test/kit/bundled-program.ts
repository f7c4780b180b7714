/** Bundles programs that tests run in processes of their own: they start at once, where tsx would read every source. */
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { OUT } from './command.ts'

/** Bundles the program that begins with this source, without packages, and returns the path of the bundle. */
export async function bundledProgram(source: string): Promise<string> {
  const outfile = join(OUT, `programs-${process.pid}`, `${basename(source, '.ts')}.mjs`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return outfile
}
