/** What can be wrong with a line of pairings, in a language of the page: the texts come with the office. */
import type { PairingFaultCode } from '../../../../../domain/formats/pairings/index.ts'

export type PairingWords = Readonly<Record<PairingFaultCode, string>>
