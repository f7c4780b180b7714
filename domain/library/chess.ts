/**
 * Chess: positions, moves and their legality (Articles 2 and 3 of the Laws, Guideline II for Chess960). A position is changed
 * in place by `play`; `clone` copies one.
 *
 * @example
 * ```ts
 * import { isCheckmate, legalMoves, parseFen, play, uciOf, writeFen } from 'touchmove/chess'
 *
 * const position = parseFen('rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2')
 * if (!position.ok) throw new Error(position.error.message)
 * const mate = legalMoves(position.value).find((move) => uciOf(position.value, move) === 'd8h4')
 * if (mate === undefined) throw new Error('the queen does not reach h4')
 * play(position.value, mate)
 * console.log(writeFen(position.value), isCheckmate(position.value))
 * // rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 true
 * ```
 */
export * from '../chess/index.ts'
