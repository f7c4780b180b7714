import { expect, test } from 'vitest'
import { clone, initialPosition, legalMoves, play, uciOf } from '../../domain/chess/index.ts'
import { parseAnnouncement, VOICES, writeAnnouncement } from '../../domain/notation/index.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { position } from './kit.ts'

const heard = (fen: string, text: string): string => {
  const p = position(fen)
  const move = parseAnnouncement(p, text)
  return move.ok ? uciOf(p, move.value) : move.error.code
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const PROMOTING = 'r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1'

test.each(VOICES)('what is announced in %s is understood as the move that was meant', (voice) => {
  for (let seed = 1; seed <= trials(20); seed++) {
    const pick = numbers(seed)
    const p = clone(initialPosition())
    for (let ply = 0; ply < 100; ply++) {
      const legal = legalMoves(p)
      const move = legal[pick(Math.max(1, legal.length))]
      if (move === undefined) break
      const words = writeAnnouncement(p, move, voice)
      const read = parseAnnouncement(p, words)
      expect(read.ok && read.value, words).toBe(move)
      play(p, move)
    }
  }
})

test("the words are those of D.2.1, and each language's own", () => {
  const p = position(PROMOTING)
  const capture = legalMoves(p).find((move) => uciOf(p, move) === 'b7a8q')
  expect(VOICES.map((voice) => writeAnnouncement(p, capture ?? 0, voice))).toEqual([
    'Bauer Bella sieben schlägt Anna acht Dame',
    'pawn Bella seven takes Anna eight queen',
    'kmet Bella sedem vzame Anna osem dama',
    'pešiak Bella sedem berie Anna osem dáma',
    'pešak Bella sedam uzima Anna osam dama',
    'pion Bella siedem bije Anna osiem hetman',
  ])
})

test.each([
  ['Pferd Gustav eins Fritz drei', 'g1f3'],
  ['konj golf ena feliks tri', 'g1f3'],
  ['KON G1 F3', 'g1f3'],
  ['skoczek Gustaw jeden Feliks trzy', 'g1f3'],
  ['jazdec Gustáv jeden na Félix tri', 'g1f3'],
  ['Springer Gustav eins Felix zwei, nein, Felix drei', 'g1f3'],
  ['Springer Bella eins Cesar drei – falsch – Springer Gustav eins Felix drei', 'g1f3'],
  ['knight golf one hotel three, sorry, I mean foxtrot three', 'g1f3'],
  ['pawn Eva two Eva three no Eva four', 'e2e4'],
  ['nein', 'announcement'],
])('people say "%s"', (text, expected) => {
  expect(heard(START, text)).toBe(expected)
})

test('a promotion piece is no piece that was taken, and may be put right', () => {
  expect(heard(PROMOTING, 'Bauer Bella sieben schlägt Turm Anna acht Springer')).toBe('b7a8n')
  expect(heard(PROMOTING, 'Bauer Bella sieben Bella acht Dame, nein, Turm')).toBe('b7b8r')
  expect(heard(PROMOTING, 'Bauer Bella sieben schlägt Anna acht')).toBe('promotion')
})
