/** Reads pairings from FIDE's report file, and says what is wrong with them. */
export {
  PAIRING_FAULTS,
  type PairingFault,
  type PairingFaultCode,
  type PairingFaultSlots,
  pairingFault,
} from './fault.ts'
export {
  findClashes,
  isSamePlayer,
  type PairedPlayer,
  type Pairing,
  type PlayerCells,
  readPlayer,
  USUAL_TITLES,
} from './pairing.ts'
export { readTrf, type TrfFile, type TrfScoring, type TrfTournament, withoutNamesakes } from './read-trf.ts'
export { byeAt, pairingsOf, pendingRound, type TrfResult } from './read-trf-rounds.ts'
