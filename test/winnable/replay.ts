/** Mating lines replayed by independent libraries: chessops, and chess.js where chessops takes no such position. */

import { Chess as ChessJs } from 'chess.js'
import { Chess } from 'chessops/chess'
import { parseFen } from 'chessops/fen'
import { parseUci } from 'chessops/util'
import type { Side } from '../../events/vocabulary.ts'

/** What is wrong with a line that should mate the opponent of `side`; null when it does. */
export function faultOf(fen: string, line: readonly string[], side: Side): string | null {
  const setup = Chess.fromSetup(parseFen(fen).unwrap())
  if (setup.isErr) return faultByChessJs(fen, line, side)
  const position = setup.unwrap()
  for (const uci of line) {
    const move = parseUci(uci)
    if (move === undefined || !position.isLegal(move)) return `${uci} is not legal in ${line.join(' ')}`
    position.play(move)
  }
  if (!position.isCheckmate()) return `${line.join(' ')} ends without mate`
  return position.turn === side ? `${line.join(' ')} mates the wrong side` : null
}

function faultByChessJs(fen: string, line: readonly string[], side: Side): string | null {
  const game = new ChessJs(fen, { skipValidation: true })
  for (const uci of line) {
    const promotion = uci.charAt(4)
    try {
      game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), ...(promotion ? { promotion } : {}) })
    } catch {
      return `${uci} is not legal in ${line.join(' ')}`
    }
  }
  if (!game.isCheckmate()) return `${line.join(' ')} ends without mate`
  return (game.turn() === 'w') === (side === 'white') ? `${line.join(' ')} mates the wrong side` : null
}
