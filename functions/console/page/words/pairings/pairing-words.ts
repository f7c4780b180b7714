/** The faults of pairings in a language of the page; the texts are loaded with the office. */
import type { PairingFaultCode } from '../../../../../domain/formats/pairings/index.ts'

export type PairingWords = Readonly<Record<PairingFaultCode, string>>
