/** The present state of a game, which changes with each event and with time alone. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { SENSOR_LATENCY_MS, SETTLING_MS } from '../../../../domain/sensors/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { GameSource } from '../replay/source.ts'

/** Longer waits get no timer, ms: a day. */
const MAX_TIMER_MS = 86_400_000
/** Added to each timer, ms, since a timer may fire a little early. */
const TIMER_MARGIN_MS = 50

export interface PresentFrame {
  readonly frame: ReadonlySignal<GameFrame | null>
  /** Rises when the running clock has reached zero. */
  readonly flagFell: ReadonlySignal<number>
  close(): void
}

/** `arrived` rises with each earlier state that was fetched; `now`: the present, ms since 1970, less the reader's delay. */
export function followPresentFrame(
  source: ReadonlySignal<GameSource | null>,
  arrived: ReadonlySignal<number>,
  now: () => number,
): PresentFrame {
  /** Rises when a sensor board has been untouched for as long as the reading of its moves waits. */
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

/** Ms until the running clock reaches zero; negative infinity where none runs, or it has. */
function msToFlagFall(frame: GameFrame, now: number): number {
  const face = frame.clockAt(Math.max(frame.at, now))
  const left = face === null || face.running === null ? 0 : face[face.running]
  return left > 0 ? left : Number.NEGATIVE_INFINITY
}

function timer(wait: number, act: () => void): ReturnType<typeof setTimeout> | undefined {
  const ms = wait + TIMER_MARGIN_MS
  return ms > 0 && ms < MAX_TIMER_MS ? setTimeout(act, ms) : undefined
}
