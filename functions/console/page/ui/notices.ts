/** Notices that pass, and a live region for screen readers. */
import { signal } from '@preact/signals-core'
import { element, html, mount, nothing, type View } from './dom.ts'

interface Notice {
  readonly text: string
  readonly kind: 'good' | 'bad'
  /** In English, in small print. */
  readonly detail: string
}

const notice = signal<Notice | null>(null)
let box: HTMLElement | null = null
let timer = 0

/** Moves the notices into the dialog that is on top: what lies behind it is dimmed, takes no tap and is not spoken. */
export function placeNotices(): HTMLElement {
  box ??= element('div')
  // The backdrop of a modal dialog covers the page, and belongs to the dialog.
  const parent = document.elementFromPoint(0, 0)?.closest('dialog') ?? document.body
  if (box.parentElement !== parent) parent.append(box)
  return box
}

const dismiss = (): void => {
  notice.value = null
}

/** Shows a notice for some seconds, longer where something went wrong; screen readers speak it. */
export function notify(text: string, kind: Notice['kind'] = 'good', detail = ''): void {
  notice.value = { text, kind, detail }
  clearTimeout(timer)
  timer = window.setTimeout(dismiss, kind === 'bad' ? 12_000 : 6000)
}

/** `lasting`: notices that stay until they no longer apply; the others end with a tap, which reaches nothing below them. */
export function openNotices(lasting: () => View): void {
  mount(placeNotices(), () => {
    const now = notice.value
    if (now !== null) placeNotices()
    return html`<div class="notices" role="status">
      ${lasting()}${now === null ? nothing : html`<p class=${now.kind} @click=${dismiss}>${now.text}${now.detail === '' ? nothing : html`<br /><small lang="en">${now.detail}</small>`}</p>`}
    </div>`
  })
}

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
