/** Embedded databases in processes of their own, which tests kill and `npm run load` measures apart from itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '../..')

/** Started, and waiting to be told which folder it opens. */
export interface DatabaseProcess {
  readonly child: ChildProcess
  /** Its endpoint; without a folder all is in memory. */
  open(folder?: string): Promise<string>
}

/** The program of such a process, bundled, so that it starts at once. */
export async function bundledDatabase(): Promise<string> {
  const out = join(ROOT, 'node_modules', '.cache', `touchmove-database-${process.pid}`, 'database.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'database-process.ts')],
    outfile: out,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return out
}

/** SIGXFSZ would end the process at the first write that fails; on a full disk there is no signal. */
export function startDatabase(program: string): DatabaseProcess {
  const child = spawn('sh', ['-c', 'trap "" XFSZ; exec "$0" "$1"', process.execPath, program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    async open(folder = '') {
      child.stdin.write(`open ${folder}\n`)
      const { value: line = '' } = await lines.next()
      if (!line.startsWith('ready ')) throw new Error(`the database did not open: ${line}`)
      return line.slice('ready '.length)
    },
  }
}
