/** The position from which the moves of a PGN game begin, also where a part of its FEN cannot be read. */
import { chess960Position, initialPosition, type Position, parseFen, writeFen } from '../chess/index.ts'
import { ok, type Problem, type Result } from '../result.ts'
import { type PgnGame, type PgnProblem, tagOf } from './game.ts'
import { pgnProblem } from './problem.ts'

export interface GameStart {
  readonly position: Position
  /** Why the FEN is not taken as it stands. */
  readonly problem?: PgnProblem
}

/** Position 518 of Chess960 is the standard one. */
const STANDARD_ARRAY = 518

/**
 * The position that the tags `FEN` and `Variant` name; a `FEN` counts whatever `SetUp` says. Castling letters of rooks that stand
 * on other squares than usual are those of Chess960, also where no `Variant` says so. A castling right that cannot be, and each
 * other field behind the side to move that cannot be read, is left out, and the problem says what was taken instead.
 */
export function readStart(game: Pick<PgnGame, 'tags' | 'startLine'>): Result<GameStart> {
  const fen = (tagOf(game, 'FEN') ?? '').trim()
  const variant = tagOf(game, 'Variant')
  const chess960 = /960|fischer|freestyle/i.test(variant ?? '')
  if (fen === '') return ok({ position: chess960 ? chess960Position(STANDARD_ARRAY) : initialPosition() })
  const read = parseFen(fen, { chess960 })
  if (read.ok) return ok({ position: read.value })
  const isUnsaid = variant === undefined && ROOK_LETTERS.test(fen)
  const unusual = isUnsaid ? parseFen(fen) : read
  if (unusual.ok) return ok({ position: unusual.value })
  return readParts(game, fen, isUnsaid ? undefined : chess960, unusual.error)
}

/** The position alone. */
export function startingPosition(game: Pick<PgnGame, 'tags' | 'startLine'>): Result<Position> {
  const start = readStart(game)
  return start.ok ? ok(start.value.position) : start
}

/** Castling rights by the files of rooks, as Shredder writes them: `GBgb`. */
const ROOK_LETTERS = /^\s*\S+\s+[wb]\s+[A-Ha-h]+(?:\s|$)/

/** Takes each field behind the side to move where it can be read, and leaves it out otherwise. */
function readParts(
  { startLine }: Pick<PgnGame, 'startLine'>,
  fen: string,
  chess960: boolean | undefined,
  error: Problem,
): Result<GameStart> {
  const [placement = '', turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1'] =
    fen.split(/\s+/)
  const parse = (...fields: string[]) => parseFen([placement, turn, ...fields].join(' '), { chess960 })
  const rights = [...new Set(castling)]
    .filter((letter) => letter !== '-')
    .reduce((placed, letter) => (parse(placed + letter).ok ? placed + letter : placed), '')
  const read = parse(
    rights === '' ? '-' : rights,
    parse('-', enPassant).ok ? enPassant : '-',
    parse('-', '-', halfmoves).ok ? halfmoves : '0',
    parse('-', '-', '0', fullmoves).ok ? fullmoves : '1',
  )
  if (!read.ok) return { ok: false, error }
  const slots = { why: error.reason ?? error.message, fen: writeFen(read.value) }
  return ok({ position: read.value, problem: pgnProblem(startLine, 'start-in-part', slots) })
}
