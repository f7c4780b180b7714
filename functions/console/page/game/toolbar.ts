/** Buttons of the timeline: stepping, playing, zooming, the instant as text, the link to it. */
import { signal } from '@preact/signals-core'
import { formatTimeOfDay, parseInstantText } from '../clock/text.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { formatRoute } from '../route.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { html, icon, type View } from '../ui/dom.ts'
import { ICONS } from '../ui/icons.ts'
import { announceText, notify } from '../ui/notices.ts'
import { type TextKey, t } from '../words/texts.ts'
import { addressOfInstant } from './address.ts'
import type { Cursor } from './cursor.ts'

export type ToolbarAction =
  | 'start'
  | 'prev-event'
  | 'next-event'
  | 'prev-move'
  | 'next-move'
  | 'prev-irregularity'
  | 'next-irregularity'
  | 'play'
  | 'now'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-all'
  | 'flip'
  | 'share'

export interface Toolbar {
  view(): View
  perform(action: ToolbarAction): void
  close(): void
}

const SPEEDS = [1, 10, 60, 300]
const BEAT_MS = 200

interface Parts {
  readonly game: string
  readonly cursor: Cursor
  readonly timeline: Timeline
  source(): GameSource | null
  turnBoard(): void
}

export function openToolbar({ game, cursor, timeline, source, turnBoard }: Parts): Toolbar {
  const playing = signal(false)
  const speed = signal(10)
  const bad = signal(false)
  let asked = 0

  const irregular = ({ seq }: TimelineEvent) => {
    const now = source()
    return now?.frame(now.head)?.state.verdicts.some((verdict) => verdict.seq === seq) ?? false
  }

  const run = (last: number) => {
    asked = requestAnimationFrame((time) => {
      const end = source()?.timelineEvents.at(-1)?.at ?? 0
      const at = (cursor.at.peek() ?? 0) + Math.min(100, time - last) * speed.peek()
      if (!playing.peek()) return
      if (at >= end) {
        playing.value = false
        cursor.toNow()
        return
      }
      cursor.toInstant(at)
      run(time)
    })
  }

  /** A step back that leads nowhere is told to whom cannot see that nothing has moved. */
  const back = (moved: boolean): void => {
    if (!moved) announceText(t('nothing-earlier'))
  }

  const acts: Readonly<Record<ToolbarAction, () => void>> = {
    start: () => cursor.toStart(),
    'prev-event': () => back(cursor.step(-1, () => true)),
    'next-event': () => void cursor.step(1, () => true),
    'prev-move': () => back(cursor.stepMove(-1)),
    'next-move': () => void cursor.stepMove(1),
    'prev-irregularity': () => back(cursor.step(-1, irregular)),
    'next-irregularity': () => void cursor.step(1, irregular),
    play() {
      playing.value = !playing.peek()
      cancelAnimationFrame(asked)
      if (!playing.peek()) return
      if (cursor.at.peek() === null) acts.start()
      run(performance.now())
    },
    now: () => cursor.toNow(),
    'zoom-in': () => timeline.zoom(0.5),
    'zoom-out': () => timeline.zoom(2),
    'zoom-all': () => timeline.zoomAll(),
    flip: turnBoard,
    share() {
      const at = Math.round(cursor.instant())
      const pointInTime = addressOfInstant(source(), cursor.seq.peek(), at)
      const url = new URL(formatRoute({ view: 'game', game, pointInTime }), location.href)
      history.replaceState(null, '', url)
      const copied = () => notify(t('shared'))
      navigator.clipboard?.writeText(url.href).then(copied, copied)
    },
  }

  const button = (act: ToolbarAction, path: string) =>
    html`<button class=${act.endsWith('irregularity') ? 'tool for-readers' : 'tool'} aria-label=${t(act as TextKey)} title=${t(act as TextKey)} @click=${acts[act]}>${icon(path)}</button>`

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
    const input = event.target as HTMLInputElement
    const happenings = source()?.timelineEvents ?? []
    const start = happenings.find(({ type }) => type === 'session-started')?.at ?? happenings[0]?.at ?? 0
    const text = input.value.trim()
    const seq = /^#?(\d{1,6})$/.exec(text)
    if (seq !== null && Number(seq[1]) <= (source()?.head ?? 0)) {
      cursor.toSeq(Number(seq[1]))
      bad.value = false
      return
    }
    // A time of day belongs to the day that is shown.
    const at = parseInstantText(text, { start, day: cursor.instant() })
    bad.value = at === null
    if (at === null) notify(t('instant-bad'), 'bad')
    else if (!cursor.toInstant(at)) notify(t('instant-outside'), 'bad')
  }

  return {
    perform: (act) => acts[act](),
    close() {
      playing.value = false
      cancelAnimationFrame(asked)
      clearInterval(timer)
    },
    view: () =>
      html`<div class="tools" role="toolbar" aria-orientation="vertical" aria-label=${t('timeline')}>
        <span class="group">
          ${button('start', ICONS.first)}${button('prev-irregularity', ICONS.alertBack)}${button('prev-move', ICONS.back)}${button('prev-event', ICONS.eventBack)}
          <button class="tool play" aria-label=${t(playing.value ? 'pause' : 'play')} title=${t(playing.value ? 'pause' : 'play')} @click=${acts.play}>${icon(playing.value ? ICONS.pause : ICONS.play)}</button>
          ${button('next-event', ICONS.eventOn)}${button('next-move', ICONS.on)}${button('next-irregularity', ICONS.alertOn)}
          <select class="speed" aria-label=${t('speed')} .value=${String(speed.value)} @change=${(
            event: Event,
          ) => {
            speed.value = Number((event.target as HTMLSelectElement).value)
          }}>${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === speed.value}>×${each}</option>`)}</select>
        </span>
        <span class="group instant">
          <input
            class=${bad.value ? 'bad' : ''}
            aria-label=${t('instant')}
            title=${t('instant-hint')}
            .value=${shownInstant()}
            @change=${typed}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          />
          <span class="seq">${t('after-event', { seq: cursor.seq.value, head: source()?.head ?? 0 })}</span>
          <button class="now ${cursor.at.value === null ? 'on' : ''}" aria-pressed=${String(cursor.at.value === null)} @click=${acts.now}>${t('now')}</button>
        </span>
        <span class="group end">
          ${button('zoom-out', ICONS.minus)}${button('zoom-all', ICONS.all)}${button('zoom-in', ICONS.plus)}${button('flip', ICONS.flip)}${button('share', ICONS.share)}
          <a class="tool wide for-readers" href=${formatRoute({ view: 'report', game, pointInTime: { seq: cursor.seq.value } })}>${icon(ICONS.paper)}<span>${t('report')}</span></a>
        </span>
      </div>`,
  }
}
