/** `touchmove export`: games out of the record. */
import { Command, Option } from 'commander'
import { PGN_DIALECTS, PGN_VIEWS } from '../../../../domain/formats/pgn-view.ts'
import { CommandFailure } from '../failure.ts'
import { liveChessTree, writeTree } from '../livechess-tree.ts'
import { printNote } from '../print.ts'
import {
  fetchGameIds,
  fetchRoundIds,
  fetchText,
  fetchTextPages,
  PGN_TYPE,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'
import { writeBundleTo } from './bundle.ts'

const TRF_TYPE = 'text/plain'

interface Options extends RecordOptions {
  readonly game?: string
  readonly tournament?: string
  readonly round?: string
  readonly format: string
  readonly view: string
  readonly dialect?: string
  readonly to?: string
}

export const exportCommand = (): Command =>
  withRecordOptions(
    new Command('export')
      .description('write games out of the record')
      .option('--game <id>', 'one game')
      .option('--tournament <id>', 'the games of a tournament')
      .option('--round <id>', 'of one round of it')
      .addOption(
        new Option('--format <format>', 'what to write')
          .choices([...Object.keys(WRITERS), 'bundle'])
          .makeOptionMandatory(),
      )
      .addOption(
        new Option('--view <view>', 'how PGN shows an illegal move that stood')
          .choices(PGN_VIEWS)
          .default('strict'),
      )
      .addOption(
        new Option('--dialect <dialect>', 'which markers may end a game in PGN').choices(PGN_DIALECTS),
      )
      .option('--to <dir>', 'write livechess as a folder of files instead of one JSON document'),
  ).action((options: Options) => exportGames(options))

async function exportGames(options: Options): Promise<void> {
  const { game, tournament, round, format } = options
  if ((game === undefined) === (tournament === undefined))
    throw new CommandFailure('name either --game or --tournament')
  if (round !== undefined && tournament === undefined)
    throw new CommandFailure('--round goes with --tournament')
  if (format === 'bundle') return writeBundleTo(process.stdout, options)
  const write = WRITERS[format]!
  if (TOURNAMENT_FORMATS.includes(format) && tournament === undefined)
    throw new CommandFailure(`the format ${format} is one of a tournament: name it with --tournament`)
  if (format.startsWith('trf') && round !== undefined)
    throw new CommandFailure('a report file has all rounds of the tournament: leave --round out')
  if (options.to !== undefined && format !== 'livechess')
    throw new CommandFailure('--to goes with --format livechess; the others go to standard output')
  await readRecord(options, async (client) => {
    for await (const text of write(client, options)) process.stdout.write(text)
  })
}

type Writer = (client: RecordClient, options: Options) => AsyncGenerator<string>

const WRITERS: Readonly<Record<string, Writer>> = {
  pgn: writePgn,
  ndjson: writeEvents,
  livechess: writeLiveChess,
  trf16: (client, options) => writeReport(client, options, '16'),
  trf26: (client, options) => writeReport(client, options, '26'),
}

/** Formats that no single game has. */
const TOURNAMENT_FORMATS: readonly string[] = ['livechess', 'trf16', 'trf26']

async function* writePgn(
  client: RecordClient,
  { game, tournament = '', round, view, dialect }: Options,
): AsyncGenerator<string> {
  const style = `view=${view}${dialect === undefined ? '' : `&dialect=${dialect}`}`
  if (game !== undefined) {
    yield fetchText(client, `/games/${pathSegment(game)}.pgn?${style}`, PGN_TYPE)
    return
  }
  let isFirst = true
  for (const each of round === undefined ? await fetchRoundIds(client, tournament) : [round]) {
    const text = await fetchText(
      client,
      `/tournaments/${pathSegment(tournament)}/rounds/${pathSegment(each)}.pgn?${style}`,
      PGN_TYPE,
    )
    if (text === '') continue
    yield isFirst ? text : `\n${text}`
    isFirst = false
  }
}

async function* writeEvents(
  client: RecordClient,
  { game, tournament = '', round }: Options,
): AsyncGenerator<string> {
  const rounds = async () => (round === undefined ? await fetchRoundIds(client, tournament) : [round])
  for await (const each of game !== undefined ? [game] : fetchGameIds(client, tournament, await rounds())) {
    yield* fetchTextPages(client, `/games/${pathSegment(each)}/events`, 'application/x-ndjson')
  }
}

async function* writeReport(
  client: RecordClient,
  { tournament = '' }: Options,
  version: '16' | '26',
): AsyncGenerator<string> {
  const path = `/tournaments/${pathSegment(tournament)}.trf?version=${version}`
  const report = await fetchText(client, path, TRF_TYPE)
  if (!/^\d{3} /m.test(report)) throw new CommandFailure(`${path}: the answer is no report file`)
  yield report
}

/** The documents of the tree by their paths; with `--to` as the files they are. */
async function* writeLiveChess(
  client: RecordClient,
  { tournament = '', round, to }: Options,
): AsyncGenerator<string> {
  const documents: Record<string, unknown> = {}
  let files = 0
  for await (const file of liveChessTree(client, tournament, round)) {
    files++
    if (to === undefined) documents[file.path] = JSON.parse(file.text)
    else writeTree(to, file)
  }
  if (to === undefined) yield `${JSON.stringify(documents)}\n`
  else printNote(`${files} files in ${to}`)
}
