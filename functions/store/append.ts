/** Appends to a stream: load, decide, put at head + 1. A writer that lost the race or the answer loads and decides again. */
import type { Problem } from '../../domain/result.ts'
import { withRetries } from '../retries.ts'
import type { Pause } from './backoff.ts'
import { type CommitDraft, type HashedCommit, hashCommit } from './commit.ts'
import { type CommitLog, type Head, OutOfTime, StoreUnavailable } from './commit-log.ts'

/** Loads and puts of one append, the first included. */
const MAX_APPEND_ATTEMPTS = 12

/** A stream folded up to its head. `fresh`: read from the store just now, not cached from an earlier call. */
export interface Loaded<State> {
  readonly state: State
  readonly head: Head
  readonly fresh: boolean
}

/**
 * `commit`: these events are to be stored. `replay`: the state holds them already, which is true of a stale state too, since
 * what is recorded stays recorded. `refuse`: the state forbids it; where the state was stale, `decide` is asked again.
 */
export type AppendDecision<Outcome> =
  | { readonly kind: 'commit'; readonly entry: CommitEntry; readonly outcome: Outcome }
  | { readonly kind: 'replay' | 'refuse'; readonly outcome: Outcome }

/** What a decision adds to the head to make a commit. */
type CommitEntry = Omit<CommitDraft, 'stream' | 'n' | 'prev'>

/** `malformed`: `hashCommit` refused it. `busy`: given up after `MAX_APPEND_ATTEMPTS`, or out of time; it may be stored or not. */
export type AppendOutcome<Outcome> =
  | { readonly kind: 'committed'; readonly commit: HashedCommit; readonly outcome: Outcome }
  | { readonly kind: 'replayed' | 'refused'; readonly outcome: Outcome }
  | { readonly kind: 'malformed'; readonly problem: Problem }
  | { readonly kind: 'busy'; readonly cause: StoreUnavailable | null }

/**
 * Appends what `decide` wants to the stream. `load(false)` may answer from a warm cache; `load(true)` must read the store
 * from the cached head on. `decide` has no effects and may be asked several times.
 *
 * Why no event is stored twice, provided that the folded state tells which event ids it holds and that `decide` answers
 * `replay` for those: commit n is decided on a state that holds the ids of all commits below n, since its `prev` and
 * number come from the head that this state was folded to; of all commits decided for place n the condition on the put
 * lets one in; so an id in commit n is in no commit below it. Nothing rests on how a failed put is read: a conflict and a
 * lost answer both lead back to `load(true)`, and if our commit did get in, its ids are found there.
 */
export async function appendTo<State, Outcome>(
  log: Pick<CommitLog, 'append'>,
  stream: string,
  load: (reread: boolean) => Promise<Loaded<State>>,
  decide: (loaded: Loaded<State>) => AppendDecision<Outcome>,
  pause: Pause,
): Promise<AppendOutcome<Outcome>> {
  let cause: StoreUnavailable | null = null
  const appended = await withRetries<AppendOutcome<Outcome>>(MAX_APPEND_ATTEMPTS, pause, async (attempt) => {
    try {
      let loaded = await load(attempt > 0)
      let decision = decide(loaded)
      if (decision.kind === 'refuse' && !loaded.fresh) {
        loaded = await load(true)
        decision = decide(loaded)
      }
      if (decision.kind !== 'commit')
        return { kind: decision.kind === 'replay' ? 'replayed' : 'refused', outcome: decision.outcome }
      const { head } = loaded
      const commit = hashCommit({ ...decision.entry, stream, n: head.n + 1, prev: head.hash })
      if (!commit.ok) return { kind: 'malformed', problem: commit.error }
      if ((await log.append(commit.value)) === 'stored')
        return { kind: 'committed', commit: commit.value, outcome: decision.outcome }
      cause = null
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      cause = error
      if (error instanceof OutOfTime) return { kind: 'busy', cause: error }
    }
    return null
  })
  return appended ?? { kind: 'busy', cause }
}
