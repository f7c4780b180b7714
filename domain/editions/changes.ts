/**
 * The editions of the Laws, each with what it changed. A new edition is its date in `EDITIONS` (`events/vocabulary.ts`), a file
 * beside this one, and a line here.
 */
import type { Edition } from '../../events/vocabulary.ts'
import { LAWS_2009 } from './2009-07-01.ts'
import { LAWS_2014 } from './2014-07-01.ts'
import { LAWS_2017 } from './2017-07-01.ts'
import { LAWS_2018 } from './2018-01-01.ts'
import { LAWS_2023 } from './2023-01-01.ts'
import type { EditionChanges, FirstEdition } from './edition.ts'

export const FIRST_EDITION: FirstEdition = LAWS_2009

export const EDITION_CHANGES: Readonly<Record<Edition, EditionChanges>> = {
  '2009-07-01': LAWS_2009,
  '2014-07-01': LAWS_2014,
  '2017-07-01': LAWS_2017,
  '2018-01-01': LAWS_2018,
  '2023-01-01': LAWS_2023,
}
