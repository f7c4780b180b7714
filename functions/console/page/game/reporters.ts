/** How far off the clock of whoever reported an event was: kept with the commits, and asked for where it is looked at. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ask } from '../api/client.ts'
import type { Audit } from '../api/shapes.ts'
import { spanText } from '../clock/text.ts'
import { t } from '../words/words.ts'

/** A record that grows move by move is not asked for each time, ms. */
const AGAIN = 5000

export interface Reporters {
  readonly audit: ReadonlySignal<Audit | null>
  /** Asks for the commits up to this event, unless they are known. */
  look(head: number): void
  /** `clock −1.2 s off`: behind the service's; nothing where the reporter did not say what his clock showed. */
  offsetText(seq: number): string
}

export function openReporters(game: string): Reporters {
  const audit = signal<Audit | null>(null)
  const offsets = new Map<number, number>()
  let asked = Number.NEGATIVE_INFINITY
  let seen = 0

  const take = (trail: Audit) => {
    for (const { clockOffset, events } of trail.commits)
      for (const { seq } of events) {
        seen = Math.max(seen, seq)
        // The commit holds by how much the service's clock was ahead.
        if (clockOffset !== undefined) offsets.set(seq, -clockOffset)
      }
    audit.value = trail
  }

  return {
    audit,
    look(head) {
      if (head <= seen || performance.now() - asked < AGAIN) return
      asked = performance.now()
      void ask<Audit>(`/games/${game}/audit`).then((answer) => {
        if (answer.ok) take(answer.value)
      })
    },
    offsetText(seq) {
      audit.value
      const ms = offsets.get(seq)
      if (ms === undefined) return ''
      const sign = ms > 0 ? '+' : ms < 0 ? '−' : '±'
      return t('clock-offset', { time: `${sign}${spanText(Math.abs(ms))}` })
    },
  }
}
