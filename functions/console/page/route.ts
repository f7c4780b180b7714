/** The routes of the page, which are written after the `#` of its address: a round, or an instant of a game. */
export type PageRoute =
  | { readonly view: 'home' }
  | { readonly view: 'new-tournament' }
  | { readonly view: 'office'; readonly tournament: string }
  | { readonly view: 'standings'; readonly tournament: string }
  | { readonly view: 'round'; readonly tournament: string; readonly round: string }
  | { readonly view: 'game' | 'report'; readonly game: string; readonly pointInTime: PointInTime }

/** `at` in ms since 1970; `seq`: after this event; neither: now. */
export interface PointInTime {
  readonly at?: number
  readonly seq?: number
  /** Whether the address has an instant or event that cannot be read. */
  readonly unread?: boolean
  /** The edition under which the game is judged besides its own. */
  readonly edition?: string
}

const ID = /^[A-Za-z0-9_-]{1,64}$/

export function parseRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [kind, first = '', part = '', last = ''] = path.split('/')
  if (path === 'new') return { view: 'new-tournament' }
  if (kind === 't' && ID.test(first) && (part === 'office' || part === 'standings'))
    return { view: part, tournament: first }
  if (kind === 't' && ID.test(first) && ID.test(last))
    return { view: 'round', tournament: first, round: last }
  if ((kind === 'g' || kind === 'report') && ID.test(first))
    return {
      view: kind === 'g' ? 'game' : 'report',
      game: first,
      pointInTime: pointInTimeOf(new URLSearchParams(query)),
    }
  return { view: 'home' }
}

function pointInTimeOf(query: URLSearchParams): PointInTime {
  const at = Date.parse(query.get('at') ?? '')
  const seq = Number(query.get('seq') ?? '')
  const edition = query.get('edition')
  const isSeq = Number.isInteger(seq) && seq > 0
  return {
    ...(Number.isNaN(at) ? {} : { at }),
    ...(isSeq ? { seq } : {}),
    ...((query.has('at') && Number.isNaN(at)) || (query.has('seq') && !isSeq) ? { unread: true } : {}),
    ...(edition === null ? {} : { edition }),
  }
}

export function formatRoute(place: PageRoute): string {
  if (place.view === 'home') return '#/'
  if (place.view === 'new-tournament') return '#/new'
  if (place.view === 'office' || place.view === 'standings') return `#/t/${place.tournament}/${place.view}`
  if (place.view === 'round') return `#/t/${place.tournament}/r/${place.round}`
  const { at, seq, edition } = place.pointInTime
  const query = new URLSearchParams()
  if (at !== undefined) query.set('at', new Date(at).toISOString())
  if (seq !== undefined) query.set('seq', String(seq))
  if (edition !== undefined) query.set('edition', edition)
  const text = query.toString().replaceAll('%3A', ':')
  return `#/${place.view === 'game' ? 'g' : 'report'}/${place.game}${text === '' ? '' : `?${text}`}`
}

const LAST_ROUND = 'touchmove.round'

/** Stores the path of the round's list of games, for the link back from its games. */
export function rememberRound(tournament: string, round: string): void {
  sessionStorage.setItem(LAST_ROUND, `/tournaments/${tournament}/rounds/${round}/games`)
}

export const lastRound = (): string | null => sessionStorage.getItem(LAST_ROUND)
