/** The page around every view: its header, and the view that the address names. */
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
  // Shown where the header has scrolled away; screen readers get it from the header.
  const lost = element('p', 'line-lost', { 'aria-hidden': 'true' })
  const body = element('div', 'page-body')
  root.append(skip, header, lost, body)
  mount(skip, () => html`<a class="skip" href="#content" @click=${toContent}>${t('skip')}</a>`)
  mount(header, () => pageHeader())
  mount(lost, () => lostConnectionText())
  // A view begins at its top; the view of a round restores its position itself.
  history.scrollRestoration = 'manual'

  let close: () => void = () => {}
  let turn = 0
  let shownPlace: PageRoute | null = null
  effect(() => {
    const next = place.value
    // Signing in or out opens the view anew, except for views in which something is written: they handle it themselves.
    if (!HANDLES_SIGN_IN.includes(next.view)) sessionToken.value
    close()
    close = () => {}
    const mine = ++turn
    if (next !== shownPlace) scrollTo(0, 0)
    // In a microtask, since a signal that is read here would open the view anew when it changes.
    if (next.view === 'home' && !isHomeAddress()) queueMicrotask(() => notify(t('no-such-page'), 'bad'))
    void open(body, next).then((end) => {
      if (mine !== turn) {
        end()
        return
      }
      close = end
      // A further view gets the focus; the first one leaves it where the browser puts it.
      if (mine > 1 && next !== shownPlace)
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
      shownPlace = next
    })
  })
  keepTitle()
}

const isHomeAddress = (): boolean => ['', '#', '#/'].includes(location.hash)

/** Opens a view; those of a game and of the office are loaded when they are first opened. Returns the function that closes it. */
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

/** Moves the focus to the content: a link to `#content` would replace the view in the address. */
function toContent(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}
