/** Mints tokens, each shown as a card with its code: one for a round or a tournament, or one for each board or player. */
import { renderSVG } from 'uqr'
import type { TokenRole } from '../../../auth/roles.ts'
import { REACH_OF_ROLE } from '../../../auth/scope.ts'
import { requestJson } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { GameListItem } from '../api/shapes.ts'
import { roleName } from '../header.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t } from '../words/texts.ts'
import { fetchRoundGames } from './round-requests.ts'
import type { ListedToken } from './shapes.ts'

/** A token to be minted, and the text of its card. */
interface WantedToken {
  readonly role: TokenRole
  readonly scope: string
  readonly days: number
  readonly title: string
  /** Tournament and round. */
  readonly place: string
}

export interface TokenCard {
  readonly title: string
  readonly role: TokenRole
  readonly place: string
  readonly link: string
  readonly expires: string
}

/** The values of the form. */
export interface MintRequest {
  readonly role: TokenRole
  /** '': the whole tournament, or for tokens of single games its last round. */
  readonly round: string
  readonly days: number
}

interface MintPlace {
  readonly tournament: string
  /** The tournament's name, as its cards have it. */
  readonly name: string
  /** Its last round; '' where there is none. */
  readonly lastRound: string
}

/** Mints the tokens one after another; `minted` is called with each card. A refusal is shown, and no more are minted. */
export async function mintTokens(
  order: MintRequest,
  place: MintPlace,
  minted: (card: TokenCard) => void,
): Promise<void> {
  for (const wanted of await wantedTokens(order, place)) {
    const card = await mintToken(wanted)
    if (card === null) return
    minted(card)
  }
}

async function wantedTokens(
  { role, round, days }: MintRequest,
  { tournament, name, lastRound }: MintPlace,
): Promise<readonly WantedToken[]> {
  const placeOf = (each: string) => (each === '' ? name : `${name}, ${t('round', { round: each })}`)
  const reach = REACH_OF_ROLE[role]
  if (reach === 'place') {
    const scope = round === '' ? `tournament:${tournament}` : `round:${tournament}/${round}`
    return [{ role, scope, days, title: roleName(role), place: placeOf(round) }]
  }
  const of = round || lastRound
  const listed = await fetchRoundGames(tournament, of)
  if (!listed.ok) {
    notifyRefusal(listed)
    return []
  }
  return listed.value.games
    .flatMap((game) => seatsOf(reach, game))
    .map(([scope, title]) => ({ role, scope, days, title, place: placeOf(of) }))
}

/** The scopes with the titles of their cards: one for the game, or one for each colour of it. */
function seatsOf(
  reach: 'game' | 'colour',
  { game, board, white, black }: GameListItem,
): readonly (readonly [scope: string, title: string])[] {
  const title = (names: string) => `${t('board', { board })}: ${names}`
  return reach === 'game'
    ? [[`game:${game}`, title(`${white.name} – ${black.name}`)]]
    : [
        [`game:${game}/white`, title(white.name)],
        [`game:${game}/black`, title(black.name)],
      ]
}

async function mintToken({ role, scope, days, title, place }: WantedToken): Promise<TokenCard | null> {
  const answer = await requestJson<{ readonly token: string; readonly entry: ListedToken }>('/tokens', {
    role,
    scope,
    days,
  })
  if (!answer.ok) {
    notifyRefusal(answer)
    return null
  }
  const { token, entry } = answer.value
  return { title, role, place, link: new URL(`#/token/${token}`, location.href).href, expires: entry.expires }
}

/** Cards with the codes, which are shown this once: a person who has a code has its rights. */
export function tokenCards(cards: readonly TokenCard[]): View {
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
