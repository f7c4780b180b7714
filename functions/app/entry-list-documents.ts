/** How the entry list of a tournament is stored: a heading and its players, each with the salt of its digest. */
import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** What a report to the federation says of a tournament and no game does. */
export interface ReportHeading {
  readonly city?: string | undefined
  readonly federation?: string | undefined
  readonly type?: string | undefined
  readonly chiefArbiter?: string | undefined
  readonly deputies?: readonly string[] | undefined
  readonly timeControlText?: string | undefined
  readonly rounds?: number | undefined
}

/** A value with the salt of its digest, which is erased with it; lists that older versions stored have none. */
export type Salted<T> = T & { readonly salt?: string }

export const entryDocuments = (service: Pick<Ports, 'persons'>) =>
  service.persons as Documents<Salted<TournamentEntry>>
export const headingDocuments = (service: Pick<Ports, 'persons'>) =>
  service.persons as Documents<Salted<ReportHeading>>
export const entriesPartition = (tournament: string): string => `entries#${tournament}`
export const HEADING_KEY = 'heading'
export const ENTRY_PREFIX = 'player#'
const SALT_BYTES = 16

/** The value with a new salt. */
export const salted = <T extends object>({ random }: Pick<Ports, 'random'>, value: T): Salted<T> => ({
  ...value,
  salt: Buffer.from(random.bytes(SALT_BYTES)).toString('hex'),
})
