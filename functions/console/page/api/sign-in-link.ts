/**
 * Addresses that sign in: `#/sign-in/CODE`, as the host prints it, good once; `#/token/TOKEN`, as a code to be scanned
 * holds it. Neither stays in the address. What stands after the `#` is sent to nobody.
 */
import { formatRoute, type PageRoute } from '../route.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { requestJson } from './client.ts'
import { parseTokenClaims, signIn } from './session.ts'

/** Whether the address was such a one: it names another place then. */
export async function signInByAddress(): Promise<boolean> {
  const [, kind, text = ''] = /^#\/(sign-in|token)\/([\w.-]+)$/.exec(location.hash) ?? []
  if (kind === undefined) return false
  history.replaceState(null, '', '#/')
  if (kind === 'token') {
    take(text)
    return true
  }
  const answer = await requestJson<{ readonly token: string }>('/sign-in', { code: text })
  if (answer.ok) take(answer.value.token)
  else notify(t(answer.status === 0 ? 'not-reached' : 'link-used'), 'bad')
  return true
}

function take(text: string): void {
  const found = parseTokenClaims(text)
  if (found === null) {
    notify(t('token-bad'), 'bad')
    return
  }
  signIn(text)
  history.replaceState(null, '', formatRoute(placeOfScope(found.scope)))
}

/** Where somebody with this scope has to do: their game, their round, else the first page. */
function placeOfScope(scope: string): PageRoute {
  const game = /^game:([\w-]+)/.exec(scope)?.[1]
  if (game !== undefined) return { view: 'game', game, pointInTime: {} }
  const [, tournament, round] = /^round:([\w-]+)\/([\w-]+)$/.exec(scope) ?? []
  return tournament === undefined || round === undefined
    ? { view: 'home' }
    : { view: 'round', tournament, round }
}
