/** Finds the edition in force on a day. */
import { EDITIONS, type Edition } from '../../events/vocabulary.ts'

/**
 * The edition in force on a day, for a game that names none. `date` is as events write it: `2024-03-09`, or as PGN does,
 * where an unknown month or day (`2024.??.??`) counts as the first. Without a year the latest edition holds; before all
 * editions, the first.
 */
export function editionInForceOn(date: string | undefined): Edition {
  const latest = EDITIONS[EDITIONS.length - 1] as Edition
  if (date === undefined || !/^\d{4}/.test(date)) return latest
  const day = date.replaceAll('.', '-').replaceAll('??', '01')
  return EDITIONS.findLast((edition) => edition <= day) ?? EDITIONS[0]
}
