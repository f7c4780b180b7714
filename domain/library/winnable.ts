/**
 * Whether a side can still mate by some series of legal moves, which decides a flag fall (6.9) and a dead position (5.2.2).
 * The budget counts moves, so the same budget gives the same answer on every machine.
 *
 * @example
 * ```ts
 * import { parseFen } from 'touchmove/chess'
 * import { canMate, isDead } from 'touchmove/winnable'
 *
 * const position = parseFen('8/8/4k3/8/8/3NK3/8/8 w - - 0 1')
 * if (!position.ok) throw new Error(position.error.message)
 * const { answer } = canMate(position.value, 'white', { nodes: 100_000 })
 * console.log(answer, isDead(position.value, { nodes: 100_000 }))
 * // no dead
 * ```
 */
export * from '../winnable/index.ts'
