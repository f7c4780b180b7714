/** Shared by the commands that connect a venue: the boards with their games, and running until a signal comes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MappedBoard } from '../../ingest/livechess/board-map.ts'
import { CommandFailure, EXIT_UNUSABLE } from './failure.ts'
import { readWhole } from './input.ts'
import { printNote } from './print.ts'
import { fetchJson, pathSegment, type RecordClient } from './record-client.ts'

/** A board, the game that is played on it, and how LiveChess has its clock. */
export type MappedSeat = Pick<MappedBoard, 'serial' | 'clock'> & { readonly game: string }

/** The round whose boards a map names by number. */
export interface RoundOptions {
  readonly tournament?: string
  readonly round?: string
}

/** The boards of a map file; null where it cannot be used, after every mistake in it was printed. */
export async function readMappedSeats(
  client: RecordClient,
  file: string,
  round: RoundOptions,
): Promise<MappedSeat[] | null> {
  const { readBoardMap } = await import('../../ingest/livechess/board-map.ts')
  const map = readBoardMap(await readWhole(file))
  for (const { line, reason } of map.faults) printNote(`${file}:${line}: ${reason}`)
  if (map.faults.length === 0) return seatsOf(client, map.boards, file, round)
  process.exitCode = EXIT_UNUSABLE
  return null
}

/** Boards by number are those of a round. */
async function seatsOf(
  client: RecordClient,
  boards: readonly MappedBoard[],
  file: string,
  { tournament, round }: RoundOptions,
): Promise<MappedSeat[]> {
  const numbered = boards.some(({ board }) => board !== undefined)
  if (numbered && (tournament === undefined || round === undefined))
    throw new CommandFailure(`${file} names boards by number; add --tournament and --round`)
  const path = `/tournaments/${pathSegment(tournament ?? '')}/rounds/${pathSegment(round ?? '')}/games`
  const listed = numbered
    ? (await fetchJson<{ games: { board: number; game: string }[] }>(client, path)).games
    : []
  const taken = new Map<string, number>()
  return boards.map(({ line, serial, game, board, clock }) => {
    const id = game ?? listed.find((each) => each.board === board)?.game
    if (id === undefined)
      throw new CommandFailure(
        `${file}:${line}: round ${round} of ${tournament} has no game at board ${board}`,
      )
    const before = taken.get(id)
    if (before !== undefined)
      throw new CommandFailure(`${file}:${line}: game ${id} has the board on line ${before} already`)
    taken.set(id, line)
    return { serial, game: id, clock }
  })
}

/** Runs until the work ends or a signal comes; what the work has begun is finished. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
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
export const abortablePause =
  (signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal }).catch(() => {})
