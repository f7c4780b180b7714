/** Scoresheets as players leave them, and what befalls them. */
import {
  clone,
  initialPosition,
  isCastling,
  legalMoves,
  type Move,
  play,
  uciOf,
} from '../../domain/chess/index.ts'
import { LANGUAGES, parseSan, writeSan } from '../../domain/notation/index.ts'
import type { reconcile, ScoresheetEntry } from '../../domain/paper/index.ts'
import type { numbers } from '../kit/games.ts'

export type Pick = ReturnType<typeof numbers>

/** A sheet of texts one after the other; `…` where nothing is written. */
export const entries = (text: string): ScoresheetEntry[] =>
  text.split(' ').flatMap((each, index) => (each === '…' ? [] : [{ ply: index + 1, text: each }]))

/** The texts of a line as somebody would write it. */
export function sheet(moves: readonly Move[], language = 'en'): ScoresheetEntry[] {
  const position = initialPosition()
  return moves.map((move, index) => {
    const text = writeSan(position, move, language)
    play(position, move)
    return { ply: index + 1, text }
  })
}

/** A line of twenty to eighty half-moves, no better than chance. */
export function inventLine(pick: Pick, castles = false): Move[] {
  const position = clone(initialPosition())
  const moves: Move[] = []
  for (let ply = 0, most = 20 + pick(60); ply < most; ply++) {
    const legal = legalMoves(position)
    if (legal.length === 0) break
    const castling = castles ? legal.find(isCastling) : undefined
    const move = castling ?? (legal[pick(legal.length)] as Move)
    play(position, move)
    moves.push(move)
  }
  return moves
}

/** A sheet as time trouble leaves it: entries missing, letters wrong, neighbours changed round. */
export function damaged(whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] {
  const texts = whole.map(({ text }) => text)
  for (let ply = 0; ply < texts.length; ply++) {
    const text = texts[ply] as string
    const kind = pick(100)
    if (kind < 5) texts[ply] = ''
    else if (kind < 9) {
      const at = pick(text.length)
      texts[ply] = `${text.slice(0, at)}${'abcdefgh12345678NBRQKSLTD'[pick(25)]}${text.slice(at + 1)}`
    } else if (kind < 11 && ply + 1 < texts.length) {
      ;[texts[ply], texts[ply + 1]] = [texts[ply + 1] as string, text]
      ply++
    }
  }
  return texts.flatMap((text, index) => (text === '' ? [] : [{ ply: index + 1, text }]))
}

const renumbered = (written: readonly ScoresheetEntry[], from = 1): ScoresheetEntry[] =>
  written.map(({ text }, index) => ({ ply: from + index, text }))

/** Leaves out a full move somewhere, or writes one twice: what follows stands under other numbers. */
export function shifted(whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] {
  const at = pick(whole.length - 8)
  const rest = whole.slice(pick(2) === 0 ? at + 2 : Math.max(at - 2, 0))
  return renumbered([...whole.slice(0, at), ...rest])
}

/** Entries of one language's letters among those of another's, as neighbours learn them from each other. */
function foreignLetters(whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] {
  const letters = 'NBRQSLDTJVWHGKCF'
  return whole.map(({ ply, text }) => ({
    ply,
    text: pick(12) === 0 ? text.replace(/^[A-Z]/, letters[pick(letters.length)] as string) : text,
  }))
}

/** `O-O-O` for `O-O` and the other way round, with zeros or with letters. */
const wrongCastling = (whole: readonly ScoresheetEntry[]): ScoresheetEntry[] =>
  whole.map(({ ply, text }) => ({ ply, text: text === 'O-O' ? '0-0-0' : text === 'O-O-O' ? '0-0' : text }))

/** Begins at the third move: under its number, or on the first line of the sheet. */
const begunLate = (whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] =>
  pick(2) === 0 ? whole.slice(4) : renumbered(whole.slice(4))

/** Five moves that are illegible or blotted out. */
function illegible(whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] {
  const from = pick(Math.max(1, whole.length - 10)) + 1
  const lost = pick(2) === 0
  return whole.flatMap((entry) => {
    if (entry.ply < from || entry.ply >= from + 10) return [entry]
    return lost ? [] : [{ ply: entry.ply, text: '~~' }]
  })
}

/** From somewhere on White's moves in Black's column, and Black's in White's of the next line. */
function otherColumn(whole: readonly ScoresheetEntry[], pick: Pick): ScoresheetEntry[] {
  const from = pick(whole.length)
  return whole.map(({ ply, text }) => ({ ply: ply > from ? ply + 1 : ply, text }))
}

/** Both columns changed round throughout. */
const changedColumns = (whole: readonly ScoresheetEntry[]): ScoresheetEntry[] =>
  whole.map(({ ply, text }) => ({ ply: ply % 2 === 1 ? ply + 1 : ply - 1, text }))

/** Stops writing at move 20, or half-way in a short game. */
const stopped = (whole: readonly ScoresheetEntry[]): ScoresheetEntry[] =>
  whole.slice(0, Math.min(40, whole.length >> 1))

const DAMAGES = [
  damaged,
  damaged,
  shifted,
  shifted,
  foreignLetters,
  wrongCastling,
  begunLate,
  illegible,
  otherColumn,
  changedColumns,
  stopped,
]

/**
 * What an arbiter may be handed after a game: both sheets, each with one or two damages or none, and perhaps half of the moves.
 * `bothForgot`: neither player wrote down a full move.
 */
export function handedIn(line: readonly Move[], pick: Pick, bothForgot: boolean) {
  const at = 4 + pick(line.length - 12)
  const written = (): ScoresheetEntry[] => {
    const whole = sheet(line, LANGUAGES[pick(LANGUAGES.length)])
    let entries = bothForgot ? renumbered([...whole.slice(0, at), ...whole.slice(at + 2)]) : whole
    for (let count = pick(3); count > 0; count--)
      entries = (DAMAGES[pick(DAMAGES.length)] as (typeof DAMAGES)[number])(entries, pick)
    return entries
  }
  const papers = { start: initialPosition(), white: written(), black: written() }
  const board = pick(4) === 0 ? line.slice(0, line.length >> 1) : []
  return { ...papers, board, forgotten: bothForgot ? at : null }
}

export function squares(moves: readonly Move[]): string[] {
  const position = initialPosition()
  return moves.map((move) => {
    const uci = uciOf(position, move)
    play(position, move)
    return uci
  })
}

/** The game without two half-moves of it, as far as the texts of all others can be played then. */
export function without(line: readonly Move[], at: number): string[] {
  const position = initialPosition()
  const texts = sheet(line).map(({ text }) => text)
  const played: string[] = []
  for (const text of [...texts.slice(0, at), ...texts.slice(at + 2)]) {
    const move = parseSan(position, text)
    if (!move.ok) break
    played.push(uciOf(position, move.value))
    play(position, move.value)
  }
  return played
}

/** The plies at which another move is given than the true one, and those of them that are not reported as doubtful. */
export function wrongPlies(reconciled: ReturnType<typeof reconcile>, truth: readonly string[]) {
  const said = new Set([...reconciled.doubts, ...reconciled.differences].map(({ ply }) => ply))
  const wrong = reconciled.plies.filter(({ ply, uci }) => uci !== truth[ply - 1])
  return { wrong, untold: wrong.filter(({ ply }) => !said.has(ply)) }
}
