/** `touchmove connect`: boards and feeds of a venue into the record, as long as the command runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { Seat } from '../../ingest/livechess/follow.ts'
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
