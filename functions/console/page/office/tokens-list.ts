/** The list of a tournament's valid tokens, which are revoked one by one, or those of a round at once. */
import { serverNow } from '../api/client.ts'
import type { GameListItem, RoundResponse } from '../api/shapes.ts'
import { roleName } from '../header.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t } from '../words/texts.ts'
import type { ListedToken } from './shapes.ts'

interface TokenList {
  readonly entries: readonly ListedToken[]
  readonly tournament: string
  readonly games: ReadonlyMap<string, RoundResponse>
  revoke(ids: readonly string[]): void
  askRevoke(round: string, tokens: readonly ListedToken[]): void
}

/** What a token is for, in words, and its round; null where it is for the whole tournament. */
interface TokenPlace {
  readonly text: string
  readonly round: string | null
}

export function tokensList({ entries, tournament, games, revoke, askRevoke }: TokenList): View {
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
