/** The program `touchmove`: which commands it has, and what becomes of a failure. */
import { Command, CommanderError } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { CommandFailure, EXIT_UNUSABLE } from './failure.ts'
import { printNote } from './print.ts'

/** Loads each command, in the order in which `--help` lists them: a command that runs does not wait for the others to be loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  'open-round': async () => (await import('./commands/open-round.ts')).openRoundCommand(),
  connect: async () => (await import('./commands/connect.ts')).connectCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  replay: async () => (await import('./commands/replay.ts')).replayCommand(),
  reconcile: async () => (await import('./commands/reconcile.ts')).reconcileCommand(),
  watch: async () => (await import('./commands/watch.ts')).watchCommand(),
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand(),
  push: async () => (await import('./commands/push.ts')).pushCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  anchors: async () => (await import('./commands/anchors.ts')).anchorsCommand(),
  sync: async () => (await import('./commands/sync.ts')).syncCommand(),
  witness: async () => (await import('./commands/witness.ts')).witnessCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  rebuild: async () => (await import('./commands/rebuild.ts')).rebuildCommand(),
  requeue: async () => (await import('./commands/requeue.ts')).requeueCommand(),
  erase: async () => (await import('./commands/erase.ts')).eraseCommand(),
  'export-person': async () => (await import('./commands/export-person.ts')).exportPersonCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  judge: async () => (await import('./commands/judge.ts')).judgeCommand(),
  fold: async () => (await import('./commands/fold.ts')).foldCommand(),
  winnable: async () => (await import('./commands/winnable.ts')).winnableCommand(),
  perft: async () => (await import('./commands/perft.ts')).perftCommand(),
  announce: async () => (await import('./commands/announce.ts')).announceCommand(),
}

/** The program with the command of this name, or with all of them where no command has it. */
export async function createProgram(name = ''): Promise<Command> {
  const touchmove = new Command('touchmove')
    .description('The flight recorder of over-the-board chess.')
    .version(manifest.version)
    .showHelpAfterError('(touchmove COMMAND --help says more)')
  const wanted = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  const commands = await Promise.all(wanted.map((load) => load()))
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

/** Runs a command and returns its exit status: 0 done, 1 the thing checked does not hold, 2 wrong usage or unreadable input. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(args[0])
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (failure) {
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : EXIT_UNUSABLE
    const message = failure instanceof Error ? failure.message : String(failure)
    printNote(`touchmove: ${oneLine(message)}`)
    if (!(failure instanceof CommandFailure) && process.env.TOUCHMOVE_DEBUG) console.error(failure)
    return EXIT_UNUSABLE
  }
}
