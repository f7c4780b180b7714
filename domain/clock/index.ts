/** The chess clock (Article 6) and the text of time controls. */
export { grant, press, replaceClock, setClock, start, stop } from './acts.ts'
export type { Reading } from './device.ts'
export { flagFell, observe } from './device.ts'
export type { ClockFace } from './run.ts'
export { face, firstToFall, ranOut, shownAt } from './run.ts'
export type { ClockState, Fall } from './state.ts'
export { fischerBonus, hasClock, of, openClock } from './state.ts'
export { parseTimeControl, writeTimeControl } from './time-control-text.ts'
