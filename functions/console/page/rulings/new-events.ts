/** The events that were recorded since a dialog was opened, which shows them before it records anything. */
import type { StoredEvent } from '../../../../events/index.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { describeWithActor } from '../words/describe.ts'
import { t } from '../words/texts.ts'
import type { EventDraft } from './proposal.ts'

interface News {
  readonly events: readonly StoredEvent[]
  readonly sans: ReadonlyMap<number, string>
  /** Whether the page has every event up to the head that the service named. */
  readonly arrived: boolean
  /** Whether one of them says what the dialog is about to record. */
  readonly same: boolean
  /** Called when the user has seen them. */
  look(): void
}

/** Only so many of the last events are shown. */
const MOST_SHOWN = 12

export function newEventsView({ events, sans, arrived, same, look }: News): View {
  const shown = events.slice(-MOST_SHOWN)
  return html`<section class="news" role="alert" tabindex="-1">
    <p>${t('moved-on-open')}</p>
    <ul>
      ${events.length > shown.length ? html`<li>…</li>` : nothing}
      ${shown.map((event) => html`<li><span class="seq">#${event.seq}</span> ${describeWithActor(event, sans.get(event.seq))}</li>`)}
    </ul>
    ${same ? html`<p class="warning">${t('news-same')}</p>` : nothing}
    ${arrived ? html`<button @click=${look}>${t('news-seen')}</button>` : html`<p class="small">${t('loading')}</p>`}
  </section>`
}

/** Whether one of the events after `seenSeq` says the same as one of the drafts. */
export function sameAsDrafts(
  events: readonly StoredEvent[],
  seenSeq: number,
  drafts: readonly EventDraft[],
): boolean {
  const said = ({ type, by, data }: Pick<StoredEvent, 'type' | 'by' | 'data'>) =>
    JSON.stringify([type, by, Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))])
  const wanted = new Set(drafts.map(said))
  return events.slice(seenSeq).some((event) => wanted.has(said(event)))
}
