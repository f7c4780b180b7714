/** The keys of the tables: one definition for the embedded database and for the CDK stacks. */

type Attribute = readonly [name: string, type: 'S' | 'N']

interface Keys {
  readonly partition: Attribute
  readonly sort: Attribute
}

/** The sparse index that lists streams by category and opening; only first commits are in it. */
export const CATALOGUE = 'catalogue'

/** The keys of the table of commits: stream and number. */
export const COMMIT_KEYS: Keys = { partition: ['pk', 'S'], sort: ['sk', 'N'] }
export const CATALOGUE_KEYS: Keys = { partition: ['cat', 'S'], sort: ['catAt', 'S'] }
/** The keys of the other tables, which hold documents. */
export const DOCUMENT_KEYS: Keys = { partition: ['pk', 'S'], sort: ['sk', 'S'] }
