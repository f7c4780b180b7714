/** Runs the command within this process: a process for each of hundreds would take minutes. */
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../../functions/host/cli/program.ts'
import type { Ran } from './command.ts'

interface RunOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The command before: commands run one after another, since they write to the same stdout. */
let before: Promise<unknown> = Promise.resolve()

/** Runs a command to its end, as `touchmove` of command.ts does in a process of its own. */
export function runHere(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const running = before.then(() => runAlone(args, options))
  before = running.catch(() => {})
  return running
}

async function runAlone(args: readonly string[], { input = '', env = {} }: RunOptions): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
      return true
    }),
  )
  const given = input === '' ? [] : [Buffer.from(input)]
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from(given) as typeof process.stdin)
  const environment = { ...process.env }
  Object.assign(process.env, env)
  const earlier = process.exitCode
  process.exitCode = undefined
  try {
    const code = await run(args)
    return { code, ...said }
  } finally {
    process.exitCode = earlier
    for (const name of Object.keys(env)) {
      if (environment[name] === undefined) delete process.env[name]
      else process.env[name] = environment[name]
    }
    for (const spy of [...spies, stdin]) spy.mockRestore()
  }
}
