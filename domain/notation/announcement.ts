/** Reads moves announced aloud (Appendix D.2.1; 2009: Appendix E): `Springer Gustav eins Felix drei`. */
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
import { reason } from '../reasons.ts'
import { ok, type Problem, problemOf, type Result, refuse } from '../result.ts'
import {
  CAPTURE_WORDS,
  CASTLES,
  CASTLING_SIDE_WORDS,
  CORRECTION_WORDS,
  FILE_WORDS,
  FILLER_WORDS,
  foldLetters,
  MULTIPLIED,
  NULLS,
  PIECE_WORDS,
  RANK_WORDS,
  SPELLED_BY,
  TIMES,
} from './announcement-synonyms.ts'

const ROLES = ['', 'P', 'N', 'B', 'R', 'Q', 'K']

interface SpokenMove {
  piece: string | null
  squares: Square[]
  /** A file said without a rank before the square moved to: `e takes d6`. */
  file: string | null
  promotion: string | null
  castling: Castling | null
  /** Castling was said, of whichever side. */
  castles: boolean
  /** How many noughts were said. */
  nulls: number
}

/**
 * The legal move that an announcement names: a piece (a pawn's may be left out), the square moved from (may be left out
 * where no other such piece can go there), the square moved to, and when promoting the piece. In the words of any of the
 * `VOICES`, also mixed. What the speaker corrects in the same announcement (`nein`, `no`) counts as corrected.
 * Problems: `announcement`, `illegal`, `ambiguous`, `promotion`.
 */
export function parseAnnouncement(p: Position, text: string): Result<Move> {
  const spoken = parseSpokenWords(text)
  if (!spoken.ok) return spoken
  const { piece, squares, file, promotion, castles } = spoken.value
  const castling = castles && squares.length === 0 ? castlingSaid(p, spoken.value) : spoken.value.castling
  if (castling === 'either')
    return { ok: false, error: problemOf('ambiguous', reason('both-castlings', { text })) }
  if (castling === 'none') return illegal(text, 'castling is not possible')
  if (castling !== null) {
    if (squares.length > 0 && piece !== 'K')
      return refuse('announcement', `"${text}" names castling and a square too; one of them is meant`)
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
  const from = squares.length === 2 ? squares[0]! : originSquare(p, text, piece ?? 'P', to, file)
  if (typeof from !== 'number') return { ok: false, error: from }
  const role = ROLES[pieceAt(p, from) & 7]!
  if (piece !== null && role !== piece) return illegal(text, `no such piece stands on ${nameOf(from)}`)
  const move = findLegal(p, from, to, promotion as Promotion | null)
  if (move !== null) return ok(move)
  if (promotion === null && findLegal(p, from, to, 'Q') !== null) {
    return { ok: false, error: problemOf('promotion', reason('incomplete', { text })) }
  }
  return illegal(text, `nothing goes from ${nameOf(from)} to ${nameOf(to)} so`)
}

/** The castling that was said; where no side was named, the only legal one. */
function castlingSaid(p: Position, { castling }: SpokenMove): Castling | 'either' | 'none' {
  if (castling !== null) return castling
  const sides = legalMoves(p).flatMap((move) => castlingSide(move) ?? [])
  return sides.length > 1 ? 'either' : (sides[0] ?? 'none')
}

const illegal = (text: string, why: string): Result<never> =>
  refuse('illegal', `"${text}" is illegal here: ${why}`)

/** The only square from which such a piece may go there; a problem where there is none, or several. */
function originSquare(
  p: Position,
  text: string,
  piece: string,
  to: Square,
  file: string | null,
): Square | Problem {
  const from = new Set(
    legalMoves(p)
      .filter(
        (move) =>
          moveTo(move) === to &&
          castlingSide(move) === null &&
          (file === null || nameOf(moveFrom(move)).startsWith(file)) &&
          ROLES[pieceAt(p, moveFrom(move)) & 7] === piece,
      )
      .map(moveFrom),
  )
  const [only] = from
  if (from.size === 1) return only!
  const squares = [...from].map(nameOf).join(', ')
  return from.size === 0
    ? { code: 'illegal', message: `"${text}" is illegal here: no such piece can go to ${nameOf(to)}` }
    : problemOf('ambiguous', reason('ambiguous-heard', { text, squares }))
}

const NO_SPOKEN_MOVE: SpokenMove = {
  piece: null,
  squares: [],
  file: null,
  promotion: null,
  castling: null,
  castles: false,
  nulls: 0,
}

/** A whole move said anew replaces the first; a last square or a promotion piece alone replaces that part. */
function applyCorrection(before: SpokenMove, anew: SpokenMove): SpokenMove {
  if (anew.castling !== null || anew.castles || anew.squares.length === 2) return anew
  const [square] = anew.squares
  if (square !== undefined) {
    const squares = anew.piece === null ? [...before.squares.slice(0, -1), square] : [square]
    return {
      ...anew,
      piece: anew.piece ?? before.piece,
      file: anew.file ?? (anew.piece === null ? before.file : null),
      squares,
      promotion: anew.promotion ?? before.promotion,
    }
  }
  if (anew.piece === null) return before
  return before.promotion === null ? { ...before, piece: anew.piece } : { ...before, promotion: anew.piece }
}

/** Reads the words of an announcement; `Gustav eins` and `g1` are both a square. */
function parseSpokenWords(text: string): Result<SpokenMove> {
  let spoken: SpokenMove = { ...NO_SPOKEN_MOVE, squares: [] }
  let before: SpokenMove | null = null
  let file: string | null = null
  let taking = false
  for (const word of spokenWords(text)) {
    const square = /^([a-h])([1-8])$/.exec(word)
    const rank = RANK_WORDS.get(word) ?? (/^[1-8]$/.test(word) ? word : undefined)
    const piece = PIECE_WORDS.get(word)
    const named = FILE_WORDS.get(word) ?? (/^[a-h]$/.test(word) ? word : null)
    if (square !== null || named !== null) {
      taking = false
      // A letter that is spelled, `g wie Gustav`, is one file.
      if (file !== null && file !== named) spoken.file = file
      file = named
    }
    if (CORRECTION_WORDS.has(word)) {
      before = before === null ? withNulls(spoken) : applyCorrection(before, withNulls(spoken))
      spoken = { ...NO_SPOKEN_MOVE, squares: [] }
      file = null
      taking = false
    } else if (square !== null) spoken.squares.push(Number(square[2]) * 8 - 8 + word.charCodeAt(0) - 97)
    else if (rank !== undefined && file !== null) {
      spoken.squares.push(Number(rank) * 8 - 8 + file.charCodeAt(0) - 97)
      file = null
    } else if (piece !== undefined) {
      const before = spoken.squares.length > 0 ? spoken.promotion : spoken.piece
      if (taking) taking = false
      else if (before !== null && before !== piece) return contradiction(text, word)
      else if (spoken.squares.length > 0) spoken.promotion = piece
      else spoken.piece = piece
    } else if (NULLS.has(word)) spoken.nulls++
    else if (CASTLES.has(word)) spoken.castles = true
    else if (CAPTURE_WORDS.has(word)) taking = true
    else if (CASTLING_SIDE_WORDS.has(word)) {
      const side = CASTLING_SIDE_WORDS.get(word) as Castling
      if (spoken.castling !== null && spoken.castling !== side) return contradiction(text, word)
      spoken.castling = side
    } else if (named === null && !FILLER_WORDS.has(word)) {
      return refuse(
        'announcement',
        `"${text}" cannot be read: "${word}" is neither a piece nor a file nor a rank (Springer Gustav eins Felix drei)`,
      )
    }
  }
  if (file !== null)
    return refuse('announcement', `"${text}" ends with the file ${file}; the rank of the square is due`)
  const last = withNulls(spoken)
  const said = before === null ? last : applyCorrection(before, last)
  return said.nulls === 0
    ? ok(said)
    : refuse('announcement', `"${text}" has ${said.nulls} noughts; two or three are castling`)
}

/** The words one by one: `g wie Gustav` is the letter alone, `dva krát nula` two noughts. */
function spokenWords(text: string): string[] {
  const words = foldLetters(text)
    .split(/[\s,.;:!?…–—\u200B-]+/)
    .filter((part) => part !== '')
  const said: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    const next = words[index + 1] ?? ''
    const afterNext = words[index + 2] ?? ''
    const nought = MULTIPLIED.has(next) ? afterNext : next
    const times = FILE_WORDS.has(said.at(-1) ?? '') ? undefined : TIMES.get(word)
    const skipped = word === 'as' && next === 'in' ? 2 : 1
    const name = words[index + skipped] ?? ''
    const letter = /^[a-h]$/.exec(said.at(-1) ?? '')?.[0]
    const isSpelled = letter !== undefined && SPELLED_BY.has(word)
    if (isSpelled && name.startsWith(letter)) index += skipped
    // The name of another letter: nobody knows which of them is meant.
    else if (isSpelled && FILE_WORDS.has(name)) said.push(`${word} ${name}`)
    else if (times !== undefined && NULLS.has(nought)) {
      said.push(...Array<string>(times).fill(nought))
      index += nought === next ? 1 : 2
    } else said.push(word)
  }
  return said
}

/** The spoken move with castling where two or three noughts were said: `null null`, `o-o-o`. */
function withNulls(spoken: SpokenMove): SpokenMove {
  const { nulls, squares, castling } = spoken
  if ((nulls !== 2 && nulls !== 3) || squares.length > 0 || castling !== null) return spoken
  return { ...spoken, castling: nulls === 2 ? 'king-side' : 'queen-side', castles: true, nulls: 0 }
}

/** The refusal of an announcement that says something twice, without a word that takes the first back. */
const contradiction = (text: string, word: string): Result<never> =>
  refuse(
    'announcement',
    `"${text}" says otherwise before "${word}"; what is taken back is to be said so (nein)`,
  )
