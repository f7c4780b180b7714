/**
 * Addresses that sign in: `#/sign-in/CODE`, which the host prints and which works once, and `#/token/TOKEN`, which is in a QR code.
 * Neither stays in the address bar. Browsers do not send what follows the `#`.
 */
import { formatRoute, type PageRoute } from '../route.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { requestJson } from './client.ts'
import { parseTokenClaims, signIn } from './session.ts'

/** Signs in if the address is such a one, which is then replaced; returns whether it was. */
export async function signInByAddress(): Promise<boolean> {
  const [, kind, text = ''] = /^#\/(sign-in|token)\/([\w.-]+)$/.exec(location.hash) ?? []
  if (kind === undefined) return false
  history.replaceState(null, '', '#/')
  if (kind === 'token') {
    signInWith(text)
    return true
  }
  const answer = await requestJson<{ readonly token: string }>('/sign-in', { code: text })
  if (answer.ok) signInWith(answer.value.token)
  else notify(t(answer.status === 0 ? 'not-reached' : 'link-used'), 'bad')
  return true
}

/** Signs in with a token, and opens the view that it is for. */
function signInWith(text: string): void {
  const found = parseTokenClaims(text)
  if (found === null) {
    notify(t('token-bad'), 'bad')
    return
  }
  signIn(text)
  history.replaceState(null, '', formatRoute(placeOfScope(found.scope)))
}

/** The view of a token's scope: a game, a round, or else the first page. */
function placeOfScope(scope: string): PageRoute {
  const game = /^game:([\w-]+)/.exec(scope)?.[1]
  if (game !== undefined) return { view: 'game', game, pointInTime: {} }
  const [, tournament, round] = /^round:([\w-]+)\/([\w-]+)$/.exec(scope) ?? []
  return tournament === undefined || round === undefined
    ? { view: 'home' }
    : { view: 'round', tournament, round }
}
