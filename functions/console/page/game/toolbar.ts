/** The toolbar of the timeline: buttons to step, play and zoom, the field of the instant, and the link to it. */
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { formatRoute } from '../route.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { html, icon, type View } from '../ui/dom.ts'
import { ICONS } from '../ui/icons.ts'
import { announceText, notify } from '../ui/notices.ts'
import { type TextKey, t } from '../words/texts.ts'
import { addressOfInstant } from './address.ts'
import type { Cursor } from './cursor.ts'
import { openInstantInput } from './instant-input.ts'
import { openPlayback, PLAYBACK_SPEEDS, type Playback } from './playback.ts'

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

interface Parts {
  readonly game: string
  readonly cursor: Cursor
  readonly timeline: Timeline
  source(): GameSource | null
  turnBoard(): void
}

export function openToolbar(parts: Parts): Toolbar {
  const { cursor, source } = parts
  const playback = openPlayback(cursor, source)
  const instant = openInstantInput(cursor, source)
  const actions = toolbarActions(parts, playback)
  return {
    perform: (action) => actions[action](),
    close() {
      playback.close()
      instant.close()
    },
    view: () =>
      html`<div class="tools" role="toolbar" aria-orientation="vertical" aria-label=${t('timeline')}>
        ${steppingButtons(actions, playback)}
        ${instantGroup(parts, instant.view(), actions)}
        ${viewButtons(actions, parts)}
      </div>`,
  }
}

type Actions = Readonly<Record<ToolbarAction, () => void>>

function toolbarActions({ game, cursor, timeline, source, turnBoard }: Parts, playback: Playback): Actions {
  const isIrregular = ({ seq }: TimelineEvent): boolean => {
    const now = source()
    return now?.frame(now.head)?.state.verdicts.some((verdict) => verdict.seq === seq) ?? false
  }
  return {
    start: () => cursor.toStart(),
    'prev-event': () => announceUnmoved(cursor.step(-1, () => true)),
    'next-event': () => void cursor.step(1, () => true),
    'prev-move': () => announceUnmoved(cursor.stepMove(-1)),
    'next-move': () => void cursor.stepMove(1),
    'prev-irregularity': () => announceUnmoved(cursor.step(-1, isIrregular)),
    'next-irregularity': () => void cursor.step(1, isIrregular),
    play: () => playback.toggle(),
    now: () => cursor.toNow(),
    'zoom-in': () => timeline.zoom(0.5),
    'zoom-out': () => timeline.zoom(2),
    'zoom-all': () => timeline.zoomAll(),
    flip: turnBoard,
    share: () => copyLink(game, cursor, source()),
  }
}

/** Announces a step back that leads nowhere to readers who cannot see that nothing has moved. */
function announceUnmoved(moved: boolean): void {
  if (!moved) announceText(t('nothing-earlier'))
}

/** Puts the link to the shown instant into the address and the clipboard. */
function copyLink(game: string, cursor: Cursor, source: GameSource | null): void {
  const pointInTime = addressOfInstant(source, cursor.seq.peek(), Math.round(cursor.instant()))
  const url = new URL(formatRoute({ view: 'game', game, pointInTime }), location.href)
  history.replaceState(null, '', url)
  const copied = () => notify(t('shared'))
  navigator.clipboard?.writeText(url.href).then(copied, copied)
}

const button = (actions: Actions, action: ToolbarAction, path: string): View =>
  html`<button class=${action.endsWith('irregularity') ? 'tool for-readers' : 'tool'} aria-label=${t(action as TextKey)} title=${t(action as TextKey)} @click=${actions[action]}>${icon(path)}</button>`

function steppingButtons(actions: Actions, { playing, speed }: Playback): View {
  const play = t(playing.value ? 'pause' : 'play')
  return html`<span class="group">
          ${button(actions, 'start', ICONS.first)}${button(actions, 'prev-irregularity', ICONS.alertBack)}${button(actions, 'prev-move', ICONS.back)}${button(actions, 'prev-event', ICONS.eventBack)}
          <button class="tool play" aria-label=${play} title=${play} @click=${actions.play}>${icon(playing.value ? ICONS.pause : ICONS.play)}</button>
          ${button(actions, 'next-event', ICONS.eventOn)}${button(actions, 'next-move', ICONS.on)}${button(actions, 'next-irregularity', ICONS.alertOn)}
          <select class="speed" aria-label=${t('speed')} .value=${String(speed.value)} @change=${({
            target,
          }: Event) => {
            speed.value = Number((target as HTMLSelectElement).value)
          }}>${PLAYBACK_SPEEDS.map((each) => html`<option value=${each} ?selected=${each === speed.value}>×${each}</option>`)}</select>
        </span>`
}

function instantGroup({ cursor, source }: Parts, input: View, actions: Actions): View {
  const isNow = cursor.at.value === null
  return html`<span class="group instant">
          ${input}
          <span class="seq">${t('after-event', { seq: cursor.seq.value, head: source()?.head ?? 0 })}</span>
          <button class="now ${isNow ? 'on' : ''}" aria-pressed=${String(isNow)} @click=${actions.now}>${t('now')}</button>
        </span>`
}

const viewButtons = (actions: Actions, { game, cursor }: Parts): View =>
  html`<span class="group end">
          ${button(actions, 'zoom-out', ICONS.minus)}${button(actions, 'zoom-all', ICONS.all)}${button(actions, 'zoom-in', ICONS.plus)}${button(actions, 'flip', ICONS.flip)}${button(actions, 'share', ICONS.share)}
          <a class="tool wide for-readers" href=${formatRoute({ view: 'report', game, pointInTime: { seq: cursor.seq.value } })}>${icon(ICONS.paper)}<span>${t('report')}</span></a>
        </span>`
