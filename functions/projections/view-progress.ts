/** How far the views of a stream reach, as a projector remembers it: what is stored already is not written again. */
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

/** What readers were shown before is forgotten once somebody is erased. `now`: ms since 1970. */
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
 * A view's number: the commits it reaches to, and between them more the more was erased, for an erasure is no commit and
 * what was made before it must not come after.
 */
export const viewNumber = (commits: number, erased: number): number => commits + erased / (erased + 1)
