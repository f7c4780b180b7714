/** Makes the values of a tournament's form the body of a request. */
import { slugOf } from '../../../../domain/formats/slug.ts'
import type { TimeControl } from '../../../../events/vocabulary.ts'
import type { OfficeTournament } from './shapes.ts'

/** `present`: the tournament as it is, null for a new one. Settings that the form does not show stay as they are. */
export function tournamentBody(
  present: OfficeTournament | null,
  form: FormData,
  timeControl: TimeControl | null,
): { readonly id: string; readonly body: object } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const name = text('name')
  const regulations = regulationsOf(present, text)
  return {
    id: present?.id ?? (text('id') || slugOf(name) || 'tournament'),
    body: {
      name,
      ...placeAndDates(present, text),
      delay: numberOf(text('delay')) ?? 0,
      openVerdicts: form.has('open-verdicts'),
      defaults: {
        ...present?.defaults,
        edition: text('edition'),
        play: text('play'),
        supervision: text('supervision'),
        ...(timeControl !== null && { timeControl }),
        ...(Object.values(regulations).some((each) => each !== undefined) && { regulations }),
      },
    },
  }
}

const numberOf = (text: string, times = 1): number | undefined =>
  text === '' ? undefined : Number(text) * times

function regulationsOf(present: OfficeTournament | null, text: (name: string) => string) {
  const draws = text('no-draws')
  return {
    ...present?.defaults?.regulations,
    defaultTime: numberOf(text('default-time'), 60_000),
    noDrawOffersBefore: draws === 'ever' ? ('ever' as const) : numberOf(draws),
    illegalMovesToLose: numberOf(text('illegal-moves')),
  }
}

/** Site and dates; a field of an existing tournament that was emptied is removed. */
function placeAndDates(present: OfficeTournament | null, text: (name: string) => string): object {
  const [from, to] = [text('from'), text('to')]
  const site = text('site') || null
  const dates = from === '' ? null : { from, ...(to !== '' && { to }) }
  return present === null
    ? { ...(site !== null && { site }), ...(dates !== null && { dates }) }
    : { site, dates }
}
