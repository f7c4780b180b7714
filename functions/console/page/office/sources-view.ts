/** The boards and broadcasts that a host follows for the tournament: a form that connects one, and the list with their state. */
import { signal } from '@preact/signals-core'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { notifyRefusal, refusalLines } from '../api/refusal.ts'
import { formatTimeOfDay } from '../clock/text.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { sourceRemarkInPageLanguage } from '../words/sources.ts'
import { t } from '../words/texts.ts'
import type { ListedSource } from './shapes.ts'

export interface SourcesView {
  view(): View
  /** Requests the list. */
  load(): Promise<void>
}

/** The kinds by their makers' names. */
const KINDS: Readonly<Record<ListedSource['kind'], string>> = {
  livechess: 'DGT LiveChess',
  livechesscloud: 'LiveChess Cloud',
  pgn: 'PGN',
  chessnut: 'Chessnut',
  chesslink: 'Millennium ChessLink',
  tornelo: 'Tornelo',
}

const PLACES: Readonly<Record<ListedSource['kind'], string>> = {
  livechess: 'ws://localhost:1982/api/v1.0',
  livechesscloud: 'https://view.livechesscloud.com/#…/1',
  pgn: 'https://example.org/round1.pgn · /srv/pgn',
  chessnut: 'tcp://192.168.1.20:4000',
  chesslink: 'tcp://192.168.1.20:4000',
  tornelo: 'ws://192.168.1.20:4000',
}

const isFeed = (kind: string): boolean => kind === 'pgn' || kind === 'livechesscloud'

export function openSourcesView(tournament: string, rounds: () => readonly string[]): SourcesView {
  const sources = signal<readonly ListedSource[]>([])
  const kind = signal<ListedSource['kind']>('livechess')
  const failure = signal<ApiRefusal | null>(null)
  const busy = signal(false)

  const load = async () => {
    const answer = await requestJson<{ readonly sources: readonly ListedSource[] }>(
      `/tournaments/${tournament}/sources`,
    )
    if (answer.ok) sources.value = answer.value.sources
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy.peek()) return
    const form = event.target as HTMLFormElement
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    busy.value = true
    const answer = await requestJson<ListedSource>(`/tournaments/${tournament}/sources`, {
      kind: kind.peek(),
      place: text('place'),
      ...(text('round') !== '' && { round: text('round') }),
      ...(!isFeed(kind.peek()) && { boards: text('boards') }),
    })
    busy.value = false
    failure.value = answer.ok ? null : answer
    if (!answer.ok) return
    form.reset()
    kind.value = 'livechess'
    void load()
  }

  const disconnect = async (id: string) => {
    const answer = await requestJson(`/sources/${id}/disconnect`, {})
    if (!answer.ok) notifyRefusal(answer)
    void load()
  }

  const wordOf = ({ lastWord, lastWordAt, lastRemark }: ListedSource): View => {
    if (lastWord === undefined) return nothing
    const { text, lang } = sourceRemarkInPageLanguage(lastRemark, lastWord)
    return html`<p class="small"><time>${formatTimeOfDay(Date.parse(lastWordAt ?? ''), false)}</time> <bdi lang=${lang}>${text}</bdi></p>`
  }

  const row = (source: ListedSource): View => {
    const { id, kind: of, place, round, state } = source
    return html`<li class="panel source" data-state=${state}>
      <span class="chip ${state === 'following' ? 'good' : state === 'connecting' ? '' : 'bad'}">${t(`source-${state}`)}</span>
      <b>${KINDS[of]}</b> <bdi class="place">${place}</bdi>${round === undefined ? nothing : html` <span>${t('round', { round })}</span>`}
      <span class="space"></span>
      <button type="button" @click=${() => void disconnect(id)}>${t('disconnect')}</button>
      ${wordOf(source)}
    </li>`
  }

  return {
    load,
    view: () =>
      html`${sources.value.length === 0 ? nothing : html`<ul class="round-list sources">${sources.value.map(row)}</ul>`}
        <form class="office-form sources" @submit=${submit}>
          <div class="pair">
            <label>${t('source-kind')}<select name="kind" @change=${({ target }: Event) => {
              kind.value = (target as HTMLSelectElement).value as ListedSource['kind']
            }}>${Object.entries(KINDS).map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
            <label>${t('for-round')}<select name="round">${rounds().map((round) => html`<option value=${round} ?selected=${round === rounds().at(-1)}>${t('round', { round })}</option>`)}<option value="">${t(isFeed(kind.value) ? 'source-any-round' : 'source-no-round')}</option></select></label>
          </div>
          <label>${t('source-place')}<input name="place" required autocomplete="off" spellcheck="false" maxlength="1000" placeholder=${PLACES[kind.value]} /></label>
          ${isFeed(kind.value) ? nothing : html`<label>${t('source-boards')}<textarea name="boards" rows="4" required spellcheck="false" placeholder=${'serial,board\n50123,1\n50124,2'}></textarea></label>`}
          ${failure.value === null ? nothing : html`<p class="failure" role="alert">${refusalLines(failure.value)}</p>`}
          <div class="row"><button class="primary" ?disabled=${busy.value}>${t('connect')}</button></div>
        </form>`,
  }
}
