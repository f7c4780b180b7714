/** The heading of a game's page: players, round and board, edition of the Laws, and the reader's delay. */
import { refusalView } from '../api/refusal.ts'
import { isSignedIn, sessionClaims } from '../api/session.ts'
import { roleName } from '../header.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t } from '../words/texts.ts'
import { boardLinks } from './boards.ts'
import type { GameParts } from './game-parts.ts'

export function headingView(parts: GameParts, toWaiting: () => void): View {
  const { session, listed, game } = parts
  const details = session.details.value
  const { delayMinutes, problem } = session
  return html`
    <a class="back" href=${listed.value?.back ?? '#/'} aria-label=${t('back-to-round')}>←<span> ${t('back-to-round')}</span></a>
    <h1 data-board=${listed.value?.board ?? details?.board ?? ''}>${headline(parts)}</h1>
    ${boardLinks(listed.value?.games ?? [], game, toWaiting)}
    <p>${placeText(parts)}</p>
    ${details === null ? nothing : html`<span class="chip edition">${t('edition', { edition: details.edition.slice(0, 4) })}</span>`}
    ${delayMinutes.value > 0 ? html`<span class="chip">${t('delayed', { minutes: delayMinutes.value })}</span>` : nothing}
    ${isPublicPart(parts) ? html`<span class="chip public-view">${t('public-view')}</span>${signedInChip()}` : nothing}
    ${problem.value === null ? nothing : html`<p class="empty">${refusalView(problem.value, t('no-game', { game }))}</p>`}
  `
}

const isPublicPart = ({ session, source }: GameParts): boolean =>
  !isSignedIn.value || (source() !== null && session.events.value === null)

function placeText({ session, listed, game }: GameParts): string {
  const details = session.details.value
  if (details === null) return listed.value?.place ?? game
  const { event, round, board, date } = details
  return [
    event,
    round === undefined ? '' : t('round', { round }),
    board === undefined ? '' : t('board', { board }),
    date && formatDate(date),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The role of a reader who is signed in, but sees no more than the public. */
function signedInChip(): View {
  const who = sessionClaims.value
  return who === null
    ? nothing
    : html` <span class="chip">${t('signed-in-as', { role: roleName(who.role) })}</span>`
}

/** Each name in an element of its own, so that characters which change the direction of text end with it. */
function headline({ players, game }: GameParts): View {
  const pair = players()
  return pair === null ? game : html`<bdi>${pair.white.name}</bdi> – <bdi>${pair.black.name}</bdi>`
}
