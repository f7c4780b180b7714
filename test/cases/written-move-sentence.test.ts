/** What became of the move written for a draw claim stands in the sentence itself, in every language. */
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import { explainVerdict } from '../../domain/laws/text/explain.ts'
import { EXPLANATION_LANGUAGES } from '../../domain/laws/text/phrase.ts'

const claim = (move: string) => ({
  by: 'white',
  type: 'draw-claimed',
  data: { basis: 'threefold', move },
})

function sentences(...events: object[]): string[] {
  const started = { by: 'arbiter', type: 'session-started' }
  const parsed = parseCase(JSON.stringify({ id: 'written', events: [started, ...events] }))
  if (!parsed.ok || parsed.value.kind !== undefined) throw new Error('no case of a game')
  const played = playScript(parsed.value, () => {})
  if (!played.ok) throw new Error(played.error.message)
  const last = played.value.fold.state.verdicts.at(-1)
  if (last === undefined) throw new Error('no verdict')
  return EXPLANATION_LANGUAGES.map((language) => explainVerdict(last, language))
}

test('a written move that is changed', () => {
  const said = sentences(claim('Nf3'), claim('Nc3'))
  expect(said[0]).toMatch(
    /^White changed the move written for the draw claim, which can no longer be changed/,
  )
  expect(new Set(said).size).toBe(EXPLANATION_LANGUAGES.length)
})

test('a move that the claim obliges to and that is not made', () => {
  const said = sentences(claim('Nf3'), { play: 'e4' })
  expect(said[0]).toMatch(/^White did not make the move to which the draw claim obliges/)
  expect(new Set(said).size).toBe(EXPLANATION_LANGUAGES.length)
})

test('a claim that is only wrong is called so', () => {
  expect(sentences(claim('Nf3'))[0]).toMatch(/^White’s draw claim is incorrect/)
})
