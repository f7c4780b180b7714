/** A commit log whose appends are timed and counted. */
import { type CommitLog, UnknownOutcome } from '../store/commit-log.ts'
import type { Metrics } from './metrics.ts'

/** `now`: milliseconds that only go forward. */
export function measuredLog(log: CommitLog, metrics: Metrics, now: () => number): CommitLog {
  return {
    ...log,
    async append(commit) {
      const sent = now()
      let outcome = 'failed'
      try {
        const answer = await log.append(commit)
        outcome = answer
        return answer
      } catch (error) {
        if (error instanceof UnknownOutcome) outcome = 'unknown'
        throw error
      } finally {
        metrics.observe('touchmove_append_seconds', (now() - sent) / 1000)
        metrics.count('touchmove_appends_total', { outcome })
      }
    },
  }
}
