/** The state of a game at present: it changes with each event, and by the mere course of time. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { SENSOR_LATENCY_MS, SETTLING_MS } from '../../../../domain/sensors/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { GameSource } from '../replay/source.ts'

/** Timers take no more than 24 days. */
const MAX_TIMER_MS = 86_400_000
/** A timer may fire a little early: the state is asked for when what it waits for has surely happened. */
const TIMER_MARGIN_MS = 50

export interface PresentFrame {
  readonly frame: ReadonlySignal<GameFrame | null>
  /** Rises when the running clock has come to nothing. */
  readonly flagFell: ReadonlySignal<number>
  close(): void
}

/** `arrived` rises with each earlier state that has come; `now`: the present (ms) of what is shown. */
export function followPresentFrame(
  source: ReadonlySignal<GameSource | null>,
  arrived: ReadonlySignal<number>,
  now: () => number,
): PresentFrame {
  /** Rises when a board that nobody touches has come to rest. */
  const boardSettled = signal(0)
  const flagFell = signal(0)
  const frame = computed(() => {
    arrived.value
    boardSettled.value
    const game = source.value
    return game === null ? null : game.frameAt(game.head, now())
  })
  const close = effect(() => {
    const game = source.value
    const last = game?.frame(game.head) ?? null
    if (last === null) return
    const timers = [
      ...[SENSOR_LATENCY_MS, SETTLING_MS].map((ms) =>
        timer(last.at + ms - now(), () => boardSettled.value++),
      ),
      timer(msToFlagFall(last, now()), () => flagFell.value++),
    ]
    return () => timers.forEach(clearTimeout)
  })
  return { frame, flagFell, close }
}

/** Until the running clock has come to nothing; in the past where none runs, or it has. */
function msToFlagFall(frame: GameFrame, now: number): number {
  const face = frame.clockAt(Math.max(frame.at, now))
  const left = face === null || face.running === null ? 0 : face[face.running]
  return left > 0 ? left : Number.NEGATIVE_INFINITY
}

function timer(wait: number, act: () => void): ReturnType<typeof setTimeout> | undefined {
  const ms = wait + TIMER_MARGIN_MS
  return ms > 0 && ms < MAX_TIMER_MS ? setTimeout(act, ms) : undefined
}
