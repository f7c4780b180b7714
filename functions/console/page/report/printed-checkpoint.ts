/** The newest checkpoint of the log on printed pages: as text, and as a QR code. */
import { signal } from '@preact/signals-core'
import { type PrintedCheckpoint, printedRoot } from '../../../../domain/formats/printed-checkpoint.ts'
import { requestJson } from '../api/client.ts'
import { isSignedIn } from '../api/session.ts'
import { formatTimeOfDay } from '../clock/text.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { t } from '../words/texts.ts'

export interface CheckpointView {
  /** Empty where no checkpoint was signed, or the token may not read the whole record. */
  view(): View
}

/** Requests the checkpoint once. */
export function openCheckpointView(): CheckpointView {
  const newest = signal<PrintedCheckpoint | null>(null)
  const code = signal<string | null>(null)
  const load = async () => {
    const answer = await requestJson<{ readonly newest: PrintedCheckpoint | null }>('/log/cosigned')
    if (!answer.ok || answer.value.newest === null) return
    newest.value = answer.value.newest
    const { renderSVG } = await import('uqr')
    const { origin, size, root } = answer.value.newest
    code.value = `data:image/svg+xml,${encodeURIComponent(renderSVG(`${origin} ${size}:${root}`))}`
  }
  if (isSignedIn.peek()) void load()
  return {
    view() {
      const checkpoint = newest.value
      if (checkpoint === null) return nothing
      const { origin, size, root, at } = checkpoint
      const signed = at === null ? '' : `, ${formatDate(Date.parse(at))} ${formatTimeOfDay(Date.parse(at))}`
      return html`<p class="checkpoint small">
        ${code.value === null ? nothing : html`<img src=${code.value} alt="" width="72" height="72" />`}
        <span>${t('checkpoint', { origin, size: String(size) })} <code>${printedRoot(root)}</code>${signed}</span>
      </p>`
    },
  }
}
