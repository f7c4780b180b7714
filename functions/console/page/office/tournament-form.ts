/** What a tournament is, and what holds for its games: entered once, changed later by the same form. */
import { signal } from '@preact/signals-core'
import { editionInForceOn } from '../../../../domain/editions/edition-in-force.ts'
import { playByTimeControl } from '../../../../domain/laws/play-by-time.ts'
import { EDITIONS, PLAYS, SUPERVISIONS } from '../../../../events/vocabulary.ts'
import { requestJson } from '../api/client.ts'
import { refusalMessage } from '../api/refusal.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t, tDynamic } from '../words/texts.ts'
import type { OfficeTournament } from './shapes.ts'
import { controlText, readControl, timeControlField } from './time-control.ts'

export interface TournamentForm {
  view(): View
}

/** `present`: null for a new one. `saved` is called with its id. */
export function openTournamentForm(
  present: OfficeTournament | null,
  saved: (id: string) => void,
): TournamentForm {
  const control = signal(controlText(present?.defaults?.timeControl))
  /** What was stored is in seconds; else they have been confirmed. */
  const inSeconds = signal(control.peek())
  const failure = signal('')
  const busy = signal(false)
  const firstDay = signal(present?.dates?.from ?? '')
  const chosenPlay = signal<string>(present?.defaults?.play ?? 'standard')
  /** Null: the edition in force on the first day. */
  const chosenEdition = signal<string | null>(present?.defaults?.edition ?? null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const read = readControl(control.peek(), inSeconds.peek())
    if (!read.ok || busy.peek()) return
    const id = present?.id ?? (text('id') || idFrom(text('name')))
    busy.value = true
    const body = bodyOf(present, text, form, read.control)
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

  /** The Laws call a time control what it is; the event's word decides how it is judged. */
  const playHint = (): View => {
    const read = readControl(control.value, inSeconds.value)
    const edition = EDITIONS.find(
      (each) => each === (chosenEdition.value ?? editionInForceOn(firstDay.value)),
    )
    if (!read.ok || read.control === null || edition === undefined) return nothing
    const measured = playByTimeControl(read.control, edition)
    return measured === chosenPlay.value
      ? nothing
      : html`<p class="play-hint warning" role="status">${t('play-by-time', { play: t(`play-${measured}`), chosen: tDynamic(`play-${chosenPlay.value}`) })}</p>`
  }

  return {
    view: () => {
      const defaults = present?.defaults
      const { defaultTime, noDrawOffersBefore, illegalMovesToLose } = defaults?.regulations ?? {}
      const field = (name: string, label: string, value: string, more: Partial<InputOptions> = {}) =>
        html`<label>${label}<input name=${name} type=${more.type ?? 'text'} autocomplete="off" ?required=${more.required ?? false} pattern=${more.pattern ?? nothing} min=${more.min ?? nothing} .defaultValue=${value} /></label>`
      const select = (
        name: string,
        label: string,
        values: readonly (readonly [string, string])[],
        chosen: string,
      ) =>
        html`<label>${label}<select name=${name}>${values.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}</select></label>`
      return html`<form class="office-form" @submit=${submit}>
        ${field('name', t('tournament-name'), present?.name ?? '', { required: true })}
        ${present === null ? field('id', t('tournament-id'), '', { pattern: '[A-Za-z0-9_\\-]{1,64}' }) : nothing}
        ${field('site', t('site'), present?.site ?? '')}
        <div class="pair" @input=${({ target }: Event) => {
          const { name, value } = target as HTMLInputElement
          if (name === 'from') firstDay.value = value
          const dates = target as HTMLInputElement
          const [from, to] = ['from', 'to'].map(
            (each) => dates.form?.elements.namedItem(each) as HTMLInputElement,
          )
          to?.setCustomValidity(from?.value && to.value && to.value < from.value ? t('dates-order') : '')
        }}>${field('from', t('from-date'), present?.dates?.from ?? '', { type: 'date' })}${field('to', t('to-date'), present?.dates?.to ?? '', { type: 'date' })}</div>
        <div class="pair" @input=${({ target }: Event) => {
          const { name, value } = target as HTMLSelectElement
          if (name === 'edition') chosenEdition.value = value
          if (name === 'play') chosenPlay.value = value
        }}>
          ${select(
            'edition',
            t('laws'),
            EDITIONS.map((each) => [each, formatDate(each)] as const),
            chosenEdition.value ?? editionInForceOn(firstDay.value),
          )}
          ${select(
            'play',
            t('play-kind'),
            PLAYS.map((each) => [each, tDynamic(`play-${each}`)] as const),
            chosenPlay.value,
          )}
        </div>
        ${select(
          'supervision',
          t('supervision'),
          SUPERVISIONS.map((each) => [each, tDynamic(`supervision-${each}`)] as const),
          defaults?.supervision ?? 'full',
        )}
        ${timeControlField({
          text: control.value,
          inSeconds: inSeconds.value,
          change: (text) => {
            control.value = text
          },
          confirmSeconds: () => {
            inSeconds.value = control.peek()
          },
        })}
        ${playHint()}
        <details><summary>${t('regulations')}</summary>
          ${field('default-time', t('default-time'), defaultTime === undefined ? '' : String(defaultTime / 60_000), { type: 'number', min: '0' })}
          ${field('no-draws', t('no-draw-offers'), noDrawOffersBefore === undefined ? '' : String(noDrawOffersBefore), { pattern: '\\d+|ever' })}
          ${field('illegal-moves', t('illegal-moves-to-lose'), illegalMovesToLose === undefined ? '' : String(illegalMovesToLose), { type: 'number', min: '1' })}
        </details>
        ${field('delay', t('delay-minutes'), String(present?.delay ?? 0), { type: 'number', min: '0' })}
        <label class="check"><input type="checkbox" name="open-verdicts" ?checked=${present?.openVerdicts ?? false} /> ${t('open-verdicts')}</label>
        ${failure.value === '' ? nothing : html`<p class="failure" role="alert">${failure.value}</p>`}
        <div class="row"><button class="primary" ?disabled=${busy.value}>${t(present === null ? 'create-tournament' : 'save')}</button></div>
      </form>`
    },
  }
}

interface InputOptions {
  readonly type: string
  readonly required: boolean
  readonly pattern: string
  readonly min: string
}

function bodyOf(
  present: OfficeTournament | null,
  text: (name: string) => string,
  form: FormData,
  timeControl: ReturnType<typeof readControl> extends infer R
    ? R extends { control: infer C }
      ? C
      : never
    : never,
): object {
  const number = (name: string, times = 1) => (text(name) === '' ? undefined : Number(text(name)) * times)
  const draws = text('no-draws')
  // What the form does not show stays as it was.
  const regulations = {
    ...present?.defaults?.regulations,
    defaultTime: number('default-time', 60_000),
    noDrawOffersBefore: draws === '' ? undefined : draws === 'ever' ? 'ever' : Number(draws),
    illegalMovesToLose: number('illegal-moves'),
  }
  const dates =
    text('from') === '' ? null : { from: text('from'), ...(text('to') !== '' && { to: text('to') }) }
  const site = text('site') === '' ? null : text('site')
  return {
    name: text('name'),
    ...(present === null
      ? { ...(site !== null && { site }), ...(dates !== null && { dates }) }
      : { site, dates }),
    delay: number('delay') ?? 0,
    openVerdicts: form.has('open-verdicts'),
    defaults: {
      ...present?.defaults,
      edition: text('edition'),
      play: text('play'),
      supervision: text('supervision'),
      ...(timeControl === null ? {} : { timeControl }),
      ...(Object.values(regulations).some((each) => each !== undefined) && { regulations }),
    },
  }
}

/** `Harbour City Open 2026` → `harbour-city-open-2026` */
export const idFrom = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64) || 'tournament'
