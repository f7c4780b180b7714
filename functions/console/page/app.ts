/** The frame around every view: the head of the page, and the view that the address names. */
import { effect, signal } from '@preact/signals-core'
import { sessionToken } from './api/session.ts'
import { lostConnectionText, pageHeader } from './header.ts'
import { openHome } from './home.ts'
import { openRoundView } from './round/round-view.ts'
import { type PageRoute, parseRoute, rememberRound } from './route.ts'
import { element, html, mount } from './ui/dom.ts'
import { loadPart } from './ui/load.ts'
import { notify } from './ui/notices.ts'
import { keepTitle } from './ui/title.ts'
import { t } from './words/texts.ts'

const HANDLES_SIGN_IN: readonly PageRoute['view'][] = ['game', 'office', 'new-tournament']

export function openApp(root: HTMLElement): void {
  const place = signal<PageRoute>(parseRoute(location.hash))
  addEventListener('hashchange', () => {
    place.value = parseRoute(location.hash)
  })
  const skip = element('div')
  const header = element('header', 'page-head')
  // Seen where the page scrolls and its head with it; the head speaks it.
  const lost = element('p', 'line-lost', { 'aria-hidden': 'true' })
  const body = element('div', 'page-body')
  root.append(skip, header, lost, body)
  mount(skip, () => html`<a class="skip" href="#content" @click=${toContent}>${t('skip')}</a>`)
  mount(header, () => pageHeader())
  mount(lost, () => lostConnectionText())
  // A view begins at its top; a round goes back by itself to where it was left.
  history.scrollRestoration = 'manual'

  let close: () => void = () => {}
  let turn = 0
  let shownPlace: PageRoute | null = null
  effect(() => {
    const next = place.value
    // Signing in or out shows another page; views in which something is written handle that themselves.
    if (!HANDLES_SIGN_IN.includes(next.view)) sessionToken.value
    close()
    close = () => {}
    const mine = ++turn
    if (next !== shownPlace) scrollTo(0, 0)
    // Later, for what is read here opens the view anew when it changes.
    if (next.view === 'home' && !isHomeAddress()) queueMicrotask(() => notify(t('no-such-page'), 'bad'))
    void open(body, next).then((end) => {
      if (mine !== turn) {
        end()
        return
      }
      close = end
      // Another view begins at its content; the page itself begins where the browser begins.
      if (mine > 1 && next !== shownPlace)
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
      shownPlace = next
    })
  })
  keepTitle()
}

const isHomeAddress = (): boolean => ['', '#', '#/'].includes(location.hash)

/** What only a game needs is loaded when one is opened. */
async function open(body: HTMLElement, place: PageRoute): Promise<() => void> {
  switch (place.view) {
    case 'home':
      return openHome(body)
    case 'new-tournament': {
      const { openNewTournament } = await loadPart(() => import('./office/views.ts'))
      return openNewTournament(body)
    }
    case 'office': {
      const { openOffice } = await loadPart(() => import('./office/views.ts'))
      return openOffice(body, place.tournament)
    }
    case 'standings': {
      const { openStandings } = await loadPart(() => import('./office/views.ts'))
      return openStandings(body, place.tournament)
    }
    case 'round':
      rememberRound(place.tournament, place.round)
      return openRoundView(body, place.tournament, place.round)
    case 'game': {
      const { openGameView } = await loadPart(() => import('./game/views.ts'))
      return openGameView(body, place.game, place.pointInTime)
    }
    case 'report': {
      const { openDisputeReport } = await loadPart(() => import('./game/views.ts'))
      return openDisputeReport(body, place.game, place.pointInTime)
    }
  }
}

/** The address holds the view, so the link to the content moves the focus itself. */
function toContent(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}
