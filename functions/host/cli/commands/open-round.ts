/** `touchmove open-round FILE`: a round's games from a pairing file, or its mistakes line by line. */
import { Command, Option } from 'commander'
import { EDITIONS, PLAYS } from '../../../../events/index.ts'
import { readPairingFile } from '../../../ingest/pairings/encoding.ts'
import type { RoundRequest } from '../../../ingest/pairings/open-round.ts'
import { encodingName } from '../encoding-name.ts'
import { CommandFailure, EXIT_UNUSABLE } from '../failure.ts'
import { openInput } from '../input.ts'
import { printJson, printLine, printNote } from '../print.ts'
import {
  lookAtRecord,
  type RecordClient,
  type RecordOptions,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

interface Options extends RecordOptions, RoundRequest {
  readonly encoding?: string
  readonly publish?: true
  readonly check?: true
  readonly json?: true
}

export const openRoundCommand = (): Command =>
  withRecordOptions(
    new Command('open-round')
      .description("open a round's games from a pairing file: CSV, or FIDE's TRF16 or TRF26")
      .argument('<file>', 'the file, or - for standard input')
      .option('--tournament <id>', "the tournament; by default made from a TRF's own name")
      .option('--round <n>', 'the round; by default the one to come of a TRF, or the column round')
      .option('--time-control <control>', 'where the tournament settles none: 5400+30, 40/6000+30:900+30')
      .addOption(
        new Option('--edition <date>', 'the Laws, where the tournament settles none').choices([...EDITIONS]),
      )
      .addOption(
        new Option(
          '--play <kind>',
          'where the tournament settles none; by default by its time control',
        ).choices([...PLAYS]),
      )
      .option('--encoding <name>', 'of a file that is not in UTF-8, such as windows-1250', encodingName)
      .option('--publish', 'publish the round once its games are open')
      .option('--check', 'read the file and the record, and open nothing')
      .option('--json', 'print one object'),
  ).action(open)

async function open(file: string, options: Options): Promise<void> {
  const { planRound } = await import('../../../ingest/pairings/open-round.ts')
  const pieces: Buffer[] = []
  for await (const piece of await openInput(file)) pieces.push(piece)
  const { text, faults: foreign } = readPairingFile(Buffer.concat(pieces), options.encoding)
  const plan = planRound(text, options)
  for (const note of plan.notes) printNote(`${file}: ${lineText(note)}`)
  for (const { line, reason } of plan.leftOut) printNote(`${file}:${line}: ${reason}`)
  const faults = [...foreign, ...plan.faults].sort((a, b) => a.line - b.line)
  if (faults.length > 0) return refuse(file, faults)
  const use = options.check ? lookAtRecord : writeRecord
  await use(options, (client) => openOn(client, file, plan, options))
}

type Plan = ReturnType<typeof import('../../../ingest/pairings/open-round.ts').planRound>

async function openOn(client: RecordClient, file: string, plan: Plan, options: Options): Promise<void> {
  const { openPairedRound } = await import('../../../ingest/pairings/open-round.ts')
  const { checkGame } = await import('../../../ingest/pairings/check-game.ts')
  const { problemText } = await import('../../../http/api-client.ts')
  const done = await openPairedRound(client, plan, { ...options, checkGame })
  if (done.kind === 'faults') return refuse(file, done.faults)
  if (done.kind === 'sound') return printNote(`${plan.pairings.length} games can be opened`)
  if (done.kind === 'refused') throw new CommandFailure(`${file}: ${done.reason}`)
  const { tournament, round } = plan
  if (options.publish) {
    const answer = await client.request('PATCH', `/tournaments/${tournament}/rounds/${round}`, {
      body: { published: true },
    })
    if (answer.status >= 400)
      throw new CommandFailure(`the games are open; not published: ${problemText(answer)}`)
  }
  if (options.json) printJson({ tournament, round, games: done.games })
  else {
    for (const { game, board } of done.games) {
      const pairing = plan.pairings.find((each) => each.board === board)
      printLine(`${board} ${game} ${pairing?.white.name} – ${pairing?.black.name}`)
    }
  }
  for (const note of done.notes) printNote(`${file}: ${lineText(note)}`)
  const said = done.fresh ? 'opened' : 'open already'
  printNote(`${done.games.length} games of round ${round} of ${tournament}: ${said}`)
}

const lineText = ({ line, reason }: Plan['notes'][number]): string =>
  line > 0 ? `line ${line}: ${reason}` : reason

function refuse(file: string, faults: Plan['faults']): void {
  for (const { line, reason } of faults) printNote(`${file}${line > 0 ? `:${line}` : ''}: ${reason}`)
  printNote(`${faults.length} mistake${faults.length === 1 ? '' : 's'}; nothing was opened`)
  process.exitCode = EXIT_UNUSABLE
}
