import { expect, test } from 'vitest'
import { canMate } from '../../domain/winnable/index.ts'
import { trials } from '../kit/trials.ts'
import { faultOf } from './replay.ts'
import { handed, hasPublished, position, published, type Question, questionsOf } from './rows.ts'

/** Asks, replays what is said to mate, and returns what is left undetermined. Throws on a wrong answer. */
function undetermined(questions: readonly Question[], nodes: number): string[] {
  const open: string[] = []
  for (const { id, fen, side, canMate: truth } of questions) {
    const found = canMate(position(fen), side, { nodes })
    expect(found.nodes).toBeLessThanOrEqual(nodes)
    if (found.answer === 'undetermined') open.push(`${id} ${side}`)
    else expect(`${id} ${side} ${found.answer}`).toBe(`${id} ${side} ${truth ? 'yes' : 'no'}`)
    if (found.answer === 'yes') expect(faultOf(fen, found.line, side)).toBeNull()
  }
  return open
}

test('our positions are answered rightly, and at 2 million nodes at most one is left open', () => {
  expect(undetermined(questionsOf(handed()), 2_000_000).length).toBeLessThanOrEqual(1)
}, 180_000)

test('of our unwinnable questions at least 98 % are settled without the helpmate search', () => {
  const proofs = questionsOf(handed())
    .filter((question) => !question.canMate)
    .map(({ fen, side }) => canMate(position(fen), side, { nodes: 2_000_000 }))
    .map((found) => (found.answer === 'no' ? found.proof : found.answer))
  const searched = proofs.filter((proof) => proof === 'exhausted' || proof === 'undetermined')
  expect(searched.length / proofs.length).toBeLessThanOrEqual(0.02)
}, 180_000)

/** Of the published questions. */
const SAMPLE = trials(40, 300)

test('a sample of published questions is answered rightly', () => {
  if (!hasPublished()) {
    console.warn('the published positions are not beside the repository: nothing is compared')
    return
  }
  const all = questionsOf(published())
  const step = Math.floor(all.length / SAMPLE)
  const sample = all.filter((_, i) => i % step === 7).slice(0, SAMPLE)
  expect(undetermined(sample, 1_000_000).length).toBeLessThanOrEqual(SAMPLE / 100)
}, 300_000)
