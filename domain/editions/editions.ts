/** Each edition whole: what it changed laid over the edition before it. */
import { EDITIONS, type Edition } from '../../events/vocabulary.ts'
import { EDITION_CHANGES, FIRST_EDITION } from './changes.ts'
import type { Citations, EditionParameters, FirstEdition } from './edition.ts'

function layChanges(): ReadonlyMap<Edition, FirstEdition> {
  const whole = new Map<Edition, FirstEdition>()
  let { parameters, citations } = FIRST_EDITION
  for (const edition of EDITIONS) {
    const changed = EDITION_CHANGES[edition]
    parameters = { ...parameters, ...changed.parameters }
    citations = { ...citations, ...changed.citations }
    whole.set(edition, { parameters, citations })
  }
  return whole
}

const WHOLE = [...layChanges()]

export const EDITION_PARAMETERS = Object.fromEntries(
  WHOLE.map(([edition, { parameters }]) => [edition, parameters]),
) as Readonly<Record<Edition, EditionParameters>>

export const EDITION_CITATIONS = Object.fromEntries(
  WHOLE.map(([edition, { citations }]) => [edition, citations]),
) as Readonly<Record<Edition, Citations>>
