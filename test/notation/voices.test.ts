import { expect, test } from 'vitest'
import { clone, initialPosition, legalMoves, play, uciOf } from '../../domain/chess/index.ts'
import { parseAnnouncement, VOICES, writeAnnouncement } from '../../domain/notation/index.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { position } from './kit.ts'

const understood = (fen: string, text: string): string => {
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
  ['скакач Густав један Феликс три', 'g1f3'],
  ['Коњ г1 на ф3, не, х3', 'g1h3'],
  ['пешак Ева два Ева четири', 'e2e4'],
  ['Springer Gustav eins Felix zwei, Entschuldigung, Felix drei', 'g1f3'],
  ['skoczek Gustaw jeden Hektor trzy, przepraszam, Feliks trzy', 'g1f3'],
  ['nein', 'announcement'],
])('people say "%s"', (text, expected) => {
  expect(understood(START, text)).toBe(expected)
})

const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'

test.each([
  ['castles king side', 'e1h1'],
  ["king's side castling", 'e1h1'],
  ['king-side castling', 'e1h1'],
  ['castling on the queenside', 'e1a1'],
  ['queen side', 'e1a1'],
  ['Rochade am Königsflügel', 'e1h1'],
  ['dlhá rošáda', 'e1a1'],
  ['mala rohada', 'e1h1'],
  ['велика рокада', 'e1a1'],
  ['king queen side', 'e1a1'],
])('castling is announced as "%s"', (text, expected) => {
  const p = position(CASTLING)
  const move = parseAnnouncement(p, text)
  expect(move).toEqual({ ok: true, value: legalMoves(p).find((legal) => castled(p, legal) === expected) })
})

const castled = (p: ReturnType<typeof position>, move: number): string | null => {
  const uci = uciOf(p, move)
  return uci === 'e1g1' ? 'e1h1' : uci === 'e1c1' ? 'e1a1' : null
}

test('what was taken is said in every language', () => {
  for (const takes of ['bierze', 'zbija', 'vezme', 'pobere', 'nimmt', 'captures', 'једе'])
    expect(understood(PROMOTING, `b7 ${takes} a8 Dame`)).toBe('b7a8q')
})

test('a promotion piece is no piece that was taken, and may be put right', () => {
  expect(understood(PROMOTING, 'Bauer Bella sieben schlägt Turm Anna acht Springer')).toBe('b7a8n')
  expect(understood(PROMOTING, 'Bauer Bella sieben Bella acht Dame, nein, Turm')).toBe('b7b8r')
  expect(understood(PROMOTING, 'Bauer Bella sieben schlägt Anna acht')).toBe('promotion')
})
