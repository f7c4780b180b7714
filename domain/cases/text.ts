/** Runs the cases of texts: a FEN, a move, a PGN game, a time control, an announcement, or whether a side can mate. */
import type { Side } from '../../events/index.ts'
import {
  initialPosition,
  type Move,
  type Position,
  parseFen,
  parseUci,
  requireLegal,
  uciOf,
  writeFen,
} from '../chess/index.ts'
import { parseTimeControl } from '../clock/index.ts'
import { parseAnnouncement, parseSan, writeSan } from '../notation/index.ts'
import { readPgn, replayPgn } from '../pgn/index.ts'
import { ok, type Result } from '../result.ts'
import { canMate } from '../winnable/index.ts'
import type { TextCase, TextCaseKind } from './case.ts'
import { difference, isObject } from './match.ts'

/** Ten times the budget of a fold, since a case needs the answer, not speed. */
const BUDGET = { nodes: 500_000 }

const RUNNERS: Record<TextCaseKind, (given: TextCase) => string | null> = {
  fen: fenDifference,
  san: (given) => moveDifference(given, (position) => parseSan(position, given.input, given.language)),
  uci: (given) => moveDifference(given, (position) => parseUci(position, given.input)),
  pgn: pgnDifference,
  'time-control': timeControlDifference,
  announcement: (given) => moveDifference(given, (position) => parseAnnouncement(position, given.input)),
  winnable: winnableDifference,
}

export const textDifference = (given: TextCase): string | null => RUNNERS[given.kind](given)

function fenDifference({ input, expect }: TextCase): string | null {
  const read = parseFen(input)
  const parsed = read.ok ? requireLegal(read.value) : read
  if (expect['valid'] === true && !parsed.ok) return `expected valid, refused: ${parsed.error.message}`
  if (expect['valid'] === false && parsed.ok) return 'expected invalid, accepted'
  if (!parsed.ok) return errorDifference(expect['error'], parsed)
  return expect['canonical'] === undefined
    ? null
    : difference(expect['canonical'], writeFen(parsed.value), 'canonical')
}

function moveDifference(given: TextCase, read: (position: Position) => Result<Move>): string | null {
  const position = given.fen === undefined ? ok(initialPosition()) : parseFen(given.fen)
  const { error, ...found } = given.expect
  // An illegal position may be refused itself: the message has to contain the word all the same.
  const move = position.ok ? read(position.value) : position
  if (error !== undefined) return errorDifference(error, move)
  if (!position.ok) return `fen: ${position.error.message}`
  if (!move.ok) return `refused: ${move.error.message}`
  const written = { uci: uciOf(position.value, move.value), san: writeSan(position.value, move.value) }
  return difference(found, written, given.kind)
}

function timeControlDifference({ input, expect }: TextCase): string | null {
  const control = parseTimeControl(input)
  if (expect['error'] !== undefined) return errorDifference(expect['error'], control)
  if (!control.ok) return `refused: ${control.error.message}`
  return difference(expect['timeControl'], control.value, 'timeControl')
}

/** Compares whether each side can mate. An undetermined answer matches no expectation. */
function winnableDifference({ input, expect }: TextCase): string | null {
  const position = parseFen(input)
  if (!position.ok) return `fen: ${position.error.message}`
  const word = (side: Side) => canMate(position.value, side, BUDGET).answer
  const answers = { white: word('white'), black: word('black') }
  const wanted = Object.entries(expect).map(([side, can]) => [side, can === true ? 'yes' : 'no'])
  return difference(Object.fromEntries(wanted), answers, 'winnable')
}

function pgnDifference({ input, language, expect }: TextCase): string | null {
  const games = readPgn(input).map((game) => {
    const { plies, position, stoppedAt } = replayPgn(game, language)
    return {
      plies: plies.length,
      result: game.result,
      finalFen: writeFen(position),
      tags: Object.fromEntries(game.tags),
      clocks: game.moves.slice(0, plies.length).map((move) => move.clk ?? null),
      stoppedAt,
    }
  })
  const expected: unknown[] = Array.isArray(expect['games']) ? expect['games'] : []
  if (games.length !== expected.length) return `expected ${expected.length} games, found ${games.length}`
  for (const [index, game] of games.entries()) {
    const wanted = expected[index]
    if (!isObject(wanted)) return `expect.games[${index}] is no object`
    const { error, ...named } = wanted
    const found =
      difference(named, game, `games[${index}]`) ?? stopDifference(error, game.stoppedAt, `games[${index}]`)
    if (found !== null) return found
  }
  return null
}

interface Stop {
  readonly ply: number
  readonly reason: string
}

/** Compares where and why the reading stopped. Without an expected `error` a game that stops short differs in `plies`. */
function stopDifference(error: unknown, stop: Stop | undefined, path: string): string | null {
  if (!isObject(error)) return null
  if (stop === undefined) return `${path}: expected to stop at ply ${error['ply']}, read to the end`
  return difference(error['ply'], stop.ply, `${path}.error.ply`) ?? holds(error['holds'], stop.reason)
}

function errorDifference(word: unknown, outcome: Result<unknown>): string | null {
  if (outcome.ok) return `expected a refusal with "${word}", accepted`
  return holds(word, outcome.error.message)
}

/** A difference unless the message contains `word`, a stem or a part of the input, in upper or lower case. */
const holds = (word: unknown, message: string): string | null =>
  message.toLowerCase().includes(String(word ?? '').toLowerCase())
    ? null
    : `message lacks "${word}": ${message}`
