/** Words of the movetext: moves as written, markers, and signs that belong to the move before them. */
import { addComment } from './comments.ts'
import { type PgnResult, tagOf } from './game.ts'
import {
  addMove,
  addNagToTarget,
  addProblem,
  annotationTarget,
  extendMove,
  type GameBuilder,
} from './game-builder.ts'
import { finishGame, HASH_FACTOR, HASH_SHIFT, NEED_MORE_TEXT, type ReaderState } from './reader-state.ts'
import { isDoubleZero, readResult } from './results.ts'
import { isBlank } from './tags.ts'

/** The standard's limit of a symbol (section 7); a longer word is no move in any notation. */
const MAX_WORD_LENGTH = 255

/** Characters that end a word: blanks and `" $ ( ) * ; < > [ ] { }`. */
const WORD_ENDS = new Uint8Array(128)
for (let code = 0; code <= 32; code++) WORD_ENDS[code] = 1
for (const char of '"$()*;<>[]{}') WORD_ENDS[char.charCodeAt(0)] = 1

export const endsWord = (code: number): boolean =>
  code < 128 ? WORD_ENDS[code] === 1 : isBlank(code) || code === 0x2026

/** Characters with which an ordinary move begins, and further ones that it may have. */
const [FIRST, INNER] = [2, 1]
const ORDINARY = new Uint8Array(128)
for (const char of '12345678x+#=-O') ORDINARY[char.charCodeAt(0)] = INNER
for (const char of 'abcdefghKQRBNO') ORDINARY[char.charCodeAt(0)] = FIRST
const MAX_MOVE_LENGTH = 7
/** Signs made of letters have at most this many; ordinary moves are made of letters too. */
const MAX_LETTER_SIGN_LENGTH = 2

const SUFFIXES = new Map(
  Object.entries({
    '!': 1,
    '?': 2,
    '!!': 3,
    '‼': 3,
    '??': 4,
    '⁇': 4,
    '!?': 5,
    '⁉': 5,
    '?!': 6,
    '⁈': 6,
  }),
)

/** Signs that stand between moves, as numeric glyphs. */
const SIGNS = new Map(
  Object.entries({
    '=': 10,
    '∞': 13,
    '⩲': 14,
    '+=': 14,
    '+/=': 14,
    '⩱': 15,
    '=+': 15,
    '=/+': 15,
    '±': 16,
    '+/-': 16,
    '∓': 17,
    '-/+': 17,
    '+-': 18,
    '+−': 18,
    '-+': 19,
    '−+': 19,
    '□': 7,
    '○': 22,
    '↑': 36,
    '→': 40,
    '⇆': 132,
    '⊕': 138,
    '∆': 140,
    '⌓': 142,
    // Letters of printed collections: an editorial comment, a novelty, a diagram.
    RR: 145,
    N: 146,
    D: 220,
    Diagram: 220,
    Diagramm: 220,
  }),
)

const isSuffix = (code: number): boolean =>
  code === 33 || code === 63 || code === 0x203c || (code >= 0x2047 && code <= 0x2049)

/** Reads the word at `start`; `NEED_MORE_TEXT` when it may go on in the next piece of the text. */
export function readWord(state: ReaderState, builder: GameBuilder, start: number): number {
  const { text } = state
  const length = text.length
  let end = start
  let hash = 0
  for (; end < length; end++) {
    const code = text.charCodeAt(end)
    if (!endsWord(code)) {
      hash = Math.imul(hash ^ code, HASH_FACTOR)
      continue
    }
    // `e8(Q)` is one word, `e8(Qd5)` a move and a variation.
    if (code !== 40 || end === start || end - start > MAX_WORD_LENGTH || text.charCodeAt(end + 1) === 61)
      break
    if (end + 2 >= length && !state.final) return NEED_MORE_TEXT
    if (text.charCodeAt(end + 2) !== 41) break
    end += 2
  }
  const open = end === length && !state.final
  if (end - start > MAX_WORD_LENGTH) {
    addProblem(builder, state.line, 'word-long', { most: MAX_WORD_LENGTH })
    addMove(builder, text.slice(start, start + MAX_WORD_LENGTH), state.line)
    if (open) state.skipping = 'word'
    return end
  }
  if (open) return NEED_MORE_TEXT
  if (end === start) end++
  const known = state.moveTexts[hash >>> HASH_SHIFT]!
  if (known.length === end - start && text.startsWith(known, start)) addMove(builder, known, state.line)
  else takeWord(state, builder, start, end, hash >>> HASH_SHIFT)
  return end
}

function takeWord(state: ReaderState, builder: GameBuilder, start: number, end: number, place: number): void {
  const { text, line } = state
  let stop = end
  while (stop > start && isSuffix(text.charCodeAt(stop - 1))) stop--
  if (stop === start) {
    takeSuffix(builder, text.slice(start, end), line)
    return
  }
  const word = text.slice(start, stop)
  const isSign = stop - start <= MAX_LETTER_SIGN_LENGTH && takeSign(builder, word)
  if (!isSign && isOrdinaryMove(word)) {
    if (stop === end) state.moveTexts[place] = word
    addMove(builder, word, line)
  } else if (!isSign) takeOtherWord(state, builder, word)
  if (stop < end && state.builder === builder) takeSuffix(builder, text.slice(stop, end), line)
}

/** `Nbxd7+`, `e8=Q`, `O-O`: nothing but the signs of a move in English, and no sign of evaluation behind them. */
function isOrdinaryMove(word: string): boolean {
  if (ORDINARY[word.charCodeAt(0)] !== FIRST) return false
  const { length } = word
  const last = word.charCodeAt(length - 1)
  if (last === 61 || last === 45 || (last === 43 && word.charCodeAt(length - 2) === 45)) return false
  if (length > MAX_MOVE_LENGTH) return false
  for (let i = 1; i < length; i++) if (!(ORDINARY[word.charCodeAt(i)]! > 0)) return false
  return true
}

function takeOtherWord(state: ReaderState, builder: GameBuilder, word: string): void {
  const { line } = state
  const marker = readResult(word)
  if (marker !== null && !isDoubleZero(word) && !isEvaluation(builder, word, marker)) {
    finishGame(state, line, marker)
    return
  }
  if (takeSign(builder, word)) return
  if (/^e\.?p\.?$/.test(word) && extendMove(builder, ' e.p.')) return
  const glued = gluedMarker(word)
  if (glued !== null) {
    addMove(builder, word.slice(0, -glued.length), line)
    addProblem(builder, line, 'marker-glued', { marker: glued, text: word })
    finishGame(state, line, readResult(glued) as PgnResult)
    return
  }
  const sign = gluedSign(word)
  addMove(builder, withoutDot(sign === null ? word : word.slice(0, -sign.length)), line)
  if (sign !== null) takeSign(builder, sign)
}

/** `+/-` and `-/+` after a move say who is better, as printed collections do; a forfeit where the tag `Result` says so too. */
function isEvaluation({ moves, tags }: GameBuilder, word: string, marker: PgnResult): boolean {
  return SIGNS.has(word) && moves.length > 0 && readResult(tagOf({ tags }, 'Result') ?? '') !== marker
}

/** Those of `SIGNS` that are no letters, the longest first; without a square or a castling before it a sign is no annotation. */
const GLUED_SIGN = new RegExp(
  `(?<=[a-h][1-8]\\S*|[O0]-[O0])(?:${[...SIGNS.keys()]
    .filter((sign) => !/\w/.test(sign))
    .sort((a, b) => b.length - a.length)
    .map((sign) => sign.replace(/[+/]/g, '\\$&'))
    .join('|')})$`,
)

/** A sign of evaluation at the end of a move: `Nxf7∞`, `g3-+`. */
const gluedSign = (word: string): string | null => GLUED_SIGN.exec(word)?.[0] ?? null

/** Removes the dot after a move, unless what is left would be read as the end of the game. */
function withoutDot(word: string): string {
  if (!word.endsWith('.') || word.endsWith('p.')) return word
  const bare = word.slice(0, -1)
  return readResult(bare) === null && gluedMarker(bare) === null ? bare : word
}

function takeSuffix(builder: GameBuilder, suffix: string, line: number): void {
  const nag = SUFFIXES.get(suffix)
  if (nag !== undefined) addNagToTarget(builder, nag)
  else {
    addComment(annotationTarget(builder), suffix)
    addProblem(builder, line, 'no-sign', { text: suffix.slice(0, 20) })
  }
}

/** A check sign set apart goes to its move, a sign of evaluation becomes a glyph. The null move `--` is a move text. */
function takeSign(builder: GameBuilder, word: string): boolean {
  if (/^[+#†‡]+$/.test(word) && extendMove(builder, word)) return true
  const nag = SIGNS.get(word)
  if (nag !== undefined) addNagToTarget(builder, nag)
  return nag !== undefined
}

const GLUED = ['1-0', '0-1', '1/2-1/2', '½-½']

/** A standard marker at the end of a word that names a square or a castling before it: `Qxh2#0-1`. */
function gluedMarker(word: string): string | null {
  const marker = GLUED.find((each) => word.endsWith(each))
  if (marker === undefined) return null
  return /[a-h][1-8]|[Oo0]-[Oo0]/.test(word.slice(0, -marker.length)) ? marker : null
}
