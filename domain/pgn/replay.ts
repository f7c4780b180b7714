/** A PGN game played through: which of its moves are legal, from where, and what the text's figures say against it. */
import {
  chess960Position,
  initialPosition,
  type Move,
  type Position,
  parseFen,
  play,
} from '../chess/index.ts'
import { parseSan } from '../notation/index.ts'
import { ok, type Result } from '../result.ts'
import { clockProblems, resultProblems } from './consistency.ts'
import { type PgnGame, type PgnMove, type PgnProblem, tagOf } from './game.ts'

export interface ReplayedPly {
  /** 1-based, counted from the game's first move in the text. */
  readonly ply: number
  readonly move: Move
  readonly source: PgnMove
}

export interface PgnReplay {
  /** After the last legal move. */
  readonly position: Position
  readonly plies: readonly ReplayedPly[]
  /** The first text that is not one legal move (ply 0: the starting position), and why. */
  readonly stoppedAt?: { readonly ply: number; readonly line: number; readonly reason: string }
  /** What the reader found odd, and what the clocks and the result show; worked out when asked for. */
  readonly problems: readonly PgnProblem[]
}

/** Position 518 of Chess960 is the standard one. */
const STANDARD_ARRAY = 518

/** Plays the moves, in the piece letters of `language`, as far as they are legal. */
export function replayPgn(game: PgnGame, language = 'en'): PgnReplay {
  const start = startingPosition(game)
  if (!start.ok) {
    const stoppedAt = { ply: 0, line: game.startLine, reason: start.error.message }
    return { position: initialPosition(), plies: [], stoppedAt, problems: game.problems }
  }
  const position = start.value
  const moves: Move[] = []
  for (const { text, line } of game.moves) {
    const parsed = parseSan(position, text, language)
    if (!parsed.ok)
      return new Replay(game, position, moves, { ply: moves.length + 1, line, reason: parsed.error.message })
    play(position, parsed.value)
    moves.push(parsed.value)
  }
  return new Replay(game, position, moves)
}

class Replay implements PgnReplay {
  readonly position: Position
  readonly stoppedAt?: NonNullable<PgnReplay['stoppedAt']>
  readonly #game: PgnGame
  readonly #moves: readonly Move[]
  #plies: readonly ReplayedPly[] | null = null

  constructor(game: PgnGame, position: Position, moves: readonly Move[], stoppedAt?: PgnReplay['stoppedAt']) {
    this.position = position
    if (stoppedAt !== undefined) this.stoppedAt = stoppedAt
    this.#game = game
    this.#moves = moves
  }

  get plies(): readonly ReplayedPly[] {
    this.#plies ??= this.#moves.map((move, index) => ({
      ply: index + 1,
      move,
      source: this.#game.moves[index]!,
    }))
    return this.#plies
  }

  get problems(): readonly PgnProblem[] {
    const end = this.stoppedAt === undefined ? resultProblems(this.#game, this.position) : []
    return [...this.#game.problems, ...clockProblems(this.#game), ...end]
  }
}

/**
 * The position that the tags `FEN` and `Variant` name; a `FEN` counts whatever `SetUp` says. Castling letters of rooks that stand
 * on other squares than usual are those of Chess960, also where no `Variant` says so.
 */
export function startingPosition(game: Pick<PgnGame, 'tags'>): Result<Position> {
  const fen = tagOf(game, 'FEN')
  const variant = tagOf(game, 'Variant')
  const chess960 = /960|fischer|freestyle/i.test(variant ?? '')
  if (fen !== undefined && fen.trim() !== '') {
    const read = parseFen(fen.trim(), { chess960 })
    const isUnsaid = !read.ok && variant === undefined && ROOK_LETTERS.test(fen)
    const unusual = isUnsaid ? parseFen(fen.trim()) : read
    return unusual.ok ? unusual : read
  }
  return ok(chess960 ? chess960Position(STANDARD_ARRAY) : initialPosition())
}

/** Castling rights by the files of rooks, as Shredder writes them: `GBgb`. */
const ROOK_LETTERS = /^\s*\S+\s+[wb]\s+[A-Ha-h]+(?:\s|$)/
