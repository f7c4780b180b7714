/** Moves spoken aloud for a blind player (Appendix D.2.1; Appendix E in 2009): `Springer Gustav eins Felix drei`. */
import type { Castling, Promotion } from '../../events/vocabulary.ts'
import {
  castlingSide,
  findLegal,
  legalMoves,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  type Square,
} from '../chess/index.ts'
import { ok, type Problem, type Result, refuse } from '../result.ts'

/** Spoken file names by the first letter, with the spellings of D.2.1 and of the international alphabet. */
const FILES = words({
  a: 'anna alpha alfa',
  b: 'bella bravo',
  c: 'cesar caesar cäsar charlie',
  d: 'david delta',
  e: 'eva echo',
  f: 'felix foxtrot',
  g: 'gustav golf',
  h: 'hector hektor hotel',
})
const RANKS = words({
  '1': 'eins one',
  '2': 'zwei zwo two',
  '3': 'drei three',
  '4': 'vier four',
  '5': 'fünf fuenf five',
  '6': 'sechs six',
  '7': 'sieben seven',
  '8': 'acht eight',
})
const PIECES = words({
  P: 'bauer pawn',
  N: 'springer knight',
  B: 'läufer laeufer laeuffer bishop',
  R: 'turm rook',
  Q: 'dame queen',
  K: 'könig koenig king',
})
const SIDES = words({ 'king-side': 'kurze short kurz kingside', 'queen-side': 'lange long lang queenside' })
/** After one of these a piece is the one that is taken. */
const TAKING = new Set('schlägt schlaegt nimmt takes captures x'.split(' '))
/** Words that say nothing about which move it is. */
const SILENT = new Set(
  'to nach auf von from rochade castles castling castle check schach mate matt promotes promotion umwandlung in gleich equals'.split(
    ' ',
  ),
)

const ROLES = ['', 'P', 'N', 'B', 'R', 'Q', 'K']

function words(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning])),
  )
}

interface Spoken {
  piece: string | null
  squares: Square[]
  promotion: string | null
  castling: Castling | null
}

/**
 * The legal move that an announcement names: a piece (a pawn's may be left out), the square moved from (may be left out
 * where no other such piece can go there), the square moved to, and when promoting the piece. German and English words.
 * Problems: `announcement`, `illegal`, `ambiguous`, `promotion`.
 */
export function parseAnnouncement(p: Position, text: string): Result<Move> {
  const heard = hear(text)
  if (!heard.ok) return heard
  const { piece, squares, promotion, castling } = heard.value
  if (castling !== null) {
    const move = legalMoves(p).find((legal) => castlingSide(legal) === castling)
    return move === undefined ? illegal(text, 'castling is not possible') : ok(move)
  }
  if (squares.length === 0 || squares.length > 2) {
    return refuse(
      'announcement',
      `"${text}" names ${squares.length} squares; the squares moved from and to are due`,
    )
  }
  const to = squares.at(-1)!
  const from = squares.length === 2 ? squares[0]! : origin(p, text, piece ?? 'P', to)
  if (typeof from !== 'number') return { ok: false, error: from }
  const standing = ROLES[pieceAt(p, from) & 7]!
  if (piece !== null && standing !== piece) return illegal(text, `no such piece stands on ${nameOf(from)}`)
  const move = findLegal(p, from, to, promotion as Promotion | null)
  if (move !== null) return ok(move)
  if (promotion === null && findLegal(p, from, to, 'Q') !== null) {
    return refuse('promotion', `"${text}" is incomplete: the promotion piece is to be named too (D.2.1)`)
  }
  return illegal(text, `nothing goes from ${nameOf(from)} to ${nameOf(to)} so`)
}

const illegal = (text: string, why: string): Result<never> =>
  refuse('illegal', `"${text}" is illegal here: ${why}`)

/** The only square from which such a piece may go there. */
function origin(p: Position, text: string, piece: string, to: Square): Square | Problem {
  const from = new Set(
    legalMoves(p)
      .filter(
        (move) =>
          moveTo(move) === to &&
          castlingSide(move) === null &&
          ROLES[pieceAt(p, moveFrom(move)) & 7] === piece,
      )
      .map(moveFrom),
  )
  const [only] = from
  if (from.size === 1) return only!
  const where = [...from].map(nameOf).join(' and ')
  return from.size === 0
    ? { code: 'illegal', message: `"${text}" is illegal here: no such piece can go to ${nameOf(to)}` }
    : {
        code: 'ambiguous',
        message: `"${text}" is ambiguous: the pieces on ${where} can go there; the square moved from is due`,
      }
}

/** Takes the words apart; `Gustav eins` and `g1` are both a square. */
function hear(text: string): Result<Spoken> {
  const spoken: Spoken = { piece: null, squares: [], promotion: null, castling: null }
  let file: string | null = null
  let taking = false
  for (const word of text
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s,.;:!–-]+/)
    .filter((part) => part !== '')) {
    const square = /^([a-h])([1-8])$/.exec(word)
    const rank = RANKS.get(word) ?? (/^[1-8]$/.test(word) ? word : undefined)
    const piece = PIECES.get(word)
    if (square !== null) spoken.squares.push(Number(square[2]) * 8 - 8 + word.charCodeAt(0) - 97)
    else if (rank !== undefined && file !== null) {
      spoken.squares.push(Number(rank) * 8 - 8 + file.charCodeAt(0) - 97)
      file = null
    } else if (piece !== undefined) {
      if (taking) taking = false
      else if (spoken.squares.length > 0) spoken.promotion = piece
      else spoken.piece = piece
    } else if (TAKING.has(word)) taking = true
    else if (SIDES.has(word)) spoken.castling = SIDES.get(word) as Castling
    else if (FILES.has(word) || /^[a-h]$/.test(word)) file = FILES.get(word) ?? word
    else if (!SILENT.has(word)) {
      return refuse(
        'announcement',
        `"${text}" cannot be read: "${word}" is neither a piece nor a file nor a rank (Springer Gustav eins Felix drei)`,
      )
    }
  }
  return ok(spoken)
}
