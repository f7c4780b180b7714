/** Which instant of a game is shown: the present, which moves on, or one that stays. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { ClockFace } from '../../../../domain/clock/index.ts'
import type { PublicMove } from '../../../../domain/game/index.ts'
import { LATE, QUIET } from '../../../../domain/sensors/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { MoveStop } from '../replay/move-stops.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { unnoticedFlags } from '../rulings/unnoticed-flags.ts'

/** Timers take no more than 24 days. */
const MAX_TIMER_MS = 86_400_000
/** A link to now may be opened where the clock is a little behind, ms. */
const CLOCK_TOLERANCE_MS = 60_000

export interface Cursor {
  /** The instant (ms) looked at, or null: now. */
  readonly at: ReadonlySignal<number | null>
  /** After which event: two events may have one instant. */
  readonly seq: ReadonlySignal<number>
  readonly frame: ReadonlySignal<GameFrame | null>
  /** That of now, whatever instant is looked at. */
  readonly present: ReadonlySignal<GameFrame | null>
  /** Whose flag is down at the instant that is shown, with an event that reports it or without. */
  readonly flag: ReadonlySignal<ClockFace['flag']>
  /** The instant for the clocks. */
  instant(): number
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
  close(): void
}

/** `arrived` rises with each earlier state that has come; `now`: the present (ms) of what is shown, which may be late. */
export function openCursor(
  source: ReadonlySignal<GameSource | null>,
  arrived: ReadonlySignal<number>,
  now: () => number,
): Cursor {
  const at = signal<number | null>(null)
  /** Set where an event was asked for and others share its instant. */
  const pinned = signal<number | null>(null)
  const seq = computed(() => {
    const game = source.value
    if (game === null) return 0
    if (pinned.value !== null) return Math.min(pinned.value, game.head)
    return at.value === null ? game.head : game.seqAt(at.value)
  })
  /** Rises when a board that nobody touches has come to rest. */
  const boardSettled = signal(0)
  const present = computed(() => {
    arrived.value
    boardSettled.value
    const game = source.value
    return game === null ? null : game.frameAt(game.head, now())
  })
  /** Rises when the running clock has come to nothing. */
  const flagFell = signal(0)
  const close = effect(() => {
    const game = source.value
    const last = game?.frame(game.head) ?? null
    const rests = [LATE, QUIET]
      .map((ms) => (last?.at ?? Number.NEGATIVE_INFINITY) + ms + 50 - now())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(() => boardSettled.value++, wait))
    const face = last?.clockAt(Math.max(last.at, now())) ?? null
    const left = face === null || face.running === null ? 0 : face[face.running]
    const fall = left > 0 && left < MAX_TIMER_MS ? setTimeout(() => flagFell.value++, left + 50) : undefined
    return () => [...rests, fall].forEach(clearTimeout)
  })
  const frame = computed(() => {
    arrived.value
    const game = source.value
    if (game === null || at.value === null) return present.value
    return game.frameAt(seq.value, at.value)
  })
  const instant = (): number => {
    if (at.value !== null) return at.value
    const shown = frame.value
    if (shown === null) return now()
    // A clock that stands shows the same for ever; the last event is then the present.
    return shown.state.status === 'running' ? Math.max(shown.at, now()) : shown.at
  }
  const flag = computed(() => {
    flagFell.value
    const shown = frame.value
    const onDisplay = shown?.clockAt(instant())?.flag ?? null
    if (onDisplay !== null || shown === null || shown.gameState === null || at.value !== null)
      return onDisplay
    const [first, second] = unnoticedFlags(shown.gameState, instant())
    return first === undefined ? null : second === undefined ? first : 'both'
  })
  const timeOf = (wanted: number): number | null =>
    (source.peek()?.timelineEvents.findLast((each) => each.seq <= wanted) ?? source.peek()?.timelineEvents[0])
      ?.at ?? null
  const toStop = ({ seq: after, at: time }: MoveStop) => {
    pinned.value = after
    at.value = time
  }

  return {
    at,
    seq,
    frame,
    present,
    close,
    flag,
    instant,
    toInstant(ms) {
      pinned.value = null
      const first = source.peek()?.timelineEvents[0]?.at ?? ms
      // What is to come nobody knows.
      const present = Math.max(now(), source.peek()?.timelineEvents.at(-1)?.at ?? ms)
      at.value = ms >= present ? null : Math.round(Math.max(ms, first))
      return ms >= first && ms <= present + CLOCK_TOLERANCE_MS
    },
    toSeq(wanted) {
      const time = timeOf(wanted)
      if (time === null) return
      pinned.value = wanted
      at.value = time
    },
    toMove({ seq: made, completedSeq }) {
      const stops = source.peek()?.moveStops() ?? []
      const stop = stops.find(({ move }) => move === made)
      const next = stops.find((each) => each.seq > (stop?.seq ?? made))
      const isPressed = completedSeq !== null && completedSeq < (next?.seq ?? Number.POSITIVE_INFINITY)
      if (isPressed && completedSeq > (stop?.seq ?? made)) this.toSeq(completedSeq)
      else if (stop === undefined) this.toSeq(made)
      else toStop(stop)
    },
    toStart() {
      this.toSeq(source.peek()?.startSeq ?? 1)
    },
    toNow() {
      pinned.value = null
      at.value = null
    },
    step(direction, wanted) {
      const game = source.peek()
      if (game === null) return false
      const here = seq.peek()
      const found =
        direction > 0
          ? game.timelineEvents.find((each) => each.seq > here && wanted(each))
          : game.timelineEvents.findLast((each) => each.seq < here && wanted(each))
      if (found !== undefined) this.toSeq(found.seq)
      else if (direction > 0) this.toNow()
      return found !== undefined || direction > 0
    },
    stepMove(direction) {
      const game = source.peek()
      if (game === null) return false
      const here = seq.peek()
      const stops = game.moveStops()
      const known = frame.peek()
      const shown =
        known === null ? stops.findLast((each) => each.seq <= here)?.move : known.state.moves.at(-1)?.seq
      const found =
        direction > 0
          ? stops.find((each) => each.seq > here && each.move !== shown)
          : stops.findLast((each) => each.seq < here && each.move !== shown)
      if (found !== undefined) toStop(found)
      else if (direction > 0) this.toNow()
      else if (here > game.startSeq) this.toStart()
      else return false
      return true
    },
  }
}
