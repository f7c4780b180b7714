/** The view of the tournament office: description, rounds, pairings, imports, sources and tokens of a tournament. */
import { effect, signal } from '@preact/signals-core'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { refusalView } from '../api/refusal.ts'
import { canRule, sessionClaims, sessionToken } from '../api/session.ts'
import { setConnectionState } from '../live/connection.ts'
import { formatRoute } from '../route.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { setTitle } from '../ui/title.ts'
import { t } from '../words/texts.ts'
import { openImportForm } from './import-form.ts'
import { openPairingsForm } from './pairings-form.ts'
import { openPlayersForm } from './players-form.ts'
import { openOfficeQuestion } from './question.ts'
import { openRoundsView } from './rounds-view.ts'
import type { OfficeTournament } from './shapes.ts'
import { openSourcesView } from './sources-view.ts'
import { openTokensView } from './tokens-view.ts'
import { openTournamentForm, type TournamentForm } from './tournament-form.ts'

/** How often the state of the sources is requested, ms. */
const SOURCES_INTERVAL_MS = 4000

/** Opens the form of a new tournament, and the tournament's office once it is saved. */
export function openNewTournament(root: HTMLElement): () => void {
  const main = openMain(root)
  setConnectionState('read')
  const form = openTournamentForm(null, (id) => {
    location.hash = formatRoute({ view: 'office', tournament: id })
  })
  const shownForm = onceAllowed(() => form.view())
  return mount(main, () => {
    setTitle(t('new-tournament'))
    return html`<nav><a class="back" href="#/">← ${t('tournaments')}</a></nav>
      <h1>${t('new-tournament')}</h1>
      ${roleNote()}
      ${shownForm()}`
  })
}

/** Opens the office of a tournament. */
export function openOffice(root: HTMLElement, tournament: string): () => void {
  const main = openMain(root)
  const office = openOfficeParts(tournament)
  const { known, problem, sources, load } = office
  const sections = onceAllowed(() => (known.value === null ? nothing : officeSections(office, known.value)))
  const ends = [
    effect(() => {
      sessionToken.value
      void load()
    }),
    mount(main, () => {
      setTitle(`${t('office')}, ${known.value?.name ?? tournament}`)
      return html`${officeHeading(tournament, known.value, problem.value)} ${sections()}`
    }),
  ]
  const polling = setInterval(() => {
    if (isAdmin() && !document.hidden) void sources.load()
  }, SOURCES_INTERVAL_MS)
  return () => {
    clearInterval(polling)
    for (const end of ends) end()
  }
}

function openMain(root: HTMLElement): HTMLElement {
  const main = element('main', 'home office', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  return main
}

const isAdmin = (): boolean => sessionClaims.value?.role === 'admin'

const roleNote = (): View => (canRule.value ? nothing : html`<p class="empty">${t('office-needs-role')}</p>`)

/** Shows a view to arbiters. While the user signs in again it is hidden, not removed, so that nothing that is being written is lost. */
function onceAllowed(view: () => View): () => View {
  let wasAllowed = false
  return () => {
    wasAllowed ||= canRule.value
    return wasAllowed ? html`<div ?hidden=${!canRule.value}>${view()}</div>` : nothing
  }
}

type OfficeParts = ReturnType<typeof openOfficeParts>

/** The tournament and the forms of its office; after a change by one of them the tournament is requested again. */
function openOfficeParts(tournament: string) {
  const known = signal<OfficeTournament | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const changed = () => void load()
  const rounds = (): readonly string[] => known.value?.rounds ?? []
  const question = openOfficeQuestion()
  const { ask } = question
  const players = openPlayersForm(tournament, changed)
  const roundsView = openRoundsView({ tournament, rounds, boards: players.view, ask, changed })
  const name = () => known.value?.name ?? tournament
  const tokens = openTokensView({ tournament, name, rounds, games: roundsView.games, ask })
  const sources = openSourcesView(tournament, rounds)

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
    await roundsView.load()
  }

  return {
    ...{ known, problem, question, players, roundsView, tokens, sources, load },
    pairings: openPairingsForm(tournament, () => nextRound(rounds()), changed),
    imports: openImportForm(tournament, changed),
    description: openDescriptionForm(changed),
  }
}

/** The number after the highest that names a round. */
function nextRound(rounds: readonly string[]): string {
  const numbers = rounds.map(Number).filter((each) => !Number.isNaN(each))
  return String(1 + Math.max(0, ...numbers))
}

/** The form of an existing tournament, which is made anew only when the description has changed, so that nothing being written is lost. */
function openDescriptionForm(changed: () => void) {
  let form: TournamentForm | null = null
  let formOf = ''
  const saved = () => {
    notify(t('saved'))
    changed()
  }
  return {
    view(tournament: OfficeTournament): View {
      const described = descriptionOf(tournament)
      if (form === null || formOf !== described) form = openTournamentForm(tournament, saved)
      formOf = described
      return form.view()
    },
  }
}

const descriptionOf = ({ name, site, dates, delay, openVerdicts, defaults }: OfficeTournament): string =>
  JSON.stringify([name, site, dates, delay, openVerdicts, defaults])

function officeHeading(tournament: string, known: OfficeTournament | null, problem: ApiRefusal | null): View {
  const isLoading = canRule.value && known === null && problem === null
  return html`<nav><a class="back" href="#/">← ${t('tournaments')}</a> <a href=${formatRoute({ view: 'standings', tournament })}>${t('standings')}</a></nav>
      <h1><bdi>${known?.name ?? tournament}</bdi> <span class="muted">${t('office')}</span></h1>
      ${roleNote()}
      ${problem === null ? nothing : html`<p class="empty">${refusalView(problem, t('no-tournament'))}</p>`}
      ${isLoading ? html`<p class="empty">${t('loading')}</p>` : nothing}`
}

function officeSections(office: OfficeParts, known: OfficeTournament): View {
  const { roundsView, pairings, imports, sources, tokens, description, players, question } = office
  return html`<section><h2>${t('rounds')}</h2>${roundsView.view()}</section>
      <section><h2>${t('pairings')}</h2>${pairings.view()}</section>
      <section><h2>${t('import-pgn')}</h2>${imports.view()}</section>
      <section><h2>${t('sources')}</h2>${isAdmin() ? sources.view() : html`<p class="small">${t('sources-hint')}</p><code>npx touchmove connect --help</code>`}</section>
      ${isAdmin() ? html`<section><h2>${t('tokens')}</h2>${tokens.view()}</section>` : nothing}
      <section><h2>${t('description')}</h2>${description.view(known)}</section>
      ${players.dialog()}${question.view()}`
}
