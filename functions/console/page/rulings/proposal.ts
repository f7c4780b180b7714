/** What somebody is about to record: worked out anew whenever the record has gone on before it was recorded. */
import type { ActorOf, EventData, EventType } from '../../../../events/index.ts'

export type EventDraft = {
  readonly [T in EventType]: { readonly type: T; readonly by: ActorOf<T>; readonly data: EventData<T> }
}[EventType]

export interface Proposal {
  readonly drafts: readonly EventDraft[]
  /** What has to be considered before it is recorded: a sentence. */
  readonly warning?: string
  /** Seq of a restoration on record after which the clocks are still to be set. */
  readonly restoredBy?: number
}

/** Answers what the record, as it stands now, leaves to be recorded; null: nothing of it any more. */
export type Propose = () => Proposal | null

/** A proposal that does not depend on the record: what was reported of the board, or the arbiter's own decision. */
export const proposalOf =
  (...drafts: readonly EventDraft[]): Propose =>
  () => ({ drafts })

export type DraftReport = EventDraft & { readonly id: string; readonly at: string }

/** `at`: ms since 1970. Each report has an id of its own, so that sending it again records nothing twice. */
export function toDraftReports(drafts: readonly EventDraft[], at: number): readonly DraftReport[] {
  const instant = new Date(at).toISOString()
  return drafts.map((draft) => ({ ...draft, id: crypto.randomUUID(), at: instant }))
}
