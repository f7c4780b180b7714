/** Pairings in: from FIDE's report file, and what is wrong with them. */
export {
  clashes,
  type Fault,
  isSamePlayer,
  type PairedPlayer,
  type Pairing,
  playerOf,
  type Written,
} from './pairing.ts'
export { pairingsOf, readTrf, roundToCome, type TrfTournament } from './trf.ts'
