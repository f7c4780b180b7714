/** The instant that is shown, as a time of day; another is reached by typing it, or the number of an event. */
import { signal } from '@preact/signals-core'
import { formatTimeOfDay, parseInstantText } from '../clock/text.ts'
import type { GameSource } from '../replay/source.ts'
import { html, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'

const BEAT_MS = 200

export function openInstantInput(cursor: Cursor, source: () => GameSource | null) {
  /** What was typed cannot be read. */
  const bad = signal(false)
  /** Rises while the present moves on, so that its instant is told as it runs; it rests while one is typed. */
  const beat = signal(0)
  const timer = setInterval(() => {
    const runs = cursor.at.peek() === null && cursor.frame.peek()?.state.status === 'running'
    if (runs && !document.hidden && document.activeElement?.closest('.instant') == null) beat.value++
  }, BEAT_MS)
  const shownInstant = (): string => {
    beat.value
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

/** Answers whether the text could be read. */
function goToTyped(text: string, cursor: Cursor, source: GameSource | null): boolean {
  const seq = /^#?(\d{1,6})$/.exec(text)
  if (seq !== null && Number(seq[1]) <= (source?.head ?? 0)) {
    cursor.toSeq(Number(seq[1]))
    return true
  }
  const events = source?.timelineEvents ?? []
  const start = events.find(({ type }) => type === 'session-started')?.at ?? events[0]?.at ?? 0
  // A time of day belongs to the day that is shown.
  const at = parseInstantText(text, { start, day: cursor.instant() })
  if (at === null) notify(t('instant-bad'), 'bad')
  else if (!cursor.toInstant(at)) notify(t('instant-outside'), 'bad')
  return at !== null
}
