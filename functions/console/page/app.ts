/** The frame around every view: where one is, who one is, whether the picture is fresh. */
import { effect, signal } from '@preact/signals-core'
import { token } from './api/session.ts'
import { pageHeader } from './header.ts'
import { openHome } from './home.ts'
import { openRound } from './round/round-view.ts'
import { type Place, placeOf, rememberRound } from './route.ts'
import { element, html, mount } from './ui/dom.ts'
import { loaded } from './ui/load.ts'
import { language, t } from './words/words.ts'

export function openApp(root: HTMLElement): void {
  const place = signal<Place>(placeOf(location.hash))
  addEventListener('hashchange', () => {
    place.value = placeOf(location.hash)
  })
  const skip = element('div')
  const header = element('header', 'page-head')
  const body = element('div', 'page-body')
  root.append(skip, header, body)
  mount(skip, () => html`<a class="skip" href="#content" @click=${toContent}>${t('skip')}</a>`)
  mount(header, () => pageHeader())

  let close: () => void = () => {}
  let turn = 0
  effect(() => {
    const next = place.value
    // Who signs in or out sees another page; the game view sees to that itself.
    if (next.view !== 'game') token.value
    close()
    close = () => {}
    const mine = ++turn
    void open(body, next).then((end) => {
      if (mine === turn) close = end
      else end()
    })
  })
  effect(() => {
    language.value
    document.title = t('app')
  })
}

/** What only a game needs is loaded when one is opened. */
async function open(body: HTMLElement, place: Place): Promise<() => void> {
  switch (place.view) {
    case 'home':
      return openHome(body)
    case 'round':
      rememberRound(place.tournament, place.round)
      return openRound(body, place.tournament, place.round)
    case 'game': {
      const { openGameView } = await loaded(() => import('./game/views.ts'))
      return openGameView(body, place.game, place.moment)
    }
    case 'report': {
      const { openReport } = await loaded(() => import('./game/views.ts'))
      return openReport(body, place.game, place.moment)
    }
  }
}

/** The address holds the view, so the link to the content moves the focus itself. */
function toContent(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}
