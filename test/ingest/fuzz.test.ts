import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { fold } from '../../domain/game/index.ts'
import { readPgn } from '../../domain/pgn/index.ts'
import { trials } from '../kit/trials.ts'
import { importText, stored } from './kit.ts'

const SOUND = `[Event "Open"]
[Date "2024.01.02"]
[Round "3.1"]
[White "One, A"]
[Black "Two, B"]
[Result "1-0"]
[WhiteElo "2100"]
[TimeControl "900+10"]
[FEN "r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 8"]

8. O-O {[%clk 0:15:19][%emt 0:00:01]} O-O-O $1 {good} 9. Bb5 {[%clk 0:15:01]} a6 (9... h6) 10. Bxc6 bxc6 1-0
`

/** Pieces of text that are likely to go wrong somewhere. */
const SHARDS = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '"',
  '\\',
  '%clk ',
  '0:00:00',
  '999:99:99',
  '-1',
  '½',
  '\u0000',
  '\n',
  ';',
  '$999',
  '1-0',
  '*',
  'O-O',
  'e8=Q',
  'Kxe8',
  '--',
  '\ud83d\ude00',
  '\t',
]

/** A cut at a place of the text: so many characters taken out, a shard put in. */
const cut = fc.record({ at: fc.nat(SOUND.length), out: fc.nat(12), shard: fc.constantFrom('', ...SHARDS) })

test('however a text is damaged, what is reported of it is valid, folds, and comes out again', () => {
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 8 }), (cuts) => {
      let text = SOUND
      for (const { at, out, shard } of cuts) text = text.slice(0, at) + shard + text.slice(at + out)
      for (const { plan } of importText(text)) {
        const written = renderPgn(fold(stored(plan.reports)), plan.id, 'text')
        expect(readPgn(written)).toHaveLength(1)
      }
    }),
    { numRuns: trials(150) },
  )
})
