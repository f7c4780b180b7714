/** The part of time that a timeline shows: the whole game at first, then what a user zooms or moves to. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { serverNow } from '../api/client.ts'
import type { Cursor } from '../game/cursor.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { clampSpan, type TimeSpan, zoomSpan } from './scale.ts'

const LEAD_MS = 30_000
/** Before play begins this much is shown at most, or this part of the play where that is more: a game may be opened long before it. */
const BEFORE_PLAY_MS = 60_000
const BEFORE_PLAY_PART = 0.1
/** In a running game the timeline goes on at most this long after the last event. */
const MAX_WAIT_MS = 3 * 3_600_000
const BEAT_MS = 500

export interface TimeInView {
  readonly whole: ReadonlySignal<TimeSpan>
  readonly span: ReadonlySignal<TimeSpan>
  /** Shows another part of time, as near to it as the game allows; null: the whole game, also while it grows. */
  show(span: TimeSpan | null): void
  /** Zooms by a factor (below 1: in); `around` stays where it is. */
  zoom(factor: number, around: number): void
  close(): void
}

export function openTimeInView(source: () => GameSource | null, cursor: Cursor): TimeInView {
  /** Null: the whole game. */
  const chosen = signal<TimeSpan | null>(null)
  /** Rises while the present moves on. */
  const beat = signal(0)
  const isLive = () => cursor.at.value === null
  const whole = computed(() => {
    beat.value
    return wholeSpan(source()?.timelineEvents ?? [], isLive() ? cursor.instant() : null)
  })
  /** A game may be opened long before play begins: the first view begins with the play. */
  const fitted = computed<TimeSpan>(() => {
    const start = startOfPlay(source())?.at
    const { from, to } = whole.value
    return { from: start === undefined ? from : start - (to - start) * 0.01, to }
  })
  const span = computed(() => (chosen.value === null ? fitted.value : clampSpan(chosen.value, whole.value)))

  const show = (next: TimeSpan | null) => {
    chosen.value = next === null ? null : clampSpan(next, whole.peek())
  }
  const follow = effect(() => {
    const at = cursor.at.value
    if (at === null || chosen.peek() === null) return
    const { from, to } = span.peek()
    if (at < from || at > to) show({ from: at - (to - from) / 2, to: at + (to - from) / 2 })
  })
  const timer = setInterval(() => {
    if (cursor.at.peek() === null && cursor.frame.peek()?.state.status === 'running' && !document.hidden)
      beat.value++
  }, BEAT_MS)

  return {
    whole,
    span,
    show,
    zoom(factor, around) {
      chosen.value = zoomSpan(span.peek(), whole.peek(), factor, around)
    },
    close() {
      clearInterval(timer)
      follow()
    },
  }
}

/** The event with which play began; undefined where it has not, and where only moves are known. */
export const startOfPlay = (source: GameSource | null): TimelineEvent | undefined =>
  source?.timelineEvents.find(({ type }) => type === 'session-started')

/** From a little before play begins to a little after the last event, or after `present`, which moves on while a game runs. */
function wholeSpan(events: readonly TimelineEvent[], present: number | null): TimeSpan {
  const [first] = events
  const last = events.at(-1)?.at ?? serverNow()
  const to = Math.max(last, Math.min(present ?? last, last + MAX_WAIT_MS))
  const play = (events.find(({ type }) => type === 'session-started') ?? first)?.at ?? serverNow()
  const before = play - Math.max(BEFORE_PLAY_MS, (to - play) * BEFORE_PLAY_PART)
  const from = Math.min(play - LEAD_MS, Math.max(first?.at ?? play, before))
  return { from, to: to + Math.max(2000, (to - from) * 0.015) }
}
