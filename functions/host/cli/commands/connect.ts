/** `touchmove connect`: boards and feeds of a venue into the record, as long as the command runs. */
import { Command, InvalidArgumentError } from 'commander'
import type { Remark } from '../../../../domain/reasons.ts'
import type { ForeignLine } from '../../../ingest/decode.ts'
import { BOARD_KINDS } from '../../../ingest/positions/kinds.ts'
import type { FollowedSource } from '../../../ingest/sources/source.ts'
import type { OnSourceNote } from '../../../ingest/sources/source-remark.ts'
import {
  abortablePause,
  followUntilStopped,
  type RoundOptions,
  readMappedSeats,
  untilStopped,
} from '../connect-options.ts'
import { encodingName } from '../encoding-name.ts'
import { CommandFailure, EXIT_UNUSABLE } from '../failure.ts'
import { printNote } from '../print.ts'
import { type RecordClient, type RecordOptions, withRecordOptions, writeRecord } from '../record-client.ts'
import { positionBoardsCommand } from './connect-boards.ts'

export const connectCommand = (): Command =>
  [liveChessCommand(), cloudCommand(), pgnCommand(), ...BOARD_KINDS.map(positionBoardsCommand)].reduce(
    (connect, source) => connect.addCommand(source),
    new Command('connect').description(
      'boards and feeds of a venue into the record, until Ctrl-C (docs/connect.md)',
    ),
  )

interface LiveChessOptions extends RecordOptions, RoundOptions {
  readonly boards: string
}

const liveChessCommand = (): Command =>
  withRecordOptions(
    new Command('livechess')
      .description('DGT LiveChess 2: boards and clocks over its local WebSocket')
      .argument('<url>', 'such as ws://localhost:1982/api/v1.0', webSocketUrl)
      .requiredOption('--boards <csv>', 'columns serial, game or board, and clock (straight or turned)')
      .option('--tournament <id>', 'the tournament of the boards')
      .option('--round <id>', 'its round'),
  ).action((url: string, options: LiveChessOptions) =>
    writeRecord(options, (client) => followBoards(client, url, options)),
  )

function webSocketUrl(text: string): string {
  if (/^wss?:\/\//.test(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('It is an address such as ws://localhost:1982/api/v1.0.')
}

async function followBoards(client: RecordClient, url: string, options: LiveChessOptions): Promise<void> {
  const { followLiveChess } = await import('../../../ingest/livechess/follow.ts')
  const seats = await readMappedSeats(client, options.boards, options)
  if (seats === null) return
  await followUntilStopped(client, (context) => followLiveChess({ ...context, url, seats }))
}

interface FeedOptions extends RecordOptions {
  readonly tournament: string
  readonly round?: string
  readonly every: number
  readonly language?: string
  readonly encoding?: string
  readonly once?: true
}

const withFeedOptions = (command: Command): Command =>
  withRecordOptions(
    command
      .requiredOption('--tournament <id>', 'the tournament; entered if it is not there')
      .option('--every <seconds>', 'how often to look', seconds, 4)
      .option('--once', 'take what there is and end; 2 where the record refuses some of it'),
  )

function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 1 && value <= 3600) return value
  throw new InvalidArgumentError('It is a number from 1 to 3600.')
}

const cloudCommand = (): Command =>
  withFeedOptions(
    new Command('livechesscloud')
      .description('a round of LiveChess Cloud, or a tree served as it is')
      .argument('<url>', 'such as https://view.livechesscloud.com/#ID/3')
      .option('--round <n>', 'the round, where the address names none'),
  ).action(async (url: string, options: FeedOptions) => {
    const { cloudSource, readAddress } = await import('../../../ingest/lcc/source.ts')
    const { openFetch } = await import('../../../ingest/sources/fetch-text.ts')
    const address = readAddress(url)
    if (address === null)
      throw new CommandFailure(
        `${url} is no address of LiveChess Cloud; it is one such as https://view.livechesscloud.com/#ID/3`,
      )
    const round = options.round ?? address.round
    if (!round || !/^[1-9]\d{0,2}$/.test(round))
      throw new CommandFailure(`${url} names no round; add --round N`)
    await followFeed(cloudSource(address, round, openFetch()), options)
  })

const pgnCommand = (): Command =>
  withFeedOptions(
    new Command('pgn')
      .description('PGN that is rewritten while it is played: an address, a file or a folder')
      .argument('<place>', 'an address (http, https), a file, or a folder with game-N.pgn')
      .option('--round <n>', 'only games of this round')
      .option('--language <code>', 'whose piece letters the moves are written in, e.g. de')
      .option(
        '--encoding <name>',
        'of text that is not in UTF-8 or UTF-16, such as windows-1250',
        encodingName,
      ),
  ).action(async (place: string, options: FeedOptions) => {
    const { pgnSource } = await import('../../../ingest/pgn-feed/source.ts')
    const { openFetch } = await import('../../../ingest/sources/fetch-text.ts')
    const { LANGUAGES } = await import('../../../../domain/notation/index.ts')
    const { language, round } = options
    if (language !== undefined && !LANGUAGES.some((known) => known === language))
      throw new CommandFailure(`--language ${language} is none of ${LANGUAGES.join(', ')}`)
    const decoding = { encoding: options.encoding, onForeignLine: noteOnce(place) }
    await followFeed(pgnSource({ place, round, fetchText: openFetch(decoding), decoding }), options)
  })

/** Prints each fault of a line once, where it first occurs: a feed is read again every few seconds. */
function noteOnce(place: string): (foreign: ForeignLine) => void {
  const said = new Set<string>()
  return ({ line, reason }) => {
    if (said.has(reason)) return
    said.add(reason)
    printNote(`${place}:${line}: ${reason}`)
  }
}

/** Codes of remarks which say that the record refused a game or a report. */
const REFUSALS: ReadonlySet<string> = new Set(['service-says', 'its-id-used', 'report-refused'])

const isRefusal = ({ code, params }: Remark): boolean =>
  REFUSALS.has(code) ||
  Object.values(params).some((each) => typeof each === 'object' && 'code' in each && isRefusal(each))

async function followFeed(source: FollowedSource, options: FeedOptions): Promise<void> {
  const { followSource } = await import('../../../ingest/sources/follow-source.ts')
  const { tournament, every, language, once } = options
  const note: OnSourceNote = (line, remark) => {
    printNote(line)
    if (once && isRefusal(remark)) process.exitCode = EXIT_UNUSABLE
  }
  await writeRecord(options, (client) =>
    untilStopped(async (signal) => {
      const pause = abortablePause(signal)
      const common = {
        source,
        client,
        tournament,
        now: Date.now,
        note,
        pause,
        every: every * 1000,
      }
      const reading = { ...common, ...(language && { language }) }
      await followSource({ ...reading, signal, ...(once && { once }) })
    }),
  )
}
