/** The field with the shown instant as a time of day, in which another instant or the number of an event can be typed. */
import { signal } from '@preact/signals-core'
import { formatTimeOfDay, parseInstantText } from '../clock/text.ts'
import type { GameSource } from '../replay/source.ts'
import { html, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'

const REFRESH_MS = 200

export function openInstantInput(cursor: Cursor, source: () => GameSource | null) {
  /** Whether what was typed cannot be read. */
  const bad = signal(false)
  /** Rises while the game runs, so that the present is shown; it does not while an instant is being typed. */
  const ticks = signal(0)
  const timer = setInterval(() => {
    const runs = cursor.at.peek() === null && cursor.frame.peek()?.state.status === 'running'
    if (runs && !document.hidden && document.activeElement?.closest('.instant') == null) ticks.value++
  }, REFRESH_MS)
  const shownInstant = (): string => {
    ticks.value
    return formatTimeOfDay(cursor.instant())
  }
  const typed = (event: Event) => {
    bad.value = !goToTyped((event.target as HTMLInputElement).value.trim(), cursor, source())
  }

  return {
    view: (): View => html`<input
            class=${bad.value ? 'bad' : ''}
            aria-label=${t('instant')}
            title=${t('instant-hint')}
            .value=${shownInstant()}
            @change=${typed}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          />`,
    close: () => clearInterval(timer),
  }
}

/** Shows the typed instant or event; false where the text cannot be read. */
function goToTyped(text: string, cursor: Cursor, source: GameSource | null): boolean {
  const seq = /^#?(\d{1,6})$/.exec(text)
  const head = source?.head ?? 0
  // Without the sign, a greater number may be a time without its colons.
  if (seq !== null && (text.startsWith('#') || Number(seq[1]) <= head)) {
    if (Number(seq[1]) > head) notify(t('instant-outside'), 'bad')
    cursor.toSeq(Math.min(Number(seq[1]), head))
    return true
  }
  const events = source?.timelineEvents ?? []
  const start = events.find(({ type }) => type === 'session-started')?.at ?? events[0]?.at ?? 0
  // A time of day is one of the shown day.
  const at = parseInstantText(text, { start, day: cursor.instant() })
  if (at === null) notify(t('instant-bad'), 'bad')
  else if (!cursor.toInstant(at)) notify(t('instant-outside'), 'bad')
  return at !== null
}
