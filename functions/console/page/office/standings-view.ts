/** The view of standings and crosstable, with the delay with which the reader sees the tournament. */
import { signal } from '@preact/signals-core'
import type { ApiRefusal } from '../api/client.ts'
import { requestAsShown } from '../api/late.ts'
import { refusalView } from '../api/refusal.ts'
import { setConnectionState } from '../live/connection.ts'
import { openCheckpointView } from '../report/printed-checkpoint.ts'
import { formatRoute } from '../route.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { setTitle } from '../ui/title.ts'
import { t } from '../words/texts.ts'
import type { OfficeStandings } from './shapes.ts'

export function openStandings(root: HTMLElement, tournament: string): () => void {
  const main = element('main', 'home standings', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  const standings = signal<OfficeStandings | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const delayMinutes = signal(0)
  const checkpoint = openCheckpointView()
  void requestAsShown<OfficeStandings>(`/tournaments/${tournament}/standings`).then((answer) => {
    setConnectionState(answer.ok || answer.status !== 0 ? 'read' : 'stale')
    if (answer.ok) {
      standings.value = answer.value
      delayMinutes.value = answer.delayMinutes
    } else problem.value = answer
  })
  return mount(main, () => {
    const now = standings.value
    setTitle(`${t('standings')}, ${now?.name ?? tournament}`)
    return html`<nav class="no-print"><a class="back" href="#/">← ${t('tournaments')}</a>
        <button @click=${() => window.print()}>${t('print')}</button>
        <button @click=${() => void download(`/tournaments/${tournament}.trf`, `${tournament}.trf`)}>TRF</button>
        <button @click=${() => void download(`/tournaments/${tournament}.pgn`, `${tournament}.pgn`)}>PGN</button></nav>
      <h1>${now?.name ?? tournament} <span class="muted">${t('standings')}</span></h1>
      ${delayMinutes.value > 0 ? html`<p><span class="chip">${t('delayed', { minutes: delayMinutes.value })}</span></p>` : nothing}
      ${problem.value === null ? nothing : html`<p class="empty">${refusalView(problem.value, t('no-tournament'))}</p>`}
      ${now === null ? (problem.value === null ? html`<p class="empty">${t('loading')}</p>` : nothing) : crosstable(now)}
      ${checkpoint.view()}`
  })
}

function crosstable({ players, rounds }: OfficeStandings): View {
  return html`<div class="wide-table"><table class="crosstable">
    <thead><tr><th scope="col">#</th><th scope="col">${t('player')}</th><th scope="col">${t('points')}</th>${rounds.map(({ number }) => html`<th scope="col">${number}</th>`)}<th scope="col">${t('rating')}</th></tr></thead>
    <tbody>${players.map(
      (
        player,
      ) => html`<tr><td>${player.rank}</td><th scope="row">${player.title ?? ''} <bdi>${player.name}</bdi></th><td><b>${player.points}</b></td>
        ${rounds.map(({ number }) => {
          const played = player.rounds.find((each) => each.round === number)
          const text =
            played === undefined
              ? ''
              : `${played.opponent ?? '—'}${played.colour === 'white' ? '□' : played.colour === 'black' ? '■' : ''}${played.result ?? ''}`
          return html`<td>${played?.game == null ? text : html`<a href=${formatRoute({ view: 'game', game: played.game, pointInTime: {} })}>${text}</a>`}</td>`
        })}
        <td>${player.rating ?? ''}</td></tr>`,
    )}</tbody>
  </table></div>`
}
