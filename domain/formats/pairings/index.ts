/** Pairings in: from FIDE's report file, and what is wrong with them. */
export {
  findClashes,
  isSamePlayer,
  type PairedPlayer,
  type Pairing,
  type PairingFault,
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
} from './trf.ts'
