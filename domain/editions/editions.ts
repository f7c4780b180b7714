/** The complete parameters and citations of each edition: its changes applied to the edition before it. */
import { EDITIONS, type Edition } from '../../events/vocabulary.ts'
import { EDITION_CHANGES, FIRST_EDITION } from './changes.ts'
import type { Citations, EditionParameters, FirstEdition } from './edition.ts'

function applyChanges(): ReadonlyMap<Edition, FirstEdition> {
  const complete = new Map<Edition, FirstEdition>()
  let { parameters, citations } = FIRST_EDITION
  for (const edition of EDITIONS) {
    const changed = EDITION_CHANGES[edition]
    parameters = { ...parameters, ...changed.parameters }
    citations = { ...citations, ...changed.citations }
    complete.set(edition, { parameters, citations })
  }
  return complete
}

const COMPLETE = [...applyChanges()]

export const EDITION_PARAMETERS = Object.fromEntries(
  COMPLETE.map(([edition, { parameters }]) => [edition, parameters]),
) as Readonly<Record<Edition, EditionParameters>>

export const EDITION_CITATIONS = Object.fromEntries(
  COMPLETE.map(([edition, { citations }]) => [edition, citations]),
) as Readonly<Record<Edition, Citations>>
