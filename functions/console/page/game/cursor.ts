/** The cursor: which instant of a game is shown, the present or a fixed one. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { ClockFace } from '../../../../domain/clock/index.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { GameSource } from '../replay/source.ts'
import { unnoticedFlags } from '../rulings/unnoticed-flags.ts'
import { type CursorNavigation, createNavigation } from './cursor-navigation.ts'
import { followPresentFrame } from './present-frame.ts'

export interface Cursor extends CursorNavigation {
  /** The instant that is shown, ms since 1970; null: the present. */
  readonly at: ReadonlySignal<number | null>
  /** The last event of what is shown: two events may have one instant. */
  readonly seq: ReadonlySignal<number>
  readonly frame: ReadonlySignal<GameFrame | null>
  /** The frame of the present, whatever instant is shown. */
  readonly present: ReadonlySignal<GameFrame | null>
  /** Whose flag is down at the instant that is shown, with an event that reports it or without. */
  readonly flag: ReadonlySignal<ClockFace['flag']>
  /** The instant, ms since 1970, at which the clocks are shown. */
  instant(): number
  close(): void
}

/** `arrived` rises with each earlier state that was fetched; `now`: the present, ms since 1970, less the reader's delay. */
export function openCursor(
  source: ReadonlySignal<GameSource | null>,
  arrived: ReadonlySignal<number>,
  now: () => number,
): Cursor {
  const at = signal<number | null>(null)
  /** The event that was asked for, since others may share its instant. */
  const pinned = signal<number | null>(null)
  const seq = computed(() => {
    const game = source.value
    if (game === null) return 0
    if (pinned.value !== null) return Math.min(pinned.value, game.head)
    return at.value === null ? game.head : game.seqAt(at.value)
  })
  const present = followPresentFrame(source, arrived, now)
  const frame = computed(() => {
    arrived.value
    const game = source.value
    if (game === null || at.value === null) return present.frame.value
    return game.frameAt(seq.value, at.value)
  })
  const instant = (): number => {
    if (at.value !== null) return at.value
    const shown = frame.value
    if (shown === null) return now()
    // While no clock runs nothing changes, so the instant of the last event stands for the present.
    return shown.state.status === 'running' ? Math.max(shown.at, now()) : shown.at
  }
  const flag = computed(() => {
    present.flagFell.value
    const isNow = at.value === null
    return flagOf(frame.value, instant(), isNow)
  })
  const { close } = present
  return {
    ...{ at, seq, frame, present: present.frame, flag, instant, close },
    ...createNavigation({ source, at, pinned, seq, frame, now }),
  }
}

/** Whose flag is down; with `isNow` also a flag that has fallen since the last event. */
function flagOf(frame: GameFrame | null, instant: number, isNow: boolean): ClockFace['flag'] {
  const onDisplay = frame?.clockAt(instant)?.flag ?? null
  if (onDisplay !== null || frame === null || frame.gameState === null || !isNow) return onDisplay
  const [first, second] = unnoticedFlags(frame.gameState, instant)
  return first === undefined ? null : second === undefined ? first : 'both'
}
