/** How the tables are keyed: one statement for the embedded database and for the stacks alike. */

type Attribute = readonly [name: string, type: 'S' | 'N']

interface Keys {
  readonly partition: Attribute
  readonly sort: Attribute
}

/** The sparse index that lists streams by category and opening; only first commits are in it. */
export const CATALOGUE = 'catalogue'

/** A commit by stream and number. */
export const COMMIT_KEYS: Keys = { partition: ['pk', 'S'], sort: ['sk', 'N'] }
export const CATALOGUE_KEYS: Keys = { partition: ['cat', 'S'], sort: ['catAt', 'S'] }
/** A document of the other tables. */
export const DOCUMENT_KEYS: Keys = { partition: ['pk', 'S'], sort: ['sk', 'S'] }
