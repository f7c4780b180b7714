/** Starts the page of the arbiter's table. */
import './styles/page.css'
import { requestAhead } from './api/client.ts'
import { signInByAddress } from './api/sign-in-link.ts'
import { openApp } from './app.ts'
import { parseRoute } from './route.ts'
import { element, mount } from './ui/dom.ts'
import { missingPartsView } from './ui/missing.ts'
import { noticesView } from './ui/notices.ts'
import { loadLanguage, preferredLanguage } from './words/texts.ts'

const root = document.querySelector<HTMLElement>('#app')
if (root !== null) {
  const notices = element('div')
  document.body.append(notices)
  mount(notices, () => noticesView(missingPartsView()))
  const place = parseRoute(location.hash)
  if (place.view === 'round') requestAhead(`/tournaments/${place.tournament}`)
  void loadLanguage(preferredLanguage())
    .then(() => signInByAddress())
    .then(() => openApp(root))
  // A link that signs in may be opened while the page is open.
  addEventListener('hashchange', async () => {
    if (await signInByAddress()) dispatchEvent(new HashChangeEvent('hashchange'))
  })
}
