/** Words of the movetext: moves as written, markers, and signs that belong to the move before them. */
import { addComment } from './comments.ts'
import type { PgnResult } from './game.ts'
import { addMove, annotated, complain, type Draft, extendMove, takeNag } from './open-game.ts'
import { finishGame, MORE, type Reading } from './reading.ts'
import { readResult } from './results.ts'

/** The standard's limit of a symbol (section 7); a longer word is no move in any notation. */
const LONGEST_WORD = 255

/** Characters that end a word: blanks and `" $ ( ) * ; < > [ ] { }`. */
const ENDS = new Uint8Array(128)
for (let code = 0; code <= 32; code++) ENDS[code] = 1
for (const char of '"$()*;<>[]{}') ENDS[char.charCodeAt(0)] = 1

export const endsWord = (code: number): boolean =>
  code < 128 ? ENDS[code] === 1 : code === 0xa0 || code === 0xfeff || code === 0x2026

const SUFFIXES: Readonly<Record<string, number>> = {
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
}

/** Signs that stand between moves, as numeric glyphs. */
const SIGNS: Readonly<Record<string, number>> = {
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
  '-+': 19,
}

const isSuffix = (code: number): boolean =>
  code === 33 || code === 63 || code === 0x203c || (code >= 0x2047 && code <= 0x2049)

/** Reads the word at `start`; `MORE` when it may go on in the next piece of the text. */
export function readWord(reading: Reading, draft: Draft, start: number): number {
  const { text } = reading
  const length = text.length
  let end = start
  for (; end < length; end++) {
    const code = text.charCodeAt(end)
    if (!endsWord(code)) continue
    // `e8(Q)` is one word, `e8(Qd5)` a move and a variation.
    if (code !== 40 || end === start || end - start > LONGEST_WORD || text.charCodeAt(end + 1) === 61) break
    if (end + 2 >= length && !reading.final) return MORE
    if (text.charCodeAt(end + 2) !== 41) break
    end += 2
  }
  const open = end === length && !reading.final
  if (end - start > LONGEST_WORD) {
    complain(
      draft,
      reading.line,
      `a word of more than ${LONGEST_WORD} characters in the moves; the rest is left out`,
    )
    addMove(draft, text.slice(start, start + LONGEST_WORD), reading.line)
    if (open) reading.skip = 'word'
    return end
  }
  if (open) return MORE
  if (end === start) end++
  takeWord(reading, draft, start, end)
  return end
}

function takeWord(reading: Reading, draft: Draft, start: number, end: number): void {
  const { text, line } = reading
  const first = text.charCodeAt(start)
  let stop = end
  while (stop > start && isSuffix(text.charCodeAt(stop - 1))) stop--
  if (stop === start) {
    takeSuffix(draft, text.slice(start, end), line)
    return
  }
  const word = text.slice(start, stop)
  const letter = (first >= 97 && first <= 104) || (first >= 65 && first <= 90)
  const marker = letter && first !== 66 && first !== 68 && first !== 87 ? null : readResult(word)
  if (marker !== null && word !== '0-0') {
    finishGame(reading, line, marker)
    return
  }
  if (!letter && takeSign(draft, word)) return
  if (first === 101 && /^e\.?p\.?$/.test(word) && extendMove(draft, ' e.p.')) return
  const glued = word.length >= 5 ? gluedMarker(word) : null
  if (glued !== null) {
    addMove(draft, word.slice(0, -glued.length), line)
    complain(draft, line, `the marker ${glued} is glued to the move "${word}"`)
    finishGame(reading, line, readResult(glued) as PgnResult)
    return
  }
  addMove(draft, withoutDot(word), line)
  if (stop < end) takeSuffix(draft, text.slice(stop, end), line)
}

/** The dot after a move is none of it, save where what is left would be read as the end of the game the next time. */
function withoutDot(word: string): string {
  if (!word.endsWith('.') || word.endsWith('p.')) return word
  const bare = word.slice(0, -1)
  return readResult(bare) === null && gluedMarker(bare) === null ? bare : word
}

function takeSuffix(draft: Draft, suffix: string, line: number): void {
  const nag = SUFFIXES[suffix]
  if (nag !== undefined) takeNag(draft, nag)
  else {
    addComment(annotated(draft), suffix)
    complain(draft, line, `"${suffix.slice(0, 20)}" is no known sign; kept as a comment`)
  }
}

/** A check sign set apart goes to its move, a sign of evaluation becomes a glyph. The null move `--` is a move text. */
function takeSign(draft: Draft, word: string): boolean {
  if (/^[+#†‡]+$/.test(word) && extendMove(draft, word)) return true
  const nag = SIGNS[word]
  if (nag !== undefined) takeNag(draft, nag)
  return nag !== undefined
}

/** A standard marker at the end of a word that names a square or a castling before it: `Qxh2#0-1`. */
function gluedMarker(word: string): string | null {
  const last = word.charCodeAt(word.length - 1)
  if (last !== 48 && last !== 49 && last !== 50 && last !== 0xbd) return null
  const found = /^.*?(?:[a-h][1-8]|[Oo0]-[Oo0]).*?(1-0|0-1|1\/2-1\/2|½-½)$/.exec(word)
  return found === null ? null : found[1]!
}
