/** Small helpers of the notation tests. */
import { readFileSync } from 'node:fs'
import {
  legalMoves,
  type Move,
  nameOf,
  type Position,
  parseFen,
  play,
  uciOf,
} from '../../domain/chess/index.ts'
import { parseSan, readMoveText } from '../../domain/notation/index.ts'

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

export function position(fen: string): Position {
  const read = parseFen(fen)
  if (!read.ok) throw new Error(`${read.error.message}: ${fen}`)
  return read.value
}

/** The move that a text is read as, in UCI; the problem's code where it is refused. */
export function read(fen: string, text: string, language = 'en'): string {
  const p = position(fen)
  const parsed = parseSan(p, text, language)
  return parsed.ok ? uciOf(p, parsed.value) : parsed.error.code
}

export function refusal(fen: string, text: string, language = 'en'): string {
  const parsed = parseSan(position(fen), text, language)
  return parsed.ok ? `accepted ${text}` : parsed.error.message
}

/** What hands did by a text: `physical e7e5`, `legal e2e4`, `unreadable`. */
export function hands(fen: string, text: string, language = 'en'): string {
  const p = position(fen)
  const reading = readMoveText(p, text, language)
  if (reading.kind === 'unreadable') return reading.kind
  if (reading.kind === 'legal') return `legal ${uciOf(p, reading.move)}`
  const { from, to, promotion, castling } = reading
  return ['physical', nameOf(from) + nameOf(to) + (promotion ?? ''), castling].filter(Boolean).join(' ')
}

export interface TextCase {
  readonly id: string
  readonly kind?: string
  readonly input: string
  readonly fen?: string
  readonly language?: string
  readonly expect: Readonly<Record<string, unknown>>
}

/** The handed text cases of a kind. */
export const textCases = (kind: string): TextCase[] =>
  readFileSync(new URL('../cases/handed.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"kind":"${kind}"`))
    .map((line) => JSON.parse(line) as TextCase)

/** A random game from a position, its moves legal; `visit` sees the position before each. */
export function randomGame(
  p: Position,
  random: () => number,
  most: number,
  visit: (move: Move, moves: readonly Move[]) => void,
): void {
  for (let ply = 0; ply < most; ply++) {
    const moves = legalMoves(p)
    if (moves.length === 0) return
    const move = moves[Math.floor(random() * moves.length)]!
    visit(move, moves)
    play(p, move)
  }
}
