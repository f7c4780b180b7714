/** `touchmove replay GAME`: the state of a game at an event or an instant. */
import { Command } from 'commander'
import * as z from 'zod'
import { fetchEvents } from '../event-lines.ts'
import { CommandFailure } from '../failure.ts'
import {
  checkPointInTime,
  type LanguageOption,
  languageOption,
  type PointInTimeOptions,
  withPointInTime,
} from '../point-in-time.ts'
import { printLine, printText, printValue } from '../print.ts'
import {
  fetchPages,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

interface Options extends RecordOptions, PointInTimeOptions, LanguageOption {
  readonly json?: true
}

export const replayCommand = (): Command =>
  withRecordOptions(
    withPointInTime(
      new Command('replay')
        .description('show what stood, was touched, the clocks and the verdicts at a moment of a game')
        .argument('<game>', 'its id'),
    )
      .addOption(languageOption())
      .option('--json', 'print the public state, with the pieces touched'),
  ).action(replay)

async function replay(game: string, options: Options): Promise<void> {
  checkPointInTime(options)
  const { seq, at, json, language } = options
  const { foldToInstant, foldToSeq, publicState } = await import('../../../../domain/game/index.ts')
  const { replayText } = await import('../../../../domain/formats/replay-text.ts')
  const { events, commits } = await readRecord(options, async (client) => ({
    events: await fetchEvents(client, game),
    commits: await fetchCommitPages(client, game),
  }))
  if (seq !== undefined && seq > events.length) {
    throw new CommandFailure(`--seq is ${seq}; the record of ${game} ends at ${events.length}`)
  }
  const state = at === undefined ? foldToSeq(events, seq ?? events.length) : foldToInstant(events, at)
  if (state.seq === 0) throw new CommandFailure(`${game} was not opened yet at that moment`)
  const offset = offsetAt(commits, state.seq)
  if (json) {
    const known = offset === undefined ? {} : { clockOffset: offset }
    printValue({ ...publicState(state, at), touched: state.act.touches, ...known })
    return
  }
  printText(replayText(state, at, language))
  if (offset !== undefined)
    printLine(
      `instants ±${(Math.abs(offset) / 1000).toFixed(3)} s: so far was the clock of who reported event ${state.seq} from the host's`,
    )
}

async function fetchCommitPages(client: RecordClient, game: string): Promise<ReportedCommit[]> {
  const all: ReportedCommit[] = []
  for await (const { commits } of fetchPages(client, `/games/${pathSegment(game)}/audit`, commitsShape))
    all.push(...commits)
  return all
}

const commitsShape = z.looseObject({
  commits: z.array(
    z.looseObject({ clockOffset: z.int().optional(), events: z.array(z.looseObject({ seq: z.int() })) }),
  ),
  next: z.int().optional(),
})
type ReportedCommit = z.output<typeof commitsShape>['commits'][number]

/** The host's clock minus the reporter's, ms, of the commit that holds an event; undefined where the report has no time of sending. */
const offsetAt = (commits: readonly ReportedCommit[], seq: number): number | undefined =>
  commits.find(({ events }) => events.some((event) => event.seq === seq))?.clockOffset
