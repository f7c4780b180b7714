/** One PGN text as three readers read it: ours, and two that know nothing of it. */
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { makeUci } from 'chessops/util'
import { type Game, pgnRead } from 'kokopu'
import { isCastling, moveFrom, moveTo, nameOf, play, uciOf } from '../../domain/chess/index.ts'
import { type PgnGame, replayPgn, startingPosition as startOf, tagOf } from '../../domain/pgn/index.ts'

/** What of a game is compared. */
export interface ReadGame {
  /** Null: the reader has fields instead of tags. */
  readonly tags: ReadonlyMap<string, string> | null
  /** The main line in UCI as far as its moves are legal, castling as the king takes the rook. */
  readonly moves: readonly string[]
  /** `*`: none. */
  readonly result: string
}

/** The games in their order; null: one that the reader refuses. Null altogether: it refuses the text. */
export type Reading = readonly (ReadGame | null)[] | null

/** Ours. */
export function readOurs(games: readonly PgnGame[]): ReadGame[] {
  return games.map((game) => {
    const start = startOf(game)
    const moves: string[] = []
    if (start.ok)
      for (const { move } of replayPgn(game).plies) {
        moves.push(
          isCastling(move) ? nameOf(moveFrom(move)) + nameOf(moveTo(move)) : uciOf(start.value, move),
        )
        play(start.value, move)
      }
    const tags = new Map(game.tags.map(([name, value]) => [name, value]))
    const result = game.result === '*' ? (tagOf(game, 'Result') ?? '*') : game.result
    return { tags, moves, result: plainResult(result) }
  })
}

/** Results that both others know. */
const plainResult = (text: string): string => {
  const plain = text.trim().replace(/[–—]/g, '-')
  return /^1\/2/.test(plain) ? '1/2-1/2' : /^(?:1-0|0-1)$/.test(plain) ? plain : '*'
}

function readChessops(text: string): Reading {
  return parsePgn(text, () => new Map()).map(({ headers, moves }) => {
    const start = startingPosition(headers)
    const played: string[] = []
    if (start.isOk)
      for (const { san } of moves.mainline()) {
        const move = parseSan(start.value, san)
        if (move === undefined) break
        played.push(makeUci(move))
        start.value.play(move)
      }
    return { tags: headers, moves: played, result: plainResult(headers.get('Result') ?? '*') }
  })
}

function kokopuGame(game: Game): ReadGame {
  const moves: string[] = []
  for (const node of game.mainVariation().nodes()) {
    const before = node.positionBefore()
    const move = before.notation(node.notation())
    const to = move.isCastling() ? move.rookFrom() : move.to()
    moves.push(`${move.from()}${to}${move.isPromotion() ? move.promotion() : ''}`)
  }
  return { tags: null, moves, result: plainResult(game.result()) }
}

function readKokopu(text: string): Reading {
  try {
    const database = pgnRead(text)
    return Array.from({ length: database.gameCount() }, (_, k) => {
      try {
        return kokopuGame(database.game(k))
      } catch {
        // It refuses the game at the first move that is not legal.
        return null
      }
    })
  } catch {
    return null
  }
}

export const INDEPENDENT_READERS: readonly { readonly name: string; read(text: string): Reading }[] = [
  { name: 'chessops', read: readChessops },
  { name: 'kokopu', read: readKokopu },
]
