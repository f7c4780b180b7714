/** Faults of pairings in English: the sentences of the reader itself. */
import { PAIRING_FAULTS } from '../../../../../domain/formats/pairings/index.ts'
import type { PairingWords } from './pairing-words.ts'

const words: PairingWords = PAIRING_FAULTS
export default words
