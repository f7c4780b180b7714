/** Events as commits, one to each, as the append path stores them. */
import type { StoredEvent } from '../../events/index.ts'
import { recordedForm } from '../../functions/app/stored-events.ts'
import { type HashedCommit, hashCommit } from '../../functions/store/commit.ts'
import { EMPTY_HEAD, type Head } from '../../functions/store/commit-log.ts'

export function sealedCommits(stream: string, events: readonly StoredEvent[]): HashedCommit[] {
  let head: Head = EMPTY_HEAD
  return events.map((event) => {
    const { recordedAt: at, principal } = event
    const recorded = [recordedForm(event as Parameters<typeof recordedForm>[0], event.seq, {})]
    const sealed = hashCommit({ stream, n: head.n + 1, prev: head.hash, at, principal, events: recorded })
    if (!sealed.ok) throw new Error(sealed.error.message)
    head = sealed.value
    return sealed.value
  })
}
