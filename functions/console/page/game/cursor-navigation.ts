/** Navigation in a game: to an instant, an event or a move, and in steps. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { PublicMove } from '../../../../domain/game/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { MoveStop } from '../replay/move-stops.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'

/** How far an instant may lie after the present, ms: the clock of a reader who opens a link may be behind. */
const CLOCK_TOLERANCE_MS = 60_000

export interface CursorNavigation {
  /** Shows an instant, ms since 1970. Returns false where it lies outside of the record: then its beginning or the present is shown. */
  toInstant(ms: number): boolean
  /** Shows the state just after an event. */
  toSeq(seq: number): void
  /** Shows the position after a move, and after its press where that is known. */
  toMove(move: PublicMove): void
  /** Shows the beginning of play. */
  toStart(): void
  toNow(): void
  /** Goes forwards (1) or backwards (−1) to the next event that is wanted; false where there is none before. */
  step(direction: 1 | -1, wanted: (event: TimelineEvent) => boolean): boolean
  /** Goes forwards (1) or backwards (−1) to the position after the next move, or back to the beginning of play; false at that. */
  stepMove(direction: 1 | -1): boolean
}

interface CursorState {
  readonly source: ReadonlySignal<GameSource | null>
  /** The instant that is shown, ms since 1970; null: the present. */
  readonly at: Signal<number | null>
  /** The event that is shown, where others share its instant. */
  readonly pinned: Signal<number | null>
  readonly seq: ReadonlySignal<number>
  readonly frame: ReadonlySignal<GameFrame | null>
  now(): number
}

export function createNavigation({ source, at, pinned, seq, frame, now }: CursorState): CursorNavigation {
  const goTo = (stop: { readonly seq: number; readonly at: number }) => {
    pinned.value = stop.seq
    at.value = stop.at
  }
  const toNow = () => {
    pinned.value = null
    at.value = null
  }
  const toSeq = (wanted: number) => {
    const events = source.peek()?.timelineEvents ?? []
    const event = events.findLast((each) => each.seq <= wanted) ?? events[0]
    if (event !== undefined) goTo({ seq: wanted, at: event.at })
  }
  const toStart = () => toSeq(source.peek()?.startSeq ?? 1)

  return {
    toNow,
    toSeq,
    toStart,
    toInstant(ms) {
      pinned.value = null
      const events = source.peek()?.timelineEvents ?? []
      const first = events[0]?.at ?? ms
      // An instant in the future shows the present.
      const present = Math.max(now(), events.at(-1)?.at ?? ms)
      at.value = ms >= present ? null : Math.round(Math.max(ms, first))
      return ms >= first && ms <= present + CLOCK_TOLERANCE_MS
    },
    toMove(move) {
      const stop = stopOfMove(source.peek()?.moveStops() ?? [], move)
      if (typeof stop === 'number') toSeq(stop)
      else goTo(stop)
    },
    step(direction, wanted) {
      const game = source.peek()
      if (game === null) return false
      const found = nextFrom(game.timelineEvents, seq.peek(), direction, wanted)
      if (found !== undefined) toSeq(found.seq)
      else if (direction > 0) toNow()
      return found !== undefined || direction > 0
    },
    stepMove(direction) {
      const game = source.peek()
      if (game === null) return false
      const here = seq.peek()
      const shown = shownMove(game.moveStops(), here, frame.peek())
      const found = nextFrom(game.moveStops(), here, direction, ({ move }) => move !== shown)
      if (found !== undefined) goTo(found)
      else if (direction > 0) toNow()
      else if (here > game.startSeq) toStart()
      else return false
      return true
    },
  }
}

/** The next wanted item of a list in the order of the record, forwards (1) or backwards (−1). */
const nextFrom = <T extends { readonly seq: number }>(
  list: readonly T[],
  here: number,
  direction: 1 | -1,
  wanted: (each: T) => boolean,
): T | undefined =>
  direction > 0
    ? list.find((each) => each.seq > here && wanted(each))
    : list.findLast((each) => each.seq < here && wanted(each))

/** Where a move is shown: after its press, if that came before the next move; else at its stop, or at its event. */
function stopOfMove(stops: readonly MoveStop[], { seq: made, completedSeq }: PublicMove): MoveStop | number {
  const stop = stops.find(({ move }) => move === made)
  const shownSince = stop?.seq ?? made
  const next = stops.find((each) => each.seq > shownSince)
  const isPressed = completedSeq !== null && completedSeq < (next?.seq ?? Number.POSITIVE_INFINITY)
  if (isPressed && completedSeq > shownSince) return completedSeq
  return stop ?? made
}

/** Seq of the last move on the shown board; while its state is being fetched, the move of the last stop before. */
const shownMove = (stops: readonly MoveStop[], here: number, frame: GameFrame | null): number | undefined =>
  frame === null ? stops.findLast((each) => each.seq <= here)?.move : frame.state.moves.at(-1)?.seq
