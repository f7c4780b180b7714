/**
 * PGN: reading and writing games. The reader accepts what real files contain, lists the problems of each game, and reads on after
 * a broken game.
 *
 * @example
 * ```ts
 * import { readPgn, replayPgn, tagOf } from 'touchmove/pgn'
 *
 * const [game] = readPgn('[White "Morphy"]\n\n1. e4 {[%clk 1:29:58]} e5 2. Ke3 *')
 * if (game === undefined) throw new Error('no game was read')
 * const { plies, stoppedAt } = replayPgn(game)
 * console.log(tagOf(game, 'White'), plies.length, stoppedAt?.reason)
 * // Morphy 2 "Ke3" is illegal here: the king on e1 does not move to e3
 * ```
 */
export * from '../pgn/index.ts'
