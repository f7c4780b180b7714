/** Shared by the commands that connect a venue: the boards with their games, and running until a signal comes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeatedBoard } from '../../ingest/livechess/seat-boards.ts'
import { CommandFailure, EXIT_UNUSABLE } from './failure.ts'
import { readWhole } from './input.ts'
import { printNote } from './print.ts'
import type { RecordClient } from './record-client.ts'

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
): Promise<SeatedBoard[] | null> {
  const { readBoardMap } = await import('../../ingest/livechess/board-map.ts')
  const { seatBoards } = await import('../../ingest/livechess/seat-boards.ts')
  const map = readBoardMap(await readWhole(file))
  for (const { line, reason } of map.faults) printNote(`${file}:${line}: ${reason}`)
  if (map.faults.length > 0) {
    process.exitCode = EXIT_UNUSABLE
    return null
  }
  const { seats, faults } = await seatBoards(client, map.boards, round)
  const [fault] = faults
  if (fault !== undefined)
    throw new CommandFailure(`${file}${fault.line === 0 ? '' : `:${fault.line}`}: ${fault.reason}`)
  return seats
}

/** Runs the work until it ends or SIGINT or SIGTERM comes, and then lets it finish what it has begun. */
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

/** What a command gives to the function that follows a source. */
interface FollowContext {
  readonly client: RecordClient
  readonly now: () => number
  readonly note: typeof printNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
}

/** Follows a source until it ends or SIGINT or SIGTERM comes. Throws CommandFailure with the reason where it cannot be followed. */
export const followUntilStopped = (
  client: RecordClient,
  follow: (context: FollowContext) => Promise<void>,
): Promise<void> =>
  untilStopped(async (signal) => {
    try {
      await follow({ client, now: Date.now, note: printNote, pause: abortablePause(signal), signal })
    } catch (failure) {
      const { SourceFailure } = await import('../../ingest/sources/source-remark.ts')
      if (failure instanceof SourceFailure) throw new CommandFailure(failure.message)
      throw failure
    }
  })

/** A pause, in ms, that ends early when the signal is aborted. */
export const abortablePause =
  (signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal }).catch(() => {})
