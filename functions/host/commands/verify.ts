/** `touchmove verify`: hashes and folds the record again and names the first commit that does not hold. */
import { Command } from 'commander'
import type { Verification } from '../../record/verify.ts'
import { CommandFailure, DOES_NOT_HOLD } from '../failure.ts'
import { readWhole } from '../input.ts'
import { note } from '../print.ts'
import { createProgress } from '../progress.ts'
import { onRecord, type RecordOptions, withRecord } from '../record-desk.ts'
import type { Trail } from '../trail.ts'

interface Options extends RecordOptions {
  readonly game?: string
  readonly all?: true
}

export const verifyCommand = (): Command =>
  withRecord(
    new Command('verify')
      .description('check the chain of commits and fold the events again; the first broken link is named')
      .argument('[file]', 'an audit saved from GET /games/G/audit, or - for standard input')
      .option('--game <id>', 'one game of the record')
      .option('--all', 'all games of the record'),
  ).action(verify)

async function verify(file: string | undefined, options: Options): Promise<void> {
  const { game, all } = options
  if ([file, game, all].filter((given) => given !== undefined).length !== 1) {
    throw new CommandFailure('name one of FILE, --game ID and --all')
  }
  if (file !== undefined) {
    const { verifyTrail } = await import('../trail.ts')
    say(await verifyTrail(trailIn(file, await readWhole(file))))
    return
  }
  await onRecord(options, async (desk) => {
    const progress = createProgress()
    let games = 0
    let broken = 0
    for await (const id of game === undefined ? desk.games() : [game]) {
      const holds = say(await desk.verify(id))
      games++
      if (!holds) broken++
      progress.report(() => `${games} games, ${broken} broken`)
    }
    progress.done()
    if (all) note(`${games} games, ${broken} broken`)
  })
}

function trailIn(file: string, text: string): Trail {
  try {
    const trail = JSON.parse(text) as Partial<Trail>
    if (typeof trail.stream === 'string' && Array.isArray(trail.commits)) return trail as Trail
  } catch {
    throw new CommandFailure(`${file}: this is no JSON; it is what GET /games/G/audit answers`)
  }
  throw new CommandFailure(`${file}: this is no audit; it has a "stream" and a list of "commits"`)
}

/** One line a stream; whether it holds. */
function say({ stream, head, events, fault, erased, reading }: Verification): boolean {
  if (fault !== null) {
    process.stdout.write(
      `BROKEN ${stream}: ${fault.kind}: ${fault.message}; what comes before it holds (${events} events)\n`,
    )
    process.exitCode = DOES_NOT_HOLD
    return false
  }
  const read = reading === null ? '' : `, reading ${reading.reducer}:${reading.digest.slice(0, 16)}`
  const gone = erased === 0 ? '' : `, ${erased} events without their persons or words`
  process.stdout.write(
    `ok ${stream}: ${head.n} commits, ${events} events, head ${head.hash.slice(0, 16)}${read}${gone}\n`,
  )
  return true
}
