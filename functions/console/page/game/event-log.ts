/** The events in words, one a line, the one looked at marked. */
import type { StoredEvent } from '../../../../events/index.ts'
import { formatEventTime } from '../clock/text.ts'
import { laneOf } from '../timeline/lanes.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { actorName, describeEvent } from '../words/describe.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'
import type { GameAudit } from './game-audit.ts'

/** Seqs that a later correction took out of the game. */
function correctedSeqs(events: readonly StoredEvent[]): Set<number> {
  return new Set(events.flatMap((event) => (event.type === 'report-corrected' ? event.data.seqs : [])))
}

export function eventLogView(
  events: readonly StoredEvent[],
  times: readonly number[],
  sans: ReadonlyMap<number, string>,
  cursor: Cursor,
  reporters: GameAudit,
): View {
  const wrong = correctedSeqs(events)
  const here = cursor.seq.value
  return html`<ol class="log">
    ${events.map(
      (event, k) =>
        html`<li class="${laneOf(event.type)} ${event.seq === here ? 'here' : ''} ${wrong.has(event.seq) ? 'wrong' : ''}">
          <button aria-current=${event.seq === here ? 'step' : nothing} @click=${() => cursor.toSeq(event.seq)}>
            <span class="seq">${event.seq}</span>
            <time>${formatEventTime(times[k] ?? 0)}</time>
            <span class="by">${actorName(event.by)}</span>
            <span class="text">${describeEvent(event, sans.get(event.seq))}</span>
            <span class="reporter" title=${t('reporter')}>${event.principal} <small>${reporters.offsetText(event.seq)}</small></span>
          </button>
        </li>`,
    )}
  </ol>${events.length === 0 ? html`<p class="empty">${t('no-moves')}</p>` : nothing}`
}
