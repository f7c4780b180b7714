/** What the timeline shows: the part of time in view, the lanes in use, the moves and verdicts in them. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { serverNow } from '../api/client.ts'
import type { Cursor } from '../game/cursor.ts'
import { blackBeganInFrame } from '../replay/black-began.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { sideOfPly } from '../replay/turns.ts'
import { localSan } from '../words/san.ts'
import { pageLanguage } from '../words/texts.ts'
import type { DrawnMove, DrawnVerdict, TimelinePicture } from './draw.ts'
import { LANE_HEIGHTS_PX, type Lane, type LaneLayout, laneOf, layoutLanes } from './lanes.ts'
import { clampSpan, type TimeSpan, timeToX, zoomSpan } from './scale.ts'

export interface TimelineView {
  /** Of the track, in CSS pixels. */
  readonly width: Signal<number>
  /** Seq of the happening under the pointer. */
  readonly hoverSeq: Signal<number | null>
  readonly layout: ReadonlySignal<LaneLayout>
  readonly whole: ReadonlySignal<TimeSpan>
  readonly span: ReadonlySignal<TimeSpan>
  picture(): TimelinePicture
  /** Another part of time, as near to it as the game allows; null: the whole game, however long it grows. */
  show(span: TimeSpan | null): void
  /** By a factor (below 1: in), `around` staying where it is. */
  zoom(factor: number, around: number): void
  /** The happening that a place of the track, in CSS pixels, means. */
  under(x: number, y: number): TimelineEvent | null
  close(): void
}

/** Pixels within which a mark is meant. */
const HIT_DISTANCE_PX = 6
const LEAD_MS = 30_000
/** Of what lies before the play as much is shown, ms or this part of the play: an opening may be of long ago. */
const BEFORE_PLAY_MS = 60_000
const BEFORE_PLAY_PART = 0.1
/** How far a running game's present may be from its last event, ms. */
const MAX_WAIT_MS = 3 * 3_600_000

export function openTimelineView(source: () => GameSource | null, cursor: Cursor): TimelineView {
  const width = signal(0)
  const chosen = signal<TimeSpan | null>(null)
  const hoverSeq = signal<number | null>(null)
  /** Rises while the present moves on. */
  const beat = signal(0)
  const started = (): TimelineEvent | undefined =>
    source()?.timelineEvents.find(({ type }) => type === 'session-started')

  const whole = computed<TimeSpan>(() => {
    beat.value
    const happenings = source()?.timelineEvents ?? []
    const [first] = happenings
    const last = happenings.at(-1)?.at ?? serverNow()
    const running = cursor.at.value === null ? cursor.instant() : last
    const to = Math.max(last, Math.min(running, last + MAX_WAIT_MS))
    const play = (started() ?? first)?.at ?? serverNow()
    const before = play - Math.max(BEFORE_PLAY_MS, (to - play) * BEFORE_PLAY_PART)
    const from = Math.min(play - LEAD_MS, Math.max(first?.at ?? play, before))
    return { from, to: to + Math.max(2000, (to - from) * 0.015) }
  })
  /** Openings lie long before the play: the first view leaves them out. */
  const fitted = computed<TimeSpan>(() => {
    const at = started()?.at
    return at === undefined ? whole.value : { from: at - (whole.value.to - at) * 0.01, to: whole.value.to }
  })
  const span = computed(() => (chosen.value === null ? fitted.value : clampSpan(chosen.value, whole.value)))

  const moves = computed<DrawnMove[]>(() => {
    const game = source()
    const frame = game?.frame(game.head) ?? null
    const began = frame !== null && blackBeganInFrame(frame)
    pageLanguage.value
    return (frame?.state.moves ?? []).map(({ seq, at, san, ply, legal, clock }) => ({
      ...{ seq, at, legal, clock, san: localSan(san) },
      side: sideOfPly(ply, began),
    }))
  })
  const verdicts = computed<DrawnVerdict[]>(() => {
    const game = source()
    const found = game?.frame(game.head)?.state.verdicts ?? []
    return found.map(({ seq, status }) => ({ seq, status, at: timeOfSeq(game, seq) }))
  })

  /** Lanes in which there is something; readers of the record also see that there are no verdicts. */
  const plan = computed(() => {
    const used = new Set<Lane>((source()?.timelineEvents ?? []).map(({ type }) => laneOf(type)))
    used.add('moves')
    if (moves.value.some(({ clock }) => clock !== null)) used.add('clock')
    if (source()?.timelineEvents.some(({ event }) => event !== null)) used.add('rulings').add('verdicts')
    return layoutLanes(used)
  })

  const show = (next: TimeSpan | null) => {
    chosen.value = next === null ? null : clampSpan(next, whole.peek())
  }
  const follow = effect(() => {
    const at = cursor.at.value
    if (at === null || chosen.peek() === null) return
    const { from, to } = span.peek()
    if (at < from || at > to) show({ from: at - (to - from) / 2, to: at + (to - from) / 2 })
  })
  const timer = setInterval(() => {
    if (cursor.at.peek() === null && cursor.frame.peek()?.state.status === 'running' && !document.hidden)
      beat.value++
  }, 500)

  const near = (at: number, x: number, room: number): boolean =>
    Math.abs(timeToX(span.peek(), width.peek(), at) - x) <= room

  return {
    width,
    hoverSeq,
    layout: plan,
    whole,
    span,
    show,
    picture: () => ({
      plan: plan.value,
      span: span.value,
      whole: whole.value,
      playhead: cursor.instant(),
      playheadSeq: cursor.seq.value,
      live: cursor.at.value === null,
      happenings: source()?.timelineEvents ?? [],
      moves: moves.value,
      verdicts: verdicts.value,
      start: started()?.at ?? whole.value.from,
      hoverSeq: hoverSeq.value,
    }),
    zoom(factor, around) {
      chosen.value = zoomSpan(span.peek(), whole.peek(), factor, around)
    },
    under(x, y) {
      const { lanes, tops } = plan.peek()
      const lane = lanes.find((each) => y >= tops[each]! && y < tops[each]! + LANE_HEIGHTS_PX[each])
      const happenings = source()?.timelineEvents ?? []
      if (lane === 'verdicts') {
        const verdict = verdicts.peek().find(({ at }) => near(at, x, HIT_DISTANCE_PX + 1))
        return happenings.find(({ seq }) => seq === verdict?.seq) ?? null
      }
      const wanted = happenings.filter(
        ({ type, at }) =>
          near(at, x, HIT_DISTANCE_PX) && (lane === undefined || lane === 'clock' || laneOf(type) === lane),
      )
      const away = ({ at }: TimelineEvent) => Math.abs(timeToX(span.peek(), width.peek(), at) - x)
      // Of several at one place the last: what they led to.
      return wanted.reduce<TimelineEvent | null>(
        (best, each) => (best === null || away(each) <= away(best) ? each : best),
        null,
      )
    },
    close() {
      clearInterval(timer)
      follow()
    },
  }
}

const timeOfSeq = (game: GameSource | null, seq: number): number =>
  game?.timelineEvents.find((each) => each.seq === seq)?.at ?? 0
