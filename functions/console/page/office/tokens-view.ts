/** Tokens for boards, telephones and people: minted as a link and its QR code to be scanned, listed, revoked, printed as cards. */
import { signal } from '@preact/signals-core'
import { renderSVG } from 'uqr'
import { requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { RoundResponse } from '../api/shapes.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t, tDynamic } from '../words/texts.ts'
import { isLoopback } from './loopback.ts'
import type { ListedToken } from './shapes.ts'

export interface TokensView {
  view(): View
  /** Asks which tokens hold. */
  load(): Promise<void>
}

interface Card {
  readonly title: string
  readonly role: string
  readonly link: string
  readonly expires: string
}

const ROLES = ['board', 'operator', 'arbiter', 'reader', 'player'] as const

export function openTokensView(tournament: string, rounds: () => readonly string[]): TokensView {
  const entries = signal<readonly ListedToken[]>([])
  const cards = signal<readonly Card[]>([])
  const busy = signal(false)

  const load = async () => {
    const answer = await requestJson<{ readonly tokens: readonly ListedToken[] }>('/tokens')
    if (answer.ok) entries.value = answer.value.tokens
  }

  const mint = async (role: string, scope: string, days: number, title: string): Promise<boolean> => {
    const answer = await requestJson<{ readonly token: string; readonly entry: ListedToken }>('/tokens', {
      role,
      scope,
      days,
    })
    if (!answer.ok) {
      notifyRefusal(answer)
      return false
    }
    const link = new URL(`#/token/${answer.value.token}`, location.href).href
    cards.value = [...cards.peek(), { title, role, link, expires: answer.value.entry.expires }]
    return true
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const [role, round, days] = ['role', 'round', 'days'].map((name) => String(form.get(name) ?? ''))
    if (busy.peek()) return
    busy.value = true
    cards.value = []
    if (role === 'board' || role === 'player')
      await mintForBoards(role, round || (rounds().at(-1) ?? ''), Number(days))
    else {
      const scope = round === '' ? `tournament:${tournament}` : `round:${tournament}/${round}`
      await mint(role ?? 'reader', scope, Number(days), tDynamic(role ?? 'reader'))
    }
    busy.value = false
    void load()
  }

  /** One token a board, or one a player. */
  const mintForBoards = async (role: 'board' | 'player', round: string, days: number) => {
    const answer = await requestJson<RoundResponse>(`/tournaments/${tournament}/rounds/${round}/games`)
    if (!answer.ok) return notifyRefusal(answer)
    for (const { game, board, white, black } of answer.value.games) {
      const title = `${t('board', { board })}: ${white.name} – ${black.name}`
      const wanted: readonly (readonly [string, string])[] =
        role === 'board'
          ? [[`game:${game}`, title]]
          : [
              [`game:${game}/white`, `${t('board', { board })}: ${white.name}`],
              [`game:${game}/black`, `${t('board', { board })}: ${black.name}`],
            ]
      for (const [scope, name] of wanted) if (!(await mint(role, scope, days, name))) return
    }
  }

  const revoke = async (id: string) => {
    const answer = await requestJson(`/tokens/${id}/revoke`, {})
    if (answer.ok) void load()
    else notifyRefusal(answer)
  }

  return {
    load,
    view: () =>
      html`<form class="office-form tokens" @submit=${submit}>
          <div class="pair">
            <label>${t('role')}<select name="role">${ROLES.map((role) => html`<option value=${role}>${tDynamic(`role-${role}`)}</option>`)}</select></label>
            <label>${t('for-round')}<select name="round">${rounds().map((round) => html`<option value=${round} ?selected=${round === rounds().at(-1)}>${t('round', { round })}</option>`)}<option value="">${t('whole-tournament')}</option></select></label>
            <label>${t('days')}<input name="days" type="number" min="1" max="3660" value="3" required /></label>
          </div>
          ${isLoopback(location.hostname) ? loopbackNote() : nothing}
          <div class="row"><button class="primary" ?disabled=${busy.value}>${t('mint')}</button></div>
        </form>
        ${cards.value.length === 0 ? nothing : cardsView(cards.value)} ${listView(entries.value, tournament, revoke)}`,
  }
}

/** Said before codes are made in vain: they lead to where this page was opened. */
const loopbackNote = (): View =>
  html`<p class="failure no-print" role="note">${t('codes-lead-here', {
    host: location.host,
    option: '--host 0.0.0.0',
    example: `${location.protocol}//192.168.1.20${location.port === '' ? '' : `:${location.port}`}`,
  })}</p>`

/** Shown this once: the code gives the right to anybody who has it. */
function cardsView(cards: readonly Card[]): View {
  return html`<section class="token-cards" aria-label=${t('token-cards')}>
    <div class="row no-print"><span class="small">${t('shown-once')}</span><button type="button" @click=${() => window.print()}>${t('print')}</button></div>
    <div class="cards-grid">${cards.map(
      ({ title, role, link, expires }) => html`<figure class="token-card">
        <img alt=${t('scan-to-sign-in')} src=${`data:image/svg+xml,${encodeURIComponent(renderSVG(link))}`} />
        <figcaption><b>${title}</b><br />${tDynamic(`role-${role}`)} · ${formatDate(Date.parse(expires))}<br /><a href=${link} class="no-print">${t('link')}</a></figcaption>
      </figure>`,
    )}</div>
  </section>`
}

function listView(entries: readonly ListedToken[], tournament: string, revoke: (id: string) => void): View {
  const mine = entries.filter(
    ({ scope, revokedAt, expires }) =>
      revokedAt === undefined &&
      Date.parse(expires) > serverNow() &&
      !scope.startsWith('*') &&
      isOf(scope, tournament),
  )
  if (mine.length === 0) return nothing
  return html`<details class="no-print"><summary>${t('tokens-out', { count: mine.length })}</summary>
    <table class="preview"><tbody>${mine.map(
      ({ id, role, scope, expires }) =>
        html`<tr><td>${tDynamic(`role-${role}`)}</td><td>${scope}</td><td>${formatDate(Date.parse(expires))}</td><td><button type="button" @click=${() => revoke(id)}>${t('revoke')}</button></td></tr>`,
    )}</tbody></table>
  </details>`
}

/** A game's token names no tournament: games opened here carry its id at their head. */
const isOf = (scope: string, tournament: string): boolean =>
  scope === `tournament:${tournament}` ||
  scope.startsWith(`round:${tournament}/`) ||
  scope.startsWith('game:')
