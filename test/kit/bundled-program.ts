/** Programs of the tests' own that run in processes of their own, bundled: they start at once, where tsx would read every source. */
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { OUT } from './command.ts'

/** Path of the program that this source begins; packages stay outside. */
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
