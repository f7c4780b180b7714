/** `touchmove export`: games out of the record. */
import { Command, Option } from 'commander'
import { PGN_VIEWS } from '../../../domain/feeds/pgn-view.ts'
import { CommandFailure } from '../failure.ts'
import {
  askText,
  gamesOf,
  onRecord,
  type RecordDesk,
  type RecordOptions,
  roundsOf,
  segment,
  withRecord,
} from '../record-desk.ts'

interface Options extends RecordOptions {
  readonly game?: string
  readonly tournament?: string
  readonly round?: string
  readonly format: string
  readonly view: string
}

const FORMATS = ['pgn', 'ndjson', 'livechess', 'trf16', 'trf26', 'bundle'] as const

export const exportCommand = (): Command =>
  withRecord(
    new Command('export')
      .description('write games out of the record')
      .option('--game <id>', 'one game')
      .option('--tournament <id>', 'the games of a tournament')
      .option('--round <id>', 'of one round of it')
      .addOption(new Option('--format <format>', 'what to write').choices(FORMATS).makeOptionMandatory())
      .addOption(
        new Option('--view <view>', 'how PGN shows an illegal move that stood')
          .choices(PGN_VIEWS)
          .default('strict'),
      ),
  ).action((options: Options) => exportGames(options))

async function exportGames(options: Options): Promise<void> {
  const { game, tournament, round, format } = options
  if ((game === undefined) === (tournament === undefined))
    throw new CommandFailure('name either --game or --tournament')
  if (round !== undefined && tournament === undefined)
    throw new CommandFailure('--round goes with --tournament')
  const write = WRITERS[format]
  if (write === undefined) {
    throw new CommandFailure(
      `the format ${format} is not written yet; there are ${Object.keys(WRITERS).join(', ')}`,
    )
  }
  await onRecord(options, async (desk) => {
    for await (const text of write(desk, options)) process.stdout.write(text)
  })
}

type Writer = (desk: RecordDesk, options: Options) => AsyncGenerator<string>

const WRITERS: Partial<Record<string, Writer>> = { pgn: writePgn, ndjson: writeEvents }

async function* writePgn(
  desk: RecordDesk,
  { game, tournament = '', round, view }: Options,
): AsyncGenerator<string> {
  if (game !== undefined) {
    yield askText(desk, `/games/${segment(game)}.pgn?view=${view}`)
    return
  }
  let isFirst = true
  for (const each of round === undefined ? await roundsOf(desk, tournament) : [round]) {
    const text = await askText(
      desk,
      `/tournaments/${segment(tournament)}/rounds/${segment(each)}.pgn?view=${view}`,
    )
    if (text === '') continue
    yield isFirst ? text : `\n${text}`
    isFirst = false
  }
}

async function* writeEvents(
  desk: RecordDesk,
  { game, tournament = '', round }: Options,
): AsyncGenerator<string> {
  const rounds = async () => (round === undefined ? await roundsOf(desk, tournament) : [round])
  for await (const each of game !== undefined ? [game] : gamesOf(desk, tournament, await rounds())) {
    yield askText(desk, `/games/${segment(each)}/events`, { accept: 'application/x-ndjson' })
  }
}
