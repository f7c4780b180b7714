/** A checkpoint of the record's log on paper: who holds the paper can say later whether the record was changed. */

export interface PrintedCheckpoint {
  /** The log's name. */
  readonly origin: string
  /** Entries of the log. */
  readonly size: number
  /** Hexadecimal. */
  readonly root: string
  /** When it was signed, RFC 3339; null: it is not known. */
  readonly at: string | null
}

/** Digits of a root that are printed: 128 bits, of which no second record can be made that has the same. */
const PRINTED_DIGITS = 32

/** A root as it is printed and read out: eight groups of four digits. `verify --checkpoint SIZE:ROOT` takes it. */
export const printedRoot = (root: string): string =>
  (root.slice(0, PRINTED_DIGITS).match(/.{1,4}/g) ?? []).join(' ')
