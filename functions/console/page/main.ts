/** Starts the page of the arbiter's table. */
import './styles/page.css'
import { requestAhead } from './api/client.ts'
import { signInByAddress } from './api/sign-in-link.ts'
import { openApp } from './app.ts'
import { parseRoute } from './route.ts'
import { missingPartsView } from './ui/missing.ts'
import { openNotices } from './ui/notices.ts'
import { loadLanguage, preferredLanguage } from './words/texts.ts'

const root = document.querySelector<HTMLElement>('#app')
if (root !== null) {
  openNotices(missingPartsView)
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
