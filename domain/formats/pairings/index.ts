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
export { pairingsOf, pendingRound, readTrf, type TrfTournament } from './trf.ts'
