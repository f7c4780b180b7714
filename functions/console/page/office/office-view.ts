/** The tournament office: what a tournament is, its rounds and pairings, what still misses, and who may do what. */
import { effect, signal } from '@preact/signals-core'
import { type ApiRefusal, requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal, refusalView } from '../api/refusal.ts'
import { canRule, sessionClaims, sessionToken } from '../api/session.ts'
import type { GameListItem, RoundResponse } from '../api/shapes.ts'
import { setConnectionState } from '../live/connection.ts'
import { formatRoute } from '../route.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { notify } from '../ui/notices.ts'
import { setTitle } from '../ui/title.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { openImportForm } from './import-form.ts'
import { openPairingsForm } from './pairings-form.ts'
import { openPlayersForm } from './players-form.ts'
import { openOfficeQuestion } from './question.ts'
import type { OfficeTournament, RoundCheck } from './shapes.ts'
import { openSourcesView } from './sources-view.ts'
import { openTokensView } from './tokens-view.ts'
import { openTournamentForm } from './tournament-form.ts'

/** A new tournament; opens its office once it is entered. */
export function openNewTournament(root: HTMLElement): () => void {
  const main = element('main', 'home office', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  setConnectionState('read')
  let wasAllowed = false
  const form = openTournamentForm(null, (id) => {
    location.hash = formatRoute({ view: 'office', tournament: id })
  })
  return mount(main, () => {
    setTitle(t('new-tournament'))
    wasAllowed ||= canRule.value
    return html`<nav><a class="back" href="#/">← ${t('tournaments')}</a></nav>
      <h1>${t('new-tournament')}</h1>
      ${canRule.value ? nothing : html`<p class="empty">${t('office-needs-role')}</p>`}
      ${wasAllowed ? html`<div ?hidden=${!canRule.value}>${form.view()}</div>` : nothing}`
  })
}

export function openOffice(root: HTMLElement, tournament: string): () => void {
  const main = element('main', 'home office', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  const known = signal<OfficeTournament | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const checks = signal<ReadonlyMap<string, RoundCheck>>(new Map())
  const lists = signal<ReadonlyMap<string, RoundResponse>>(new Map())
  const question = openOfficeQuestion()

  const load = async () => {
    const answer = await requestJson<OfficeTournament>(`/tournaments/${tournament}`)
    setConnectionState(answer.ok || answer.status !== 0 ? 'read' : 'stale')
    if (!answer.ok) {
      problem.value = answer
      return
    }
    problem.value = null
    known.value = answer.value
    if (isAdmin()) {
      void sources.load()
      void tokens.load()
    }
    for (const round of answer.value.rounds ?? []) {
      const report = await requestJson<RoundCheck>(`/tournaments/${tournament}/rounds/${round}/report`)
      if (report.ok) checks.value = new Map([...checks.peek(), [round, report.value]])
      await loadList(round)
    }
  }
  const loadList = async (round: string): Promise<RoundResponse | null> => {
    const listed = await requestJson<RoundResponse>(`/tournaments/${tournament}/rounds/${round}/games`)
    if (listed.ok) lists.value = new Map([...lists.peek(), [round, listed.value]])
    return listed.ok ? listed.value : null
  }
  const isAdmin = () => sessionClaims.value?.role === 'admin'

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
  const tokens = openTokensView({
    tournament,
    name: () => known.value?.name ?? tournament,
    rounds,
    games: () => lists.value,
    ask: question.ask,
  })
  const sources = openSourcesView(tournament, rounds)
  const players = openPlayersForm(tournament, () => void load())
  let form = openTournamentForm(null, () => {})
  let formOf = ''
  /** What is being written stays in the page while somebody signs in again. */
  let wasAllowed = false

  const change = async (round: string, what: 'published' | 'closed') => {
    const answer = await requestJson(`/tournaments/${tournament}/rounds/${round}`, { [what]: true }, 'PATCH')
    if (!answer.ok) return notifyRefusal(answer)
    notify(t(what === 'published' ? 'round-published' : 'round-closed', { round }))
    void load()
  }

  /** Games without a result are named before the round is closed over them. */
  const close = async (round: string) => {
    const report = await requestJson<RoundCheck>(`/tournaments/${tournament}/rounds/${round}/report`)
    if (!report.ok) return notifyRefusal(report)
    const open = report.value.withoutResult
    if (open.length === 0) return change(round, 'closed')
    const boards = open.map(({ board }) => board).join(', ')
    question.ask({
      text: t('close-open-round', { round, boards }),
      yes: t('close-round'),
      act: () => void change(round, 'closed'),
    })
  }

  const waitingToBegin = (list: RoundResponse | null | undefined): readonly GameListItem[] =>
    list?.games.filter(({ status }) => status === 'scheduled') ?? []

  /** Play begins on every board where it has not begun; what has begun meanwhile is left alone. */
  const startRound = async (round: string) => {
    const reports = waitingToBegin(await loadList(round)).map(({ game }) =>
      requestJson(`/games/${game}/events`, {
        events: [
          {
            id: crypto.randomUUID(),
            type: 'session-started',
            at: new Date(serverNow()).toISOString(),
            by: 'arbiter',
            data: {},
          },
        ],
      }),
    )
    const answers = await Promise.all(reports)
    const refused = answers.find((answer) => !answer.ok)
    if (refused?.ok === false) notifyRefusal(refused)
    else notify(t('round-started', { round, count: answers.length }))
    void load()
  }

  const askStart = (round: string, count: number) =>
    question.ask({
      text: t('start-round-question', { round, count }),
      yes: t('start-session'),
      act: () => void startRound(round),
    })

  const roundRow = (round: string): View => {
    const list = lists.value.get(round)
    const begin = waitingToBegin(list).length
    const check = checks.value.get(round)
    const base = `/tournaments/${tournament}/rounds/${round}`
    return html`<li class="panel">
      <a class="button" href=${formatRoute({ view: 'round', tournament, round })}>${t('round', { round })}</a>
      ${check === undefined ? nothing : html`<span class="small">${t('round-state', { ended: check.ended, games: check.games })}${check.withoutResult.length === 0 ? '' : ` · ${t('without-result', { boards: check.withoutResult.map(({ board }) => board).join(', ') })}`}</span>`}
      <span class="space"></span>
      ${begin === 0 ? nothing : html`<button class="start-round" @click=${() => askStart(round, begin)}>${t('start-session')}: ${begin}</button>`}
      ${list?.publishedAt == null ? html`<button @click=${() => void change(round, 'published')}>${t('publish')}</button>` : html`<span class="chip good">${t('is-published')}</span>`}
      ${list?.closedAt == null ? html`<button @click=${() => void close(round)}>${t('close-round')}</button>` : html`<span class="chip">${t('is-closed')}</span>`}
      <button @click=${() => void download(`${base}/scoresheets?language=${pageLanguage.value}`, `${tournament}-${round}.html`)}>${t('round-scoresheets')}</button>
      ${players.view(round)}
    </li>`
  }

  const ends = [
    effect(() => {
      sessionToken.value
      void load()
    }),
    mount(main, () => {
      const now = known.value
      setTitle(`${t('office')}, ${now?.name ?? tournament}`)
      wasAllowed ||= canRule.value
      const heading = html`<nav><a class="back" href="#/">← ${t('tournaments')}</a> <a href=${formatRoute({ view: 'standings', tournament })}>${t('standings')}</a></nav>
      <h1><bdi>${now?.name ?? tournament}</bdi> <span class="muted">${t('office')}</span></h1>
      ${canRule.value ? nothing : html`<p class="empty">${t('office-needs-role')}</p>`}
      ${problem.value === null ? nothing : html`<p class="empty">${refusalView(problem.value, t('no-tournament'))}</p>`}
      ${canRule.value && now === null && problem.value === null ? html`<p class="empty">${t('loading')}</p>` : nothing}`
      return html`${heading} ${wasAllowed && now !== null ? html`<div ?hidden=${!canRule.value}>${parts(now)}</div>` : nothing}`
    }),
  ]
  const polling = setInterval(() => {
    if (isAdmin() && !document.hidden) void sources.load()
  }, SOURCES_ASKED_MS)
  return () => {
    clearInterval(polling)
    for (const end of ends) end()
  }

  function parts(now: OfficeTournament): View {
    const described = descriptionOf(now)
    if (formOf !== described) {
      formOf = described
      form = openTournamentForm(now, () => {
        notify(t('saved'))
        void load()
      })
    }
    return html`<section><h2>${t('rounds')}</h2>${rounds().length === 0 ? html`<p class="note">${t('no-round-yet')}</p>` : html`<ul class="round-list">${rounds().map(roundRow)}</ul>`}</section>
      <section><h2>${t('pairings')}</h2>${pairings.view()}</section>
      <section><h2>${t('import-pgn')}</h2>${imports.view()}</section>
      <section><h2>${t('sources')}</h2>${isAdmin() ? sources.view() : html`<p class="small">${t('sources-hint')}</p><code>npx touchmove connect --help</code>`}</section>
      ${isAdmin() ? html`<section><h2>${t('tokens')}</h2>${tokens.view()}</section>` : nothing}
      <section><h2>${t('description')}</h2>${form.view()}</section>
      ${players.dialog()}${question.view()}`
  }
}

const SOURCES_ASKED_MS = 4000

/** What the form of the description holds; another round leaves what is being written there alone. */
const descriptionOf = ({ name, site, dates, delay, openVerdicts, defaults }: OfficeTournament): string =>
  JSON.stringify([name, site, dates, delay, openVerdicts, defaults])
