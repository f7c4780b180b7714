/** PGN: games in and out. */
export { parseTimeControl, writeTimeControl } from '../clock/index.ts'
export { readClock, writeClock } from './clock-text.ts'
export {
  isCutOff,
  type PgnAnnotations,
  type PgnCommand,
  type PgnGame,
  type PgnMove,
  type PgnProblem,
  type PgnResult,
  type PgnTag,
  tagOf,
} from './game.ts'
export { PGN_PROBLEMS, type PgnProblemCode } from './problem.ts'
export { createPgnReader, type PgnReader, readPgn } from './reader.ts'
export { type PgnReplay, type ReplayedPly, replayPgn } from './replay.ts'
export { readResult } from './results.ts'
export { readStart, startingPosition } from './start.ts'
export { type WritableGame, type WritableMove, writePgn, writePgnFile } from './writer.ts'
