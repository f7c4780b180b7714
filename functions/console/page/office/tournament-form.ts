/** The form of a tournament, new or existing: its description, and the settings of its games. */
import { type Signal, signal } from '@preact/signals-core'
import { editionInForceOn } from '../../../../domain/editions/edition-in-force.ts'
import { EDITIONS, PLAYS, SUPERVISIONS } from '../../../../events/vocabulary.ts'
import { requestJson } from '../api/client.ts'
import { refusalMessage } from '../api/refusal.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t, tDynamic } from '../words/texts.ts'
import type { OfficeTournament } from './shapes.ts'
import {
  chosenControl,
  createTimeControlChoice,
  playHint,
  type TimeControlChoice,
  timeControlField,
} from './time-control.ts'
import { tournamentBody } from './tournament-body.ts'

export interface TournamentForm {
  view(): View
}

/** `present`: null for a new one. `saved` is called with its id. */
export function openTournamentForm(
  present: OfficeTournament | null,
  saved: (id: string) => void,
): TournamentForm {
  const choices = createChoices(present)
  const failure = signal('')
  const busy = signal(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const read = chosenControl(choices.control)
    if (!read.ok || busy.peek()) return
    busy.value = true
    const written = new FormData(event.target as HTMLFormElement)
    const { id, body } = tournamentBody(present, written, read.control)
    const answer =
      present === null
        ? await requestJson<OfficeTournament>('/tournaments', { id, ...body })
        : await requestJson<OfficeTournament>(`/tournaments/${id}`, body, 'PATCH')
    busy.value = false
    if (answer.ok) {
      failure.value = ''
      saved(answer.value.id)
      return
    }
    const said = refusalMessage(answer)
    failure.value = `${said.text} ${said.detail}`
  }

  return {
    view: () => html`<form class="office-form" @submit=${submit}>
        ${field('name', t('tournament-name'), present?.name ?? '', { required: true })}
        ${present === null ? field('id', t('tournament-id'), '', { pattern: '[A-Za-z0-9_\\-]{1,64}' }) : nothing}
        ${field('site', t('site'), present?.site ?? '')}
        ${datesFields(present, choices)}
        ${lawsFields(choices)}
        ${select('supervision', t('supervision'), named('supervision', SUPERVISIONS), present?.defaults?.supervision ?? 'full')}
        ${timeControlField(choices.control)}
        ${playHint(chosenControl(choices.control), chosenEdition(choices), choices.play.value)}
        ${regulationsFields(present)}
        ${field('delay', t('delay-minutes'), String(present?.delay ?? 0), { type: 'number', min: '0' })}
        <label class="check"><input type="checkbox" name="open-verdicts" ?checked=${present?.openVerdicts ?? false} /> ${t('open-verdicts')}</label>
        ${failure.value === '' ? nothing : html`<p class="failure" role="alert">${failure.value}</p>`}
        <div class="row"><button class="primary" ?disabled=${busy.value}>${t(present === null ? 'create-tournament' : 'save')}</button></div>
      </form>`,
  }
}

/** The present values of those fields on which other parts of the form depend. */
interface Choices {
  readonly control: TimeControlChoice
  readonly firstDay: Signal<string>
  readonly play: Signal<string>
  /** Null: the edition in force on the first day. */
  readonly edition: Signal<string | null>
}

function createChoices(present: OfficeTournament | null): Choices {
  return {
    control: createTimeControlChoice(present?.defaults?.timeControl),
    firstDay: signal(present?.dates?.from ?? ''),
    play: signal<string>(present?.defaults?.play ?? 'standard'),
    edition: signal<string | null>(present?.defaults?.edition ?? null),
  }
}

const chosenEdition = ({ edition, firstDay }: Choices): string =>
  edition.value ?? editionInForceOn(firstDay.value)

interface InputOptions {
  readonly type: string
  readonly required: boolean
  readonly pattern: string
  readonly min: string
}

const field = (name: string, label: string, value: string, more: Partial<InputOptions> = {}): View =>
  html`<label>${label}<input name=${name} type=${more.type ?? 'text'} autocomplete="off" ?required=${more.required ?? false} pattern=${more.pattern ?? nothing} min=${more.min ?? nothing} .defaultValue=${value} /></label>`

type SelectOptions = readonly (readonly [value: string, words: string])[]

const select = (name: string, label: string, options: SelectOptions, chosen: string): View =>
  html`<label>${label}<select name=${name}>${options.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}</select></label>`

/** Values of the vocabulary with their names in the language of the page. */
const named = (prefix: string, values: readonly string[]): SelectOptions =>
  values.map((each) => [each, tDynamic(`${prefix}-${each}`)])

function datesFields(present: OfficeTournament | null, { firstDay }: Choices): View {
  const onInput = ({ target }: Event) => {
    const { name, value, form } = target as HTMLInputElement
    if (name === 'from') firstDay.value = value
    const dateNamed = (wanted: string) => form?.elements.namedItem(wanted) as HTMLInputElement | null
    const [from, to] = [dateNamed('from'), dateNamed('to')]
    to?.setCustomValidity(from?.value && to.value && to.value < from.value ? t('dates-order') : '')
  }
  return html`<div class="pair" @input=${onInput}>${field('from', t('from-date'), present?.dates?.from ?? '', { type: 'date' })}${field('to', t('to-date'), present?.dates?.to ?? '', { type: 'date' })}</div>`
}

function lawsFields(choices: Choices): View {
  const onInput = ({ target }: Event) => {
    const { name, value } = target as HTMLSelectElement
    if (name === 'edition') choices.edition.value = value
    if (name === 'play') choices.play.value = value
  }
  const editions = EDITIONS.map((each) => [each, formatDate(each)] as const)
  return html`<div class="pair" @input=${onInput}>
          ${select('edition', t('laws'), editions, chosenEdition(choices))}
          ${select('play', t('play-kind'), named('play', PLAYS), choices.play.value)}
        </div>`
}

function regulationsFields(present: OfficeTournament | null): View {
  const { defaultTime, noDrawOffersBefore, illegalMovesToLose } = present?.defaults?.regulations ?? {}
  const minutes = defaultTime === undefined ? '' : String(defaultTime / 60_000)
  return html`<details><summary>${t('regulations')}</summary>
          ${field('default-time', t('default-time'), minutes, { type: 'number', min: '0' })}
          ${field('no-draws', t('no-draw-offers'), String(noDrawOffersBefore ?? ''), { pattern: '\\d+|ever' })}
          ${field('illegal-moves', t('illegal-moves-to-lose'), String(illegalMovesToLose ?? ''), { type: 'number', min: '1' })}
        </details>`
}
