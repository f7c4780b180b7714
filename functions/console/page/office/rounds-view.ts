/** The list of a tournament's rounds in the office, with their progress and the buttons to publish, start and close them. */
import { signal } from '@preact/signals-core'
import { notifyRefusal } from '../api/refusal.ts'
import type { GameListItem, RoundResponse } from '../api/shapes.ts'
import { formatRoute } from '../route.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { notify } from '../ui/notices.ts'
import { pageLanguage, t } from '../words/texts.ts'
import type { OfficeQuestion } from './question.ts'
import { fetchRoundCheck, fetchRoundGames, patchRound, startGames } from './round-requests.ts'
import type { RoundCheck } from './shapes.ts'

export interface RoundsView {
  view(): View
  /** Requests the progress of the rounds, one after another. */
  load(): Promise<void>
  /** The games of each round, as far as they are known. */
  games(): ReadonlyMap<string, RoundResponse>
}

interface Parts {
  readonly tournament: string
  rounds(): readonly string[]
  /** The boards of a round, in a part that can be unfolded. */
  boards(round: string): View
  ask(question: OfficeQuestion): void
  /** Called after a round was changed. */
  changed(): void
}

export function openRoundsView({ tournament, rounds, boards, ask, changed }: Parts): RoundsView {
  const checks = signal<ReadonlyMap<string, RoundCheck>>(new Map())
  const lists = signal<ReadonlyMap<string, RoundResponse>>(new Map())

  const loadGames = async (round: string) => {
    const listed = await fetchRoundGames(tournament, round)
    if (listed.ok) lists.value = new Map([...lists.peek(), [round, listed.value]])
    return listed
  }
  const load = async () => {
    for (const round of rounds()) {
      const check = await fetchRoundCheck(tournament, round)
      if (check.ok) checks.value = new Map([...checks.peek(), [round, check.value]])
      await loadGames(round)
    }
  }

  const change = async (round: string, what: 'published' | 'closed') => {
    if (!(await patchRound(tournament, round, { [what]: true }))) return
    notify(t(`round-${what}`, { round }))
    changed()
  }
  /** Closes a round, after a confirmation that names the games without a result. */
  const close = async (round: string) => {
    const check = await fetchRoundCheck(tournament, round)
    if (!check.ok) return notifyRefusal(check)
    const { withoutResult } = check.value
    if (withoutResult.length === 0) return change(round, 'closed')
    ask({
      text: t('close-open-round', { round, boards: boardNumbers(withoutResult) }),
      yes: t('close-round'),
      act: () => void change(round, 'closed'),
    })
  }
  /** Starts play on every board where it has not started. */
  const start = async (round: string) => {
    const listed = await loadGames(round)
    if (!listed.ok) return notifyRefusal(listed)
    const games = gamesNotBegun(listed.value)
    if (await startGames(games)) notify(t('round-started', { round, count: games.length }))
    changed()
  }
  const actions: RoundActions = {
    publish: (round) => void change(round, 'published'),
    close: (round) => void close(round),
    askStart: (round, count) =>
      ask({
        text: t('start-round-question', { round, count }),
        yes: t('start-session'),
        act: () => void start(round),
      }),
  }
  const row = (round: string): View => html`<li class="panel">
      <a class="button" href=${formatRoute({ view: 'round', tournament, round })}>${t('round', { round })}</a>
      ${checkText(checks.value.get(round))}
      <span class="space"></span>
      ${roundButtons(round, lists.value.get(round), actions)}
      <button @click=${() => downloadScoresheets(tournament, round)}>${t('round-scoresheets')}</button>
      ${boards(round)}
    </li>`

  return {
    load,
    games: () => lists.value,
    view: () =>
      rounds().length === 0
        ? html`<p class="note">${t('no-round-yet')}</p>`
        : html`<ul class="round-list">${rounds().map(row)}</ul>`,
  }
}

interface RoundActions {
  publish(round: string): void
  close(round: string): void
  /** `count`: the number of boards on which play would start. */
  askStart(round: string, count: number): void
}

function roundButtons(round: string, list: RoundResponse | undefined, actions: RoundActions): View {
  const count = gamesNotBegun(list).length
  return html`${count === 0 ? nothing : html`<button class="start-round" @click=${() => actions.askStart(round, count)}>${t('start-session')}: ${count}</button>`}
      ${list?.publishedAt == null ? html`<button @click=${() => actions.publish(round)}>${t('publish')}</button>` : html`<span class="chip good">${t('is-published')}</span>`}
      ${list?.closedAt == null ? html`<button @click=${() => actions.close(round)}>${t('close-round')}</button>` : html`<span class="chip">${t('is-closed')}</span>`}`
}

function checkText(check: RoundCheck | undefined): View {
  if (check === undefined) return nothing
  const { ended, games, withoutResult } = check
  const missing =
    withoutResult.length === 0 ? '' : ` · ${t('without-result', { boards: boardNumbers(withoutResult) })}`
  return html`<span class="small">${t('round-state', { ended, games })}${missing}</span>`
}

const boardNumbers = (games: RoundCheck['withoutResult']): string =>
  games.map(({ board }) => board).join(', ')

const gamesNotBegun = (list: RoundResponse | undefined): readonly GameListItem[] =>
  list?.games.filter(({ status }) => status === 'scheduled') ?? []

const downloadScoresheets = (tournament: string, round: string): void =>
  void download(
    `/tournaments/${tournament}/rounds/${round}/scoresheets?language=${pageLanguage.value}`,
    `${tournament}-${round}.html`,
  )
