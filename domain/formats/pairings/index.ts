/** Pairings in: from FIDE's report file, and what is wrong with them. */
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
} from './pairing.ts'
export {
  byeAt,
  pairingsOf,
  pendingRound,
  readTrf,
  type TrfFile,
  type TrfResult,
  type TrfTournament,
  withoutNamesakes,
} from './trf.ts'
