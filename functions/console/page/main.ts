/** The arbiter's table: starts the page. */
import './styles/page.css'
import { openApp } from './app.ts'
import { element, mount } from './ui/dom.ts'
import { missingParts } from './ui/missing.ts'
import { notices } from './ui/say.ts'
import { firstLanguage, speak } from './words/words.ts'

const root = document.querySelector<HTMLElement>('#app')
if (root !== null) {
  const told = element('div')
  document.body.append(told)
  mount(told, () => notices(missingParts()))
  void speak(firstLanguage()).then(() => openApp(root))
}
