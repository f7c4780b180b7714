/** The index of a round as it was known at an instant: who sat at which board, and how far readers of each game could see. */
import type { Document } from '../store/documents.ts'
import {
  GAME_LINE_PREFIX,
  type GameLine,
  ROUND_ITEM_KEY,
  type RoundItem,
  SEAT_PREFIX,
  type SeatItem,
  type ShownStep,
  seqKnownAt,
  shownAt,
  shownSince,
} from './view.ts'

/** How far readers of a view could see at one instant and another. */
export interface ViewedProgress {
  /** Of the last event that was known; 0: none was. */
  readonly seq: number
  /** Since when readers could see up to there, as far back as the view tells, ms. */
  readonly since: number
  /** Up to which event readers could see at an earlier instant (ms); 0: to none, or the view does not go back so far. */
  seqAt(instant: number): number
}

/** A game at its board: up to which event it was known, 0 for not at all. */
export interface ViewedSeat extends ViewedProgress {
  readonly board: number
  readonly game: string
  readonly erased: number
  /** When the clock began a period after the last event that was known, ms; 0: it has not. */
  readonly periodBegunAt: number
  /** The round's event that put it there. */
  readonly placedBy: number
}

/** A round as its index shows it, without the states of its games. */
export interface RoundIndex extends ViewedProgress {
  /** From when on its first event counts as known, ms. */
  readonly knownFrom: number
  readonly start: string | null
  readonly publishedAt: string | null
  readonly closedAt: string | null
  /** In the order of the boards, those whose game has no view included. */
  readonly seats: readonly ViewedSeat[]
}

/** The items of a partition's index as they were known; null where the round has no item of its own. */
export function roundIndex(
  items: readonly Document<unknown>[],
  instant: number | null,
  late: number,
  now: number,
): RoundIndex | null {
  const own = items.find(({ sk }) => sk === ROUND_ITEM_KEY)?.value as RoundItem | undefined
  const [first] = own?.steps ?? []
  if (own === undefined || first === undefined) return null
  // What is behind the round's own item is not all stored yet.
  const isKnown = ({ seq, known }: { readonly seq: number; readonly known: number }) =>
    seq <= own.seq && (instant === null || known <= instant)
  const lines = new Map<string, GameLine>()
  const seats: { board: number; game: string; placedBy: number }[] = []
  const last = own.steps.filter(isKnown).at(-1)
  const knownBySeq: { readonly seq: number; readonly known: number }[] = own.steps.filter(isKnown)
  for (const { sk, value } of items) {
    if (sk.startsWith(GAME_LINE_PREFIX)) lines.set(sk.slice(GAME_LINE_PREFIX.length), value as GameLine)
    if (!sk.startsWith(SEAT_PREFIX)) continue
    const { game, steps } = value as SeatItem
    const known = steps.filter(isKnown)
    const seat = known.at(-1)
    if (seat === undefined) continue
    knownBySeq.push(...known)
    if (seat.board !== null) seats.push({ board: seat.board, game, placedBy: seat.seq })
  }
  knownBySeq.sort((a, b) => a.seq - b.seq)
  const seq = knownBySeq.at(-1)?.seq ?? 0
  const { start = null, publishedAt = null, closedAt = null } = last ?? {}
  const shown = seats
    .sort((a, b) => a.board - b.board)
    .map(({ board, game, placedBy }): ViewedSeat => {
      const line = lines.get(game)
      if (line === undefined)
        return { board, game, placedBy, erased: 0, periodBegunAt: 0, seq: 0, since: 0, seqAt: () => 0 }
      const upTo = instant === null ? line.seq : seqKnownAt(line.known, instant)
      const progress = progressOf(
        { seq: upTo, shown: line.shown, late },
        (seq) => line.known.slice(0, seq).reduce((sum, more) => sum + more, 0),
        (instant) => seqKnownAt(line.known, instant),
      )
      const periodBegunAt =
        (line.periods ?? []).findLast(([seq, at]) => seq === upTo && at <= (instant ?? now))?.[1] ?? 0
      const since = Math.max(progress.since, periodBegunAt === 0 ? 0 : periodBegunAt + late)
      return { board, game, placedBy, erased: line.erased, periodBegunAt, ...progress, since }
    })
  const progress = progressOf(
    { seq, shown: own.shown, late },
    () => knownBySeq.at(-1)?.known ?? 0,
    (instant) => knownBySeq.findLast(({ known }) => known <= instant)?.seq ?? 0,
  )
  return { ...progress, knownFrom: first.known, start, publishedAt, closedAt, seats: shown }
}

/**
 * What readers of a view saw when: an event once it is in the view, and where they read `late` (ms) not before it has been
 * known for so long.
 */
function progressOf(
  { seq, shown, late }: { readonly seq: number; readonly shown: readonly ShownStep[]; readonly late: number },
  knownAt: (seq: number) => number,
  seqKnown: (instant: number) => number,
): ViewedProgress {
  const reached = shownSince(shown, seq)
  if (late === 0) return { seq, since: reached, seqAt: (instant) => Math.min(seq, shownAt(shown, instant)) }
  return {
    seq,
    since: Math.max(reached, knownAt(seq) + late),
    seqAt: (instant) => Math.min(seq, shownAt(shown, instant), seqKnown(instant - late)),
  }
}
