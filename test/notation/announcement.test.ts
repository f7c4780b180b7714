import { expect, test } from 'vitest'
import {
  castlingSide,
  initialPosition,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  type Position,
  pieceAt,
  roleOf,
  uciOf,
} from '../../domain/chess/index.ts'
import { parseAnnouncement } from '../../domain/notation/index.ts'
import { dice } from '../chess/kit.ts'
import { trials } from '../kit/trials.ts'
import { position, randomGame, START } from './kit.ts'

function understood(fen: string, text: string): string {
  const p = position(fen)
  const move = parseAnnouncement(p, text)
  return move.ok ? uciOf(p, move.value) : move.error.code
}

const GERMAN = {
  files: 'Anna Bella Cesar David Eva Felix Gustav Hector'.split(' '),
  ranks: 'eins zwei drei vier fünf sechs sieben acht'.split(' '),
  pieces: { P: 'Bauer', N: 'Springer', B: 'Läufer', R: 'Turm', Q: 'Dame', K: 'König' },
  castling: { 'king-side': 'Kurze Rochade', 'queen-side': 'Lange Rochade' },
}
const ENGLISH = {
  files: 'alpha bravo charlie delta echo foxtrot golf hotel'.split(' '),
  ranks: 'one two three four five six seven eight'.split(' '),
  pieces: { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' },
  castling: { 'king-side': 'castles short', 'queen-side': 'castles long' },
}

function spoken(p: Position, move: Move, words: typeof GERMAN): string {
  const castling = castlingSide(move)
  if (castling !== null) return words.castling[castling]
  const square = (at: number): string => `${words.files[at & 7]} ${words.ranks[at >> 3]}`
  const promotion = movePromotion(move)
  const role = roleOf(pieceAt(p, moveFrom(move)))
  const piece = role === 'P' ? '' : `${words.pieces[role]} `
  return `${piece}${square(moveFrom(move))} ${square(moveTo(move))}${promotion === null ? '' : ` ${words.pieces[promotion]}`}`
}

test('every legal move of random games, spoken in German or English, is understood', () => {
  const random = dice(4)
  for (let i = 0; i < trials(4); i++) {
    const p = initialPosition()
    randomGame(p, random, 100, (_, moves) => {
      for (const move of moves) {
        for (const words of [GERMAN, ENGLISH]) {
          const text = spoken(p, move, words)
          expect({ text, understood: parseAnnouncement(p, text) }).toEqual({
            text,
            understood: { ok: true, value: move },
          })
        }
      }
    })
  }
})

test('spellings without umlauts, small letters and squares as they are written are understood', () => {
  expect(understood('4k3/8/8/8/8/8/8/4KB2 w - - 0 1', 'laeufer felix eins hector drei')).toBe('f1h3')
  expect(understood('4k3/8/8/8/8/8/8/4KB2 w - - 0 1', 'LAEUFFER FELIX EINS, HEKTOR DREI!')).toBe('f1h3')
  expect(understood(START, 'Springer g1 nach f3')).toBe('g1f3')
  expect(understood(START, 'knight g one to f three')).toBe('g1f3')
})

test('the square moved from may be left out where one piece can go there', () => {
  expect(understood(START, 'Springer Felix drei')).toBe('g1f3')
  expect(understood(START, 'Eva vier')).toBe('e2e4')
  expect(understood('4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1', 'Springer Felix drei')).toBe('ambiguous')
  expect(understood(START, 'Springer Felix fünf')).toBe('illegal')
})

test('what is taken may be named', () => {
  const fen = '4k3/8/8/8/8/5b2/8/4K1N1 w - - 0 1'
  expect(understood(fen, 'Springer Gustav eins schlägt Läufer Felix drei')).toBe('g1f3')
  expect(understood(fen, 'knight takes bishop foxtrot three')).toBe('g1f3')
})

test.each([
  ['night golf won to eff tree', 'g1f3'],
  ['Knight bee one to cee three', 'b1c3'],
  ['Echo too to echo for', 'e2e4'],
  ['dee two dee for', 'd2d4'],
  ['night gee won aitch three, no, eff three', 'g1f3'],
])('what sounds like a word of an announcement is that word: %s', (said, uci) => {
  expect(understood(START, said)).toBe(uci)
})

test('a promotion without its piece is incomplete', () => {
  const fen = '6k1/4P3/8/8/8/8/5K2/8 w - - 0 50'
  expect(understood(fen, 'Eva acht')).toBe('promotion')
  expect(understood(fen, 'Eva acht Springer')).toBe('e7e8n')
})

test('words that are no move are refused with the word that was not understood', () => {
  const move = parseAnnouncement(initialPosition(), 'Springer Ludwig eins')
  expect(move.ok ? '' : move.error.message).toContain('"ludwig"')
  expect(understood(START, '')).toBe('announcement')
  expect(understood(START, 'Springer')).toBe('announcement')
  expect(understood(START, 'Eva zwei Eva drei Eva vier')).toBe('announcement')
  expect(understood(START, 'Läufer Gustav eins Felix drei')).toBe('illegal')
  expect(understood(START, 'Kurze Rochade')).toBe('illegal')
})

test('what is said twice and not taken back is refused, and a file alone says where a piece comes from', () => {
  const castling = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  expect(understood(castling, 'kurze lange Rochade')).toBe('announcement')
  expect(understood(castling, 'kurze Rochade nein lange')).toBe('e1c1')
  expect(understood(castling, 'lange Rochade Turm a1 a2')).toBe('announcement')
  expect(understood('7k/2P5/8/8/8/8/8/K7 w - - 0 1', 'c7 c8 Dame Turm')).toBe('announcement')
  expect(understood('7k/8/8/3p4/2P1P3/8/8/K7 w - - 0 1', 'e takes d5')).toBe('e4d5')
  expect(understood('7k/8/8/3p4/2P1P3/8/8/K7 w - - 0 1', 'pawn takes d5')).toBe('ambiguous')
  expect(understood(START, 'Springer Gustav eins Felix')).toBe('announcement')
  expect(understood(START, 'Eva vier — äh, I mean David vier, bitte!')).toBe('d2d4')
})

const BOTH = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const SHORT_ONLY = 'r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1'
const NEITHER = 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1'

test.each([
  ['kleine Rochade', 'king-side'],
  ['große Rochade', 'queen-side'],
  ['grosse Rochade', 'queen-side'],
  ['null null', 'king-side'],
  ['Null-Null-Null', 'queen-side'],
  ['nula nula', 'king-side'],
  ['zero zero zero', 'queen-side'],
  ['O-O-O', 'queen-side'],
  ['null null, nein, null null null', 'queen-side'],
  ['zweimal null', 'king-side'],
  ['dva krát nula', 'king-side'],
  ['trzy zera', 'queen-side'],
  ['tri nuly', 'queen-side'],
  ['double zero', 'king-side'],
  ['ich rochiere lang', 'queen-side'],
  ['Rochade auf der Damenseite', 'queen-side'],
  ['veliko rokado', 'queen-side'],
  ['rokada na kraljevo stran', 'king-side'],
  ['malou rošádou', 'king-side'],
  ['rošáda na dámskom krídle', 'queen-side'],
  ['robię krótką roszadę', 'king-side'],
  ['roszada na skrzydło hetmańskie', 'queen-side'],
  ['вeлика рокада', 'queen-side'],
])('"%s" is castling on its side', (text, side) => {
  const move = parseAnnouncement(position(BOTH), text)
  expect(move.ok && castlingSide(move.value)).toBe(side)
})

test.each(['rošada', 'roszada', 'rokada', 'rohada', 'Rochade', 'castles'])(
  '"%s" alone is castling where one is legal',
  (text) => {
    const move = parseAnnouncement(position(SHORT_ONLY), text)
    expect(move.ok && castlingSide(move.value)).toBe('king-side')
    expect(understood(BOTH, text)).toBe('ambiguous')
    expect(understood(NEITHER, text)).toBe('illegal')
  },
)

test('one nought, or four, are no castling', () => {
  expect(understood(BOTH, 'null')).toBe('announcement')
  expect(understood(BOTH, 'null null null null')).toBe('announcement')
})

test.each([
  ['Springer ge eins ef drei', 'g1f3'],
  ['Springer g wie Gustav eins f wie Felix drei', 'g1f3'],
  ['Springer f wie Felix drei', 'g1f3'],
  ['skakač g kot Gustav ena f kot Feliks tri', 'g1f3'],
  ['jazdec ha tri', 'g1h3'],
  ['knight g like golf one to f like foxtrot three', 'g1f3'],
  ['a wie Aachen vier', 'a2a4'],
  ['c as in Cambridge four', 'c2c4'],
  ['b kot Bled štiri', 'b2b4'],
  ['d ako Dunaj štyri', 'd2d4'],
  ['Avala dva Avala četiri', 'a2a4'],
  ['Божена четири', 'b2b4'],
  ['Franciszek dwa Franciszek cztery', 'f2f4'],
  ['konjem na f3', 'g1f3'],
  ['skoczkiem na ha trzy', 'g1h3'],
  ['nite eff three', 'g1f3'],
  ['a wie Berta vier', 'announcement'],
])('spelled letters are heard: "%s"', (text, uci) => {
  expect(understood(START, text)).toBe(uci)
})
