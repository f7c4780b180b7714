/** The notice that a part of the page is missing, with a button that loads the page anew. */
import { t } from '../words/texts.ts'
import { html, nothing, type View } from './dom.ts'
import { missingPartCount } from './load.ts'

/** After an update of the host the parts have other names, which only a page that is loaded anew knows. */
export const missingPartsView = (): View =>
  missingPartCount.value === 0
    ? nothing
    : html`<p class="bad lasting">${t('load-failed')} <button @click=${() => location.reload()}>${t('retry')}</button></p>`
