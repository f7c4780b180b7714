/** The arbiter's table: starts the page. */
import './styles/page.css'
import { openApp } from './app.ts'
import { firstLanguage, speak } from './words/words.ts'

const root = document.querySelector<HTMLElement>('#app')
void speak(firstLanguage()).finally(() => {
  if (root !== null) openApp(root)
})
