/** Says that a part of the page is missing, with a way to have the page anew. */
import { t } from '../words/texts.ts'
import { html, nothing, type View } from './dom.ts'
import { missingPartCount } from './load.ts'

/** After the host was replaced by a newer one its parts have other names: only the whole page anew finds them. */
export const missingPartsView = (): View =>
  missingPartCount.value === 0
    ? nothing
    : html`<p class="bad lasting">${t('load-failed')} <button @click=${() => location.reload()}>${t('retry')}</button></p>`
