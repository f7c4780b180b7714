/** The command's words: which commands there are and what becomes of a failure. */
import { Command, CommanderError } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { anchorsCommand } from './commands/anchors.ts'
import { announceCommand } from './commands/announce.ts'
import { backupCommand } from './commands/backup.ts'
import { connectCommand } from './commands/connect.ts'
import { eraseCommand } from './commands/erase.ts'
import { exportCommand } from './commands/export.ts'
import { exportPersonCommand } from './commands/export-person.ts'
import { foldCommand } from './commands/fold.ts'
import { importCommand } from './commands/import.ts'
import { judgeCommand } from './commands/judge.ts'
import { openRoundCommand } from './commands/open-round.ts'
import { perftCommand } from './commands/perft.ts'
import { pushCommand } from './commands/push.ts'
import { rebuildCommand } from './commands/rebuild.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { replayCommand } from './commands/replay.ts'
import { requeueCommand } from './commands/requeue.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { simulateCommand } from './commands/simulate.ts'
import { syncCommand } from './commands/sync.ts'
import { tokenCommand } from './commands/token.ts'
import { verifyCommand } from './commands/verify.ts'
import { watchCommand } from './commands/watch.ts'
import { winnableCommand } from './commands/winnable.ts'
import { witnessCommand } from './commands/witness.ts'
import { CommandFailure, EXIT_UNUSABLE } from './failure.ts'
import { printNote } from './print.ts'

/** All commands, in the order in which `--help` lists them. */
export function createProgram(): Command {
  const touchmove = new Command('touchmove')
    .description('The flight recorder of over-the-board chess.')
    .version(manifest.version)
    .showHelpAfterError('(touchmove COMMAND --help tells more)')
  const commands = [
    serveCommand(),
    openRoundCommand(),
    connectCommand(),
    importCommand(),
    exportCommand(),
    replayCommand(),
    reconcileCommand(),
    watchCommand(),
    simulateCommand(),
    pushCommand(),
    verifyCommand(),
    anchorsCommand(),
    syncCommand(),
    witnessCommand(),
    backupCommand(),
    restoreCommand(),
    rebuildCommand(),
    requeueCommand(),
    eraseCommand(),
    exportPersonCommand(),
    tokenCommand(),
    judgeCommand(),
    foldCommand(),
    winnableCommand(),
    perftCommand(),
    announceCommand(),
  ]
  for (const command of commands) {
    command.copyInheritedSettings(touchmove)
    touchmove.addCommand(command)
  }
  for (const command of [touchmove, ...commands.flatMap((c) => [c, ...c.commands])]) command.exitOverride()
  return touchmove
}

const oneLine = (message: string): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Runs the command and gives its exit status: 0 done, 1 the thing checked does not hold, 2 wrong usage or unreadable input. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (failure) {
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : EXIT_UNUSABLE
    const message = failure instanceof Error ? failure.message : String(failure)
    printNote(`touchmove: ${oneLine(message)}`)
    if (!(failure instanceof CommandFailure) && process.env.TOUCHMOVE_DEBUG) console.error(failure)
    return EXIT_UNUSABLE
  }
}
