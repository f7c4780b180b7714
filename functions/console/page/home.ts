/** The first view: tournaments and their rounds. */
import { signal } from '@preact/signals-core'
import { requestJson } from './api/client.ts'
import { canRule } from './api/session.ts'
import type { TournamentResponse } from './api/shapes.ts'
import { setConnectionState } from './live/connection.ts'
import { formatRoute } from './route.ts'
import { element, html, mount, nothing } from './ui/dom.ts'
import { setTitle } from './ui/title.ts'
import { t } from './words/texts.ts'

/** Tournaments of a page: each is asked for its rounds besides. */
const SHOWN_AT_ONCE = 100

interface TournamentPage {
  readonly tournaments: readonly TournamentResponse[]
  readonly next?: string
}

export function openHome(root: HTMLElement): () => void {
  const main = element('main', 'home', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  setTitle('')
  const tournaments = signal<readonly TournamentResponse[] | null>(null)
  /** Where the next page of the list begins; null: all are shown. */
  const next = signal<string | null>(null)
  let ended = false

  const load = async (after: string | null) => {
    const from = after === null ? '' : `&after=${encodeURIComponent(after)}`
    const answer = await requestJson<TournamentPage>(`/tournaments?limit=${SHOWN_AT_ONCE}${from}`)
    if (ended) return
    setConnectionState(answer.ok ? 'read' : 'stale')
    if (!answer.ok) {
      setTimeout(() => load(after), 2000)
      return
    }
    const before = tournaments.peek() ?? []
    tournaments.value = [...before, ...answer.value.tournaments]
    next.value = answer.value.next ?? null
    const detailed = await Promise.all(
      answer.value.tournaments.map(async (each) => {
        const one = await requestJson<TournamentResponse>(`/tournaments/${each.id}`)
        return one.ok ? one.value : each
      }),
    )
    const behind = (tournaments.peek() ?? []).slice(before.length + detailed.length)
    tournaments.value = [...(tournaments.peek() ?? []).slice(0, before.length), ...detailed, ...behind]
  }
  const loadNext = () => {
    const after = next.peek()
    next.value = null
    void load(after)
  }
  void load(null)

  const openGame = (event: SubmitEvent) => {
    event.preventDefault()
    const game = String(new FormData(event.target as HTMLFormElement).get('game') ?? '').trim()
    if (game !== '') location.hash = formatRoute({ view: 'game', game, pointInTime: {} })
  }

  const end = mount(
    main,
    () => html`
      <h1>${t('tournaments')}</h1>
      <p class="lead">Touchmove — ${t('tagline')}</p>
      ${tournaments.value === null ? html`<p class="empty">${t('loading')}</p>` : nothing}
      ${tournaments.value?.length === 0 ? html`<p class="empty">${t('no-tournaments')}${canRule.value ? '' : html`<br />${t('office-needs-role')}`}</p>` : nothing}
      ${canRule.value ? html`<p><a class="button primary" href=${formatRoute({ view: 'new-tournament' })}>${t('new-tournament')}</a></p>` : nothing}
      <ul class="tournaments">
        ${(tournaments.value ?? []).map(
          (each) =>
            html`<li class="panel">
              <h2>${each.name}</h2>
              <p>${each.site ?? ''} ${each.delay > 0 ? html`<span class="chip">${t('delayed', { minutes: each.delay })}</span>` : nothing}</p>
              <p class="rounds">
                ${(each.rounds ?? []).map(
                  (round) =>
                    html`<a class="button" href=${formatRoute({ view: 'round', tournament: each.id, round })}>${t('round', { round })}</a>`,
                )}
                <a class="quiet" href=${formatRoute({ view: 'standings', tournament: each.id })}>${t('standings')}</a>
                ${canRule.value ? html`<a class="quiet" href=${formatRoute({ view: 'office', tournament: each.id })}>${t('office')}</a>` : nothing}
              </p>
            </li>`,
        )}
      </ul>
      ${next.value === null ? nothing : html`<p><button @click=${loadNext}>${t('show-more')}</button></p>`}
      <form class="open-game" @submit=${openGame}>
        <label>${t('open-game')}<input name="game" pattern="[A-Za-z0-9_\\-]+" required /></label>
        <button>${t('open')}</button>
      </form>
    `,
  )
  return () => {
    ended = true
    end()
  }
}
