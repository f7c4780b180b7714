/** `touchmove connect`: boards and feeds of a venue into the record, as long as the command runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { Seat } from '../../ingest/livechess/follow.ts'
import type { Source } from '../../ingest/sources/source.ts'
import { CommandFailure, UNUSABLE } from '../failure.ts'
import { readWhole } from '../input.ts'
import { note } from '../print.ts'
import {
  askJson,
  onRecord,
  type RecordDesk,
  type RecordOptions,
  segment,
  withRecord,
} from '../record-desk.ts'

export const connectCommand = (): Command =>
  new Command('connect')
    .description('boards and feeds of a venue into the record, until Ctrl-C (docs/connect.md)')
    .addCommand(liveChess())
    .addCommand(cloud())
    .addCommand(pgn())

interface LiveChessOptions extends RecordOptions {
  readonly boards: string
  readonly tournament?: string
  readonly round?: string
}

const liveChess = (): Command =>
  withRecord(
    new Command('livechess')
      .description('DGT LiveChess 2: boards and clocks over its local WebSocket')
      .argument('<url>', 'such as ws://localhost:1982/api/v1.0', webSocket)
      .requiredOption('--boards <csv>', 'columns serial, game or board, and clock (straight or turned)')
      .option('--tournament <id>', 'the tournament of the boards')
      .option('--round <id>', 'its round'),
  ).action((url: string, options: LiveChessOptions) =>
    onRecord(options, (desk) => followBoards(desk, url, options)),
  )

function webSocket(text: string): string {
  if (/^wss?:\/\//.test(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('It is an address such as ws://localhost:1982/api/v1.0.')
}

async function followBoards(desk: RecordDesk, url: string, options: LiveChessOptions): Promise<void> {
  const { readBoardMap } = await import('../../ingest/livechess/board-map.ts')
  const { followLiveChess, FollowFailed } = await import('../../ingest/livechess/follow.ts')
  const map = readBoardMap(await readWhole(options.boards))
  for (const { line, reason } of map.faults) note(`${options.boards}:${line}: ${reason}`)
  if (map.faults.length > 0) {
    process.exitCode = UNUSABLE
    return
  }
  const seats = await seatsOf(desk, map.boards, options)
  await untilStopped(async (signal) => {
    try {
      await followLiveChess({ url, seats, desk, now: Date.now, note, pause: pauseUntil(signal), signal })
    } catch (failure) {
      if (failure instanceof FollowFailed) throw new CommandFailure(failure.message)
      throw failure
    }
  })
}

type Mapped = ReturnType<typeof import('../../ingest/livechess/board-map.ts').readBoardMap>['boards']

/** Boards by number are those of a round. */
async function seatsOf(
  desk: RecordDesk,
  boards: Mapped,
  { tournament, round, boards: file }: LiveChessOptions,
): Promise<Seat[]> {
  const numbered = boards.some(({ board }) => board !== undefined)
  if (numbered && (tournament === undefined || round === undefined))
    throw new CommandFailure(`${file} names boards by number; add --tournament and --round`)
  const path = `/tournaments/${segment(tournament ?? '')}/rounds/${segment(round ?? '')}/games`
  const listed = numbered
    ? (await askJson<{ games: { board: number; game: string }[] }>(desk, path)).games
    : []
  return boards.map(({ line, serial, game, board, clock }) => {
    const id = game ?? listed.find((each) => each.board === board)?.game
    if (id === undefined)
      throw new CommandFailure(
        `${file}:${line}: round ${round} of ${tournament} has no game at board ${board}`,
      )
    return { serial, game: id, clock }
  })
}

interface FeedOptions extends RecordOptions {
  readonly tournament: string
  readonly round?: string
  readonly every: number
  readonly language?: string
  readonly once?: true
}

const withFeed = (command: Command): Command =>
  withRecord(
    command
      .requiredOption('--tournament <id>', 'the tournament; entered if it is not there')
      .option('--every <seconds>', 'how often to look', seconds, 4)
      .option('--once', 'take what there is and end'),
  )

function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 1 && value <= 3600) return value
  throw new InvalidArgumentError('It is a number from 1 to 3600.')
}

const cloud = (): Command =>
  withFeed(
    new Command('livechesscloud')
      .description('a round of LiveChess Cloud, or a tree served as it is')
      .argument('<url>', 'such as https://view.livechesscloud.com/#ID/3')
      .option('--round <n>', 'the round, where the address names none'),
  ).action(async (url: string, options: FeedOptions) => {
    const { cloudSource, readAddress } = await import('../../ingest/lcc/source.ts')
    const { openFetch } = await import('../../ingest/sources/fetch-text.ts')
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

const pgn = (): Command =>
  withFeed(
    new Command('pgn')
      .description('PGN that is rewritten while it is played: an address, a file or a folder')
      .argument('<place>', 'an address (http, https), a file, or a folder with game-N.pgn')
      .option('--round <n>', 'only games of this round')
      .option('--language <code>', 'whose piece letters the moves are written in, e.g. de'),
  ).action(async (place: string, options: FeedOptions) => {
    const { pgnSource } = await import('../../ingest/pgn-feed/source.ts')
    const { openFetch } = await import('../../ingest/sources/fetch-text.ts')
    const { LANGUAGES } = await import('../../../domain/notation/index.ts')
    const { language, round } = options
    if (language !== undefined && !LANGUAGES.some((known) => known === language))
      throw new CommandFailure(`--language ${language} is none of ${LANGUAGES.join(', ')}`)
    await followFeed(pgnSource({ place, round, fetchText: openFetch() }), options)
  })

async function followFeed(source: Source, options: FeedOptions): Promise<void> {
  const { followSource } = await import('../../ingest/sources/follow-source.ts')
  const { tournament, every, language, once } = options
  await onRecord(options, (desk) =>
    untilStopped(async (signal) => {
      const pause = pauseUntil(signal)
      const common = { source, desk, tournament, now: Date.now, note, pause, every: every * 1000 }
      const reading = { ...common, ...(language && { language }) }
      await followSource({ ...reading, signal, ...(once && { once }) })
    }),
  )
}

/** Runs until the work ends or a signal comes; what the work has begun is finished. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    await work(stop.signal)
  } finally {
    process.removeListener('SIGINT', end)
    process.removeListener('SIGTERM', end)
  }
}

/** A pause that a signal ends. */
const pauseUntil =
  (signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal }).catch(() => {})
