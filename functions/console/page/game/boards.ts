/** Links from one board of a round to another. */
import { requestJson } from '../api/client.ts'
import { isSignedIn } from '../api/session.ts'
import type { StateResponse } from '../api/shapes.ts'
import { needOf } from '../round/need.ts'
import { formatRoute } from '../route.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'

export type BoardStep = 'previous' | 'next' | 'waiting'

const hrefOf = (game: string): string => formatRoute({ view: 'game', game, pointInTime: {} })

/** Links to the previous and the next board. `games`: in the order of boards; `toWaiting` opens the next that needs the arbiter. */
export function boardLinks(games: readonly string[], game: string, toWaiting: () => void): View {
  const index = games.indexOf(game)
  if (index < 0 || games.length < 2) return nothing
  const link = (to: string | undefined, text: string, sign: string) =>
    to === undefined
      ? html`<span class="button off" aria-hidden="true">${sign}</span>`
      : html`<a class="button" href=${hrefOf(to)} aria-label=${text} title=${text}>${sign}</a>`
  return html`<nav class="boards-nav" aria-label=${t('all-boards')}>
    ${link(games[index - 1], t('previous-board'), '‹')}${link(games[index + 1], t('next-board'), '›')}
    ${isSignedIn.value ? html`<button @click=${toWaiting} title=${t('next-waiting')}>${t('next-waiting')}</button>` : nothing}
  </nav>`
}

/** Requests one board after another, from the next on, and opens the first that needs the arbiter. */
export async function nextWaiting(games: readonly string[], game: string): Promise<void> {
  const from = games.indexOf(game) + 1
  for (const each of [...games.slice(from), ...games.slice(0, from)]) {
    if (each === game) continue
    const answer = await requestJson<StateResponse>(`/games/${each}`)
    const kind = answer.ok ? needOf(answer.value, answer.value.arrived !== undefined).kind : 'none'
    if (kind !== 'arbiter' && kind !== 'flag') continue
    location.hash = hrefOf(each)
    return
  }
  notify(t('none-waits'))
}
