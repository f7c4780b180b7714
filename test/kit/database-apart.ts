/** Starts embedded databases in processes of their own: tests kill them, and `npm run load` measures them apart from itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundledProgram } from './bundled-program.ts'

/** A process that waits for the name of the folder to open. */
export interface DatabaseProcess {
  readonly child: ChildProcess
  /** Opens the database and returns its endpoint; without a folder everything is in memory. */
  open(folder?: string): Promise<string>
}

/** Bundles the program of such a process. */
export const bundledDatabase = (): Promise<string> =>
  bundledProgram(join(import.meta.dirname, 'database-process.ts'))

/** Starts the process with SIGXFSZ ignored: the signal would end it at the first write beyond a limit, and a full disk sends none. */
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
