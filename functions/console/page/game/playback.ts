/** Plays a game back, at a multiple of its own speed. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { GameSource } from '../replay/source.ts'
import type { Cursor } from './cursor.ts'

export const PLAYBACK_SPEEDS = [1, 10, 60, 300]

/** The most real time that counts between two frames, ms: after it was hidden a page goes on where it was. */
const MAX_FRAME_MS = 100

export interface Playback {
  readonly playing: ReadonlySignal<boolean>
  readonly speed: Signal<number>
  /** Starts playing at the shown instant, or at the beginning where the present is shown; or stops. */
  toggle(): void
  close(): void
}

export function openPlayback(cursor: Cursor, source: () => GameSource | null): Playback {
  const playing = signal(false)
  const speed = signal(10)
  let frameRequest = 0

  const playFrom = (last: number) => {
    frameRequest = requestAnimationFrame((time) => {
      if (!playing.peek()) return
      const end = source()?.timelineEvents.at(-1)?.at ?? 0
      const at = (cursor.at.peek() ?? 0) + Math.min(MAX_FRAME_MS, time - last) * speed.peek()
      if (at >= end) {
        playing.value = false
        cursor.toNow()
        return
      }
      cursor.toInstant(at)
      playFrom(time)
    })
  }

  return {
    playing,
    speed,
    toggle() {
      playing.value = !playing.peek()
      cancelAnimationFrame(frameRequest)
      if (!playing.peek()) return
      if (cursor.at.peek() === null) cursor.toStart()
      playFrom(performance.now())
    },
    close() {
      playing.value = false
      cancelAnimationFrame(frameRequest)
    },
  }
}
