/** Tokens for boards, telephones and people: minted as a link and its QR code to be scanned, listed, revoked, printed as cards. */
import { signal } from '@preact/signals-core'
import { renderSVG } from 'uqr'
import { requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { GameListItem, RoundResponse } from '../api/shapes.ts'
import { roleName } from '../header.ts'
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
  /** Tournament and round. */
  readonly place: string
  readonly link: string
  readonly expires: string
}

const ROLES = ['board', 'operator', 'arbiter', 'reader', 'player'] as const

interface Parts {
  readonly tournament: string
  /** The tournament's name, as its cards have it. */
  name(): string
  rounds(): readonly string[]
  /** The games of each round, as far as they are known. */
  games(): ReadonlyMap<string, RoundResponse>
  ask(question: { readonly text: string; readonly yes: string; act(): void }): void
}

export function openTokensView({ tournament, name, rounds, games, ask }: Parts): TokensView {
  const entries = signal<readonly ListedToken[]>([])
  const cards = signal<readonly Card[]>([])
  const busy = signal(false)

  const load = async () => {
    const answer = await requestJson<{ readonly tokens: readonly ListedToken[] }>('/tokens')
    if (answer.ok) entries.value = answer.value.tokens
  }

  const mint = async (
    role: string,
    scope: string,
    days: number,
    title: string,
    round: string,
  ): Promise<boolean> => {
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
    const place = [name(), round === '' ? '' : t('round', { round })].filter(Boolean).join(', ')
    cards.value = [...cards.peek(), { title, role, place, link, expires: answer.value.entry.expires }]
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
      await mint(role ?? 'reader', scope, Number(days), roleName(role ?? 'reader'), round ?? '')
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
      for (const [scope, name] of wanted) if (!(await mint(role, scope, days, name, round))) return
    }
  }

  const revoke = async (ids: readonly string[]) => {
    for (const id of ids) {
      const answer = await requestJson(`/tokens/${id}/revoke`, {})
      if (!answer.ok) {
        notifyRefusal(answer)
        break
      }
    }
    void load()
  }
  const askRevoke = (round: string, tokens: readonly ListedToken[]) =>
    ask({
      text: t('revoke-round-question', { round, count: tokens.length }),
      yes: t('revoke'),
      act: () => void revoke(tokens.map(({ id }) => id)),
    })

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
        ${cards.value.length === 0 ? nothing : cardsView(cards.value)} ${listView({ entries: entries.value, tournament, games: games(), revoke, askRevoke })}`,
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
      ({ title, role, place, link, expires }) => html`<figure class="token-card">
        <img alt=${t('scan-to-sign-in')} src=${`data:image/svg+xml,${encodeURIComponent(renderSVG(link))}`} />
        <figcaption><b>${title}</b><br />${title === roleName(role) ? nothing : html`${roleName(role)} · `}${place}<br />${t('until', { date: formatDate(Date.parse(expires)) })}<br /><a href=${link} class="no-print">${t('link')}</a></figcaption>
      </figure>`,
    )}</div>
  </section>`
}

interface TokenList {
  readonly entries: readonly ListedToken[]
  readonly tournament: string
  readonly games: ReadonlyMap<string, RoundResponse>
  revoke(ids: readonly string[]): void
  askRevoke(round: string, tokens: readonly ListedToken[]): void
}

/** What a token is for, in words, and the round it belongs to; null: it is of another tournament. */
interface TokenPlace {
  readonly text: string
  readonly round: string | null
}

function listView({ entries, tournament, games, revoke, askRevoke }: TokenList): View {
  const mine = entries.flatMap((entry) => {
    const place = entry.scope.startsWith('*') ? null : placeOfToken(entry.scope, tournament, games)
    return entry.revokedAt === undefined && Date.parse(entry.expires) > serverNow() && place !== null
      ? [{ ...entry, place }]
      : []
  })
  if (mine.length === 0) return nothing
  const ofRound = (round: string) => mine.filter(({ place }) => place.round === round)
  const several = [...games.keys()].filter((round) => ofRound(round).length > 1)
  return html`<details class="no-print"><summary>${t('tokens-out', { count: mine.length })}</summary>
    ${several.length === 0 ? nothing : html`<div class="row">${several.map((round) => html`<button type="button" @click=${() => askRevoke(round, ofRound(round))}>${t('revoke-round', { round, count: ofRound(round).length })}</button>`)}</div>`}
    <div class="wide-table"><table class="preview"><tbody>${mine.map(
      ({ id, role, place, expires }) =>
        html`<tr><td>${roleName(role)}</td><td>${place.text}</td><td>${t('until', { date: formatDate(Date.parse(expires)) })}</td><td><button type="button" @click=${() => revoke([id])}>${t('revoke')}</button></td></tr>`,
    )}</tbody></table></div>
  </details>`
}

function placeOfToken(
  scope: string,
  tournament: string,
  games: ReadonlyMap<string, RoundResponse>,
): TokenPlace | null {
  if (scope === `tournament:${tournament}`) return { text: t('whole-tournament'), round: null }
  const ofRound = scope.startsWith(`round:${tournament}/`) ? scope.slice(`round:${tournament}/`.length) : null
  if (ofRound !== null) return { text: t('round', { round: ofRound }), round: ofRound }
  const [, id, side] = /^game:([\w-]+)(?:\/(white|black))?$/.exec(scope) ?? []
  for (const [round, list] of games) {
    const game = list.games.find((each) => each.game === id)
    if (game !== undefined) return { text: `${t('round', { round })}, ${seatText(game, side)}`, round }
  }
  return null
}

const seatText = ({ board, white, black }: GameListItem, side: string | undefined): string => {
  const who =
    side === 'white'
      ? `${white.name} (${t('white')})`
      : side === 'black'
        ? `${black.name} (${t('black')})`
        : `${white.name} – ${black.name}`
  return `${t('board', { board })}: ${who}`
}
