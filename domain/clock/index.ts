/** The entry of this folder: the chess clock (Article 6), and time controls as text. */
export { grantTime, pressClock, replaceClock, setClock, startClock, stopClocks } from './acts.ts'
export { modeOf, modeRulesOf } from './bonus-modes.ts'
export type { ClockReading } from './device.ts'
export { flagFell, observeReading } from './device.ts'
export type { ClockFace } from './run.ts'
export { clockFace, firstToFall, flagFalls, periodStarts, shownTimeAt } from './run.ts'
export type { ClockState, FlagFall, PerSide } from './state.ts'
export { fischerBonus, forSide, hasClock, openClock } from './state.ts'
export {
  isInPgnSigns,
  parseRecordedControl,
  parseTimeControl,
  readFiguresAsMinutes,
  writeTimeControl,
} from './time-control-text.ts'
