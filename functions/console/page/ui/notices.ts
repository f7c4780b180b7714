/** Notices that pass, and a live region for screen readers. */
import { signal } from '@preact/signals-core'
import { html, nothing, type View } from './dom.ts'

interface Notice {
  readonly text: string
  readonly kind: 'good' | 'bad'
  /** In English, in small print. */
  readonly detail: string
}

const notice = signal<Notice | null>(null)
let timer = 0

/** Shows a notice for some seconds, longer where something went wrong; screen readers speak it. */
export function notify(text: string, kind: Notice['kind'] = 'good', detail = ''): void {
  notice.value = { text, kind, detail }
  clearTimeout(timer)
  timer = window.setTimeout(
    () => {
      notice.value = null
    },
    kind === 'bad' ? 12_000 : 6000,
  )
}

/** `lasting`: notices that stay until they no longer apply. */
export const noticesView = (lasting: View): View =>
  html`<div class="notices" role="status">
    ${lasting}${notice.value === null ? nothing : html`<p class=${notice.value.kind}>${notice.value.text}${notice.value.detail === '' ? nothing : html`<br /><small lang="en">${notice.value.detail}</small>`}</p>`}
  </div>`

let region: HTMLElement | null = null

/** Has screen readers speak a text, such as a move or a verdict, after those before it. */
export function announceText(text: string): void {
  if (region === null) {
    region = document.createElement('div')
    region.className = 'spoken'
    region.setAttribute('role', 'log')
    region.setAttribute('aria-live', 'polite')
    region.setAttribute('aria-label', 'Touchmove')
    document.body.append(region)
  }
  const line = document.createElement('p')
  line.textContent = text
  region.append(line)
  while (region.childElementCount > 20) region.firstElementChild?.remove()
}
