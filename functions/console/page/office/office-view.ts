/** The tournament office: what a tournament is, its rounds and pairings, what still misses, and who may do what. */
import { signal } from '@preact/signals-core'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { notifyRefusal, refusalView } from '../api/refusal.ts'
import { canRule, sessionClaims } from '../api/session.ts'
import { setConnectionState } from '../live/connection.ts'
import { formatRoute } from '../route.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { notify } from '../ui/notices.ts'
import { setTitle } from '../ui/title.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { openImportForm } from './import-form.ts'
import { openPairingsForm } from './pairings-form.ts'
import type { OfficeTournament, RoundCheck } from './shapes.ts'
import { openTokensView } from './tokens-view.ts'
import { openTournamentForm } from './tournament-form.ts'

/** A new tournament; opens its office once it is entered. */
export function openNewTournament(root: HTMLElement): () => void {
  const main = element('main', 'home office', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  setConnectionState('read')
  const form = openTournamentForm(null, (id) => {
    location.hash = formatRoute({ view: 'office', tournament: id })
  })
  return mount(main, () => {
    setTitle(t('new-tournament'))
    return html`<nav><a class="back" href="#/">← ${t('tournaments')}</a></nav>
      <h1>${t('new-tournament')}</h1>
      ${canRule.value ? form.view() : html`<p class="empty">${t('office-needs-role')}</p>`}`
  })
}

export function openOffice(root: HTMLElement, tournament: string): () => void {
  const main = element('main', 'home office', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  const known = signal<OfficeTournament | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const checks = signal<ReadonlyMap<string, RoundCheck>>(new Map())

  const load = async () => {
    const answer = await requestJson<OfficeTournament>(`/tournaments/${tournament}`)
    setConnectionState(answer.ok ? 'read' : 'stale')
    if (!answer.ok) {
      problem.value = answer
      return
    }
    known.value = answer.value
    for (const round of answer.value.rounds ?? []) {
      const report = await requestJson<RoundCheck>(`/tournaments/${tournament}/rounds/${round}/report`)
      if (report.ok) checks.value = new Map([...checks.peek(), [round, report.value]])
    }
  }
  void load()

  const rounds = (): readonly string[] => known.value?.rounds ?? []
  const nextRound = (): string =>
    String(
      1 +
        Math.max(
          0,
          ...rounds()
            .map(Number)
            .filter((each) => !Number.isNaN(each)),
        ),
    )
  const pairings = openPairingsForm(tournament, nextRound, () => void load())
  const imports = openImportForm(tournament, () => void load())
  const tokens = openTokensView(tournament, rounds)
  let form = openTournamentForm(null, () => {})
  let formOf: OfficeTournament | null = null

  const change = async (round: string, what: 'published' | 'closed') => {
    const answer = await requestJson(`/tournaments/${tournament}/rounds/${round}`, { [what]: true }, 'PATCH')
    if (!answer.ok) return notifyRefusal(answer)
    notify(t(what === 'published' ? 'round-published' : 'round-closed', { round }))
    void load()
  }

  const roundRow = (round: string): View => {
    const check = checks.value.get(round)
    const base = `/tournaments/${tournament}/rounds/${round}`
    return html`<li class="panel">
      <a class="button" href=${formatRoute({ view: 'round', tournament, round })}>${t('round', { round })}</a>
      ${check === undefined ? nothing : html`<span class="small">${t('round-state', { ended: check.ended, games: check.games })}${check.withoutResult.length === 0 ? '' : ` · ${t('without-result', { boards: check.withoutResult.map(({ board }) => board).join(', ') })}`}</span>`}
      <span class="space"></span>
      <button @click=${() => void change(round, 'published')}>${t('publish')}</button>
      <button @click=${() => void change(round, 'closed')}>${t('close-round')}</button>
      <button @click=${() => void download(`${base}/scoresheets?language=${pageLanguage.value}`, `${tournament}-${round}.html`)}>${t('round-scoresheets')}</button>
    </li>`
  }

  return mount(main, () => {
    const now = known.value
    setTitle(`${t('office')}, ${now?.name ?? tournament}`)
    const heading = html`<nav><a class="back" href="#/">← ${t('tournaments')}</a> <a href=${formatRoute({ view: 'standings', tournament })}>${t('standings')}</a></nav>
      <h1>${now?.name ?? tournament} <span class="muted">${t('office')}</span></h1>`
    if (!canRule.value) return html`${heading}<p class="empty">${t('office-needs-role')}</p>`
    if (problem.value !== null)
      return html`${heading}<p class="empty">${refusalView(problem.value, t('no-tournament'))}</p>`
    if (now === null) return html`${heading}<p class="empty">${t('loading')}</p>`
    if (formOf !== now) {
      formOf = now
      form = openTournamentForm(now, () => {
        notify(t('saved'))
        void load()
      })
    }
    return html`${heading}
      <section><h2>${t('rounds')}</h2>${rounds().length === 0 ? html`<p class="note">${t('no-round-yet')}</p>` : html`<ul class="round-list">${rounds().map(roundRow)}</ul>`}</section>
      <section><h2>${t('pairings')}</h2>${pairings.view()}</section>
      <section><h2>${t('import-pgn')}</h2>${imports.view()}</section>
      ${sessionClaims.value?.role === 'admin' ? html`<section><h2>${t('tokens')}</h2>${tokens.view()}</section>` : nothing}
      <section><h2>${t('description')}</h2>${form.view()}</section>
      <section><h2>${t('sources')}</h2><p class="small">${t('sources-hint')}</p><code>npx touchmove connect --help</code></section>`
  })
}
