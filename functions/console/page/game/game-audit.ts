/** How far off the reporter's clock was with each event: the commits hold it; it is fetched when the events are shown. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { requestJson } from '../api/client.ts'
import type { AuditResponse } from '../api/shapes.ts'
import { formatDuration } from '../clock/text.ts'
import { t } from '../words/texts.ts'

/** A record that grows move by move is not asked for each time, ms. */
const REFETCH_INTERVAL_MS = 5000

export interface GameAudit {
  readonly audit: ReadonlySignal<AuditResponse | null>
  /** Asks for the commits up to this event, unless they are known. */
  load(head: number): void
  /** `clock −1.2 s off`: behind the service's; nothing where the reporter did not say what their clock showed. */
  offsetText(seq: number): string
}

export function openGameAudit(game: string): GameAudit {
  const audit = signal<AuditResponse | null>(null)
  const offsets = new Map<number, number>()
  let asked = Number.NEGATIVE_INFINITY
  let seen = 0

  const take = (trail: AuditResponse) => {
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
    load(head) {
      if (head <= seen || performance.now() - asked < REFETCH_INTERVAL_MS) return
      asked = performance.now()
      void requestJson<AuditResponse>(`/games/${game}/audit`).then((answer) => {
        if (answer.ok) take(answer.value)
      })
    },
    offsetText(seq) {
      audit.value
      const ms = offsets.get(seq)
      if (ms === undefined) return ''
      const sign = ms > 0 ? '+' : ms < 0 ? '−' : '±'
      return t('clock-offset', { time: `${sign}${formatDuration(Math.abs(ms))}` })
    },
  }
}
