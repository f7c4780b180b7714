import { expect, test } from 'vitest'
import { hasLegalMove, inCheck, type Position, writeFen } from '../../domain/chess/index.ts'
import { isBlocked } from '../../domain/winnable/blocked.ts'
import { beginSearch, continueSearch } from '../../domain/winnable/helpmate-search.ts'
import {
  beginKingPawnSearch,
  continueKingPawnSearch,
  isKingPawnSearchable,
} from '../../domain/winnable/king-pawn-search.ts'
import { isPlainlyAlive } from '../../domain/winnable/precheck.ts'
import type { SideIndex } from '../../domain/winnable/sides.ts'
import { runStaticStage } from '../../domain/winnable/static-stage.ts'
import { trials } from '../kit/trials.ts'
import { adversarialPositions } from './adversarial-positions.ts'

/** What every stage that proves something says of the question: the names of the proofs. */
function proofs(p: Position, us: SideIndex): string[] {
  const found = runStaticStage(p, us, 2000)
  const claims: string[] = found.kind === 'no' ? [found.proof] : []
  const takeable = p.turn === us && inCheck(p, us === 0 ? 'black' : 'white')
  if (found.kind === 'mate' || takeable || !hasLegalMove(p)) return claims
  if (isBlocked(p, us)) claims.push('blocked')
  if (isKingPawnSearchable(p) && continueKingPawnSearch(beginKingPawnSearch(p, us), 500) === 'dead')
    claims.push('enclosed')
  return claims
}

test('what a proof excludes, no search by bare moves finds', () => {
  let left = trials(1000)
  let proved = 0
  for (const { fen, p } of adversarialPositions(17)) {
    for (const us of [0, 1] as const) {
      const claims = proofs(p, us)
      if (claims.length === 0) continue
      proved++
      const outcome = continueSearch(beginSearch(p, us, null), 1500)
      expect([fen, us, claims, outcome.kind]).toEqual([
        fen,
        us,
        claims,
        outcome.kind === 'mate' ? 'no mate' : outcome.kind,
      ])
      expect(writeFen(p).split(' ')[0]).toBe(
        fen.split(' ')[0]?.replaceAll(/1+/g, (ones) => String(ones.length)),
      )
    }
    if (--left === 0) break
  }
  expect(proved).toBeGreaterThan(50)
}, 300_000)

test('the precheck hides no position that the static stage excludes for both sides, however odd', () => {
  let left = trials(5000)
  let passed = 0
  for (const { fen, p } of adversarialPositions(23)) {
    if (isPlainlyAlive(p)) {
      passed++
      const found = ([0, 1] as const).map((us) => runStaticStage(p, us, 1000).kind)
      expect([fen, ...found]).not.toEqual([fen, 'no', 'no'])
    }
    if (--left === 0) break
  }
  expect(passed).toBeGreaterThan(500)
}, 120_000)
