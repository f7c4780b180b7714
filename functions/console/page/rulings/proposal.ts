/** What the user is about to record, which is computed again whenever the record has new events. */
import type { ActorOf, EventData, EventType } from '../../../../events/index.ts'

export type EventDraft = {
  readonly [T in EventType]: { readonly type: T; readonly by: ActorOf<T>; readonly data: EventData<T> }
}[EventType]

export interface Proposal {
  readonly drafts: readonly EventDraft[]
  /** A sentence that warns before it is recorded. */
  readonly warning?: string
  /** Seq of a recorded restoration after which the clocks are still to be set. */
  readonly restoredBy?: number
}

/** Returns what is to be recorded, given the present record; null where nothing is. */
export type Propose = () => Proposal | null

/** A proposal that does not depend on the record: a report from the board, or the arbiter's own decision. */
export const proposalOf =
  (...drafts: readonly EventDraft[]): Propose =>
  () => ({ drafts })

export type DraftReport = EventDraft & { readonly id: string; readonly at: string }

/** `at`: ms since 1970. Each report has an id of its own, so that sending it again records nothing twice. */
export function toDraftReports(drafts: readonly EventDraft[], at: number): readonly DraftReport[] {
  const instant = new Date(at).toISOString()
  return drafts.map((draft) => ({ ...draft, id: crypto.randomUUID(), at: instant }))
}
