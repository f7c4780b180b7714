/** Embedded databases in processes of their own, which tests kill and `npm run load` measures apart from itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundledProgram } from './bundled-program.ts'

/** Started, and waiting to be told which folder it opens. */
export interface DatabaseProcess {
  readonly child: ChildProcess
  /** Its endpoint; without a folder all is in memory. */
  open(folder?: string): Promise<string>
}

/** The program of such a process. */
export const bundledDatabase = (): Promise<string> =>
  bundledProgram(join(import.meta.dirname, 'database-process.ts'))

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
