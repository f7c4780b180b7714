/** Ways through a game: to an instant, an event or a move, and by steps. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { PublicMove } from '../../../../domain/game/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { MoveStop } from '../replay/move-stops.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'

/** A link to now may be opened where the clock is a little behind, ms. */
const CLOCK_TOLERANCE_MS = 60_000

export interface CursorNavigation {
  /** Answers whether the instant lies within the record; else the nearest is shown: its begin, or now. */
  toInstant(ms: number): boolean
  /** To the instant of an event, and just after it. */
  toSeq(seq: number): void
  /** To the position after a move, pressed where that is known. */
  toMove(move: PublicMove): void
  /** To where play begins. */
  toStart(): void
  toNow(): void
  /** Forwards (1) or backwards (−1) to the next happening that is wanted; false where there is none further back. */
  step(direction: 1 | -1, wanted: (happening: TimelineEvent) => boolean): boolean
  /** Forwards (1) or backwards (−1) to the position after the next move; before the first one, to where play begins; false there. */
  stepMove(direction: 1 | -1): boolean
}

interface CursorState {
  readonly source: ReadonlySignal<GameSource | null>
  /** The instant (ms) looked at, or null: now. */
  readonly at: Signal<number | null>
  /** The event looked at, where others share its instant. */
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
      // What is to come nobody knows.
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

/** Of a list in the order of the record the next that is wanted, forwards (1) or backwards (−1). */
const nextFrom = <T extends { readonly seq: number }>(
  list: readonly T[],
  here: number,
  direction: 1 | -1,
  wanted: (each: T) => boolean,
): T | undefined =>
  direction > 0
    ? list.find((each) => each.seq > here && wanted(each))
    : list.findLast((each) => each.seq < here && wanted(each))

/** Where a move is shown: its stop; or the event, which is its press where that came before the next move. */
function stopOfMove(stops: readonly MoveStop[], { seq: made, completedSeq }: PublicMove): MoveStop | number {
  const stop = stops.find(({ move }) => move === made)
  const shownSince = stop?.seq ?? made
  const next = stops.find((each) => each.seq > shownSince)
  const isPressed = completedSeq !== null && completedSeq < (next?.seq ?? Number.POSITIVE_INFINITY)
  if (isPressed && completedSeq > shownSince) return completedSeq
  return stop ?? made
}

/** Seq of the last move on the board that is shown, or while its state is on the way, of the last stop before. */
const shownMove = (stops: readonly MoveStop[], here: number, frame: GameFrame | null): number | undefined =>
  frame === null ? stops.findLast((each) => each.seq <= here)?.move : frame.state.moves.at(-1)?.seq
