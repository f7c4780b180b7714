/** The commits of a game, fetched when its events are shown: they hold how far off the reporter's clock was with each event. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { requestPages } from '../api/pages.ts'
import type { AuditedCommit } from '../api/shapes.ts'
import { formatDuration } from '../clock/text.ts'
import { t } from '../words/texts.ts'

/** The shortest interval of requests, ms: a record that grows is not requested again after each move. */
const REFETCH_INTERVAL_MS = 5000

export interface GameAudit {
  /** The commits in their order; null until they are fetched. */
  readonly commits: ReadonlySignal<readonly AuditedCommit[] | null>
  /** Requests the commits up to this event, unless they are known. */
  load(head: number): void
  /** `clock −1.2 s off`, which is behind the service's; empty where the report had no time of sending. */
  offsetText(seq: number): string
}

export function openGameAudit(game: string): GameAudit {
  const commits = signal<readonly AuditedCommit[] | null>(null)
  const offsets = new Map<number, number>()
  let asked = Number.NEGATIVE_INFINITY
  let seen = 0

  const take = (all: readonly AuditedCommit[]) => {
    for (const { clockOffset, events } of all)
      for (const { seq } of events) {
        seen = Math.max(seen, seq)
        // The commit's offset is that of the service's clock from the reporter's.
        if (clockOffset !== undefined) offsets.set(seq, -clockOffset)
      }
    commits.value = all
  }

  return {
    commits,
    load(head) {
      if (head <= seen || performance.now() - asked < REFETCH_INTERVAL_MS) return
      asked = performance.now()
      void requestPages<AuditedCommit>(`/games/${game}/audit`, 'commits').then((answer) => {
        if (answer.ok) take(answer.value)
      })
    },
    offsetText(seq) {
      commits.value
      const ms = offsets.get(seq)
      if (ms === undefined) return ''
      const sign = ms > 0 ? '+' : ms < 0 ? '−' : '±'
      return t('clock-offset', { time: `${sign}${formatDuration(Math.abs(ms))}` })
    },
  }
}
