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

export function openHome(root: HTMLElement): () => void {
  const main = element('main', 'home', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  setTitle('')
  const tournaments = signal<readonly TournamentResponse[] | null>(null)
  let ended = false

  const load = async () => {
    const answer = await requestJson<{ tournaments: readonly TournamentResponse[] }>('/tournaments')
    if (ended) return
    setConnectionState(answer.ok ? 'read' : 'stale')
    if (!answer.ok) {
      setTimeout(load, 2000)
      return
    }
    tournaments.value = answer.value.tournaments
    tournaments.value = await Promise.all(
      answer.value.tournaments.map(async (each) => {
        const one = await requestJson<TournamentResponse>(`/tournaments/${each.id}`)
        return one.ok ? one.value : each
      }),
    )
  }
  void load()

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
