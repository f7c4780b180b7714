/** How far the views of a stream reach, cached by the projector so that it need not read it before it writes. */
import { LRUCache } from 'lru-cache'
import { type GameLine, withShownStep } from './view.ts'

/** Up to which event a stream's views reach, with how much erased, and since when readers are shown that. */
export type ViewProgress = Pick<GameLine, 'seq' | 'erased' | 'shown'>

/** By version and stream. */
export type ProgressCache = LRUCache<string, ViewProgress>

/** Streams of which is remembered how far their views reach. */
const MAX_REMEMBERED = 20_000

export const openProgressCache = (): ProgressCache => new LRUCache({ max: MAX_REMEMBERED })

export const progressKey = (version: string, stream: string): string => `${version} ${stream}`

/** The progress after a projection; steps from before an erasure are dropped. `now`: ms since 1970. */
export const progressTo = (
  { seq, erased }: Pick<ViewProgress, 'seq' | 'erased'>,
  before: ViewProgress | null | undefined,
  now: number,
): ViewProgress => ({
  seq,
  erased,
  shown: withShownStep(before?.erased === erased ? before.shown : undefined, seq, now),
})

/**
 * The version of a view: the number of its last commit, plus a fraction that grows with erasures, which are no commits, so that a
 * view from before an erasure never replaces one from after it.
 */
export const viewNumber = (commits: number, erased: number): number => commits + erased / (erased + 1)
