/** The command within this process: a new one for each of hundreds would take minutes. */
import { vi } from 'vitest'
import { run } from '../../functions/host/cli/program.ts'
import type { Ran } from './command.ts'

export async function runHere(args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    }),
  )
  const before = process.exitCode
  process.exitCode = 0
  try {
    const code = await run(args)
    return { code, ...said }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}
