/** A digest of what a game's events fold to: archived when the game ends, compared when it is folded again. */

import { type GameState, REDUCER_VERSION } from '../../domain/game/index.ts'
import { omit } from '../../events/omit.ts'
import { canonicalJson } from '../store/canonical.ts'
import { sha256OfText } from '../store/hash.ts'

export interface FoldDigest {
  /** REDUCER_VERSION of the fold: digests of two versions may differ although nothing was altered. */
  readonly reducer: number
  /** SHA-256 of the canonical JSON of result and verdicts; a result's reason is free text and no part of it. */
  readonly digest: string
  /** `1-0`, `½-½`, `+--` …; null while there is none. */
  readonly result: string | null
}

type Judged = Pick<GameState, 'result' | 'verdicts'>

/** What the digest is computed from: the result without its reason, and all verdicts. */
export const digestInput = ({ result, verdicts }: Judged): Judged => {
  if (result === null) return { result, verdicts }
  return { result: omit(result, 'reason'), verdicts }
}

/** The digest of a folded game; null where result and verdicts have no canonical JSON. */
export function foldDigestOf({ result, verdicts }: Judged): FoldDigest | null {
  const text = canonicalJson(digestInput({ result, verdicts }))
  if (!text.ok) return null
  return {
    reducer: REDUCER_VERSION,
    digest: sha256OfText(text.value),
    result: result === null ? null : `${result.white}-${result.black}`,
  }
}
