/** The list of events in words, with the shown event marked. */
import type { StoredEvent } from '../../../../events/index.ts'
import { formatTimeOfDay } from '../clock/text.ts'
import { shownInstant } from '../replay/source.ts'
import { correctedSeqs, isCorrectable } from '../rulings/correction.ts'
import { laneOf } from '../timeline/lanes.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { actorName, describeEvent } from '../words/describe.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'
import type { GameAudit } from './game-audit.ts'

/** `correct` opens the correction of an event; null for readers. */
export function eventLogView(
  events: readonly StoredEvent[],
  times: readonly number[],
  sans: ReadonlyMap<number, string>,
  cursor: Cursor,
  reporters: GameAudit,
  correct: ((seq: number) => void) | null,
): View {
  const wrong = correctedSeqs(events)
  const here = cursor.seq.value
  return html`<ol class="log">
    ${events.map(
      (event, k) =>
        html`<li class="${laneOf(event.type)} ${event.seq === here ? 'here' : ''} ${wrong.has(event.seq) ? 'wrong' : ''}">
          <button class="entry-line" aria-current=${event.seq === here ? 'step' : nothing} @click=${() => cursor.toSeq(event.seq)}>
            <span class="seq">${event.seq}</span>
            <time>${formatTimeOfDay(shownInstant(event, times[k] ?? 0))}</time>
            <span class="by">${actorName(event.by)}</span>
            <span class="text">${describeEvent(event, sans.get(event.seq))}</span>
            <span class="reporter" title=${t('reporter')}>${event.principal} <small>${reporters.offsetText(event.seq)}</small></span>
          </button>
          ${correct === null || wrong.has(event.seq) || !isCorrectable(event) ? nothing : html`<button class="tool correct" tabindex=${event.seq === here ? 0 : -1} aria-label=${t('correct-event', { seq: event.seq })} title=${t('correct-event', { seq: event.seq })} @click=${() => correct(event.seq)}>✎</button>`}
        </li>`,
    )}
  </ol>${events.length === 0 ? html`<p class="empty">${t('no-moves')}</p>` : nothing}`
}
