/** Replays a PGN game: which of its moves are legal, from which position, and what in its text contradicts them. */
import { initialPosition, type Move, type Position, play } from '../chess/index.ts'
import { parseSan } from '../notation/index.ts'
import { clockProblems, resultProblems } from './consistency.ts'
import type { PgnGame, PgnMove, PgnProblem } from './game.ts'
import { readStart } from './start.ts'

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
  /** What is odd about the text and its start, and what the clocks and the result show; computed when asked for. */
  readonly problems: readonly PgnProblem[]
}

/** Plays the moves, in the piece letters of `language`, as far as they are legal. */
export function replayPgn(game: PgnGame, language = 'en'): PgnReplay {
  const start = readStart(game)
  if (!start.ok) {
    const stoppedAt = { ply: 0, line: game.startLine, reason: start.error.message }
    return { position: initialPosition(), plies: [], stoppedAt, problems: game.problems }
  }
  const { position, problem } = start.value
  const problems = problem === undefined ? game.problems : [problem, ...game.problems]
  const read = { ...game, problems }
  const moves: Move[] = []
  for (const { text, line } of game.moves) {
    const parsed = parseSan(position, text, language)
    if (!parsed.ok)
      return new Replay(read, position, moves, { ply: moves.length + 1, line, reason: parsed.error.message })
    play(position, parsed.value)
    moves.push(parsed.value)
  }
  return new Replay(read, position, moves)
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
