/** What the timeline shows: the part of time in view, the lanes in use, the moves and verdicts in them. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Cursor } from '../game/cursor.ts'
import { blackBeganInFrame } from '../replay/black-began.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { sideOfPly } from '../replay/turns.ts'
import { localSan } from '../words/san.ts'
import { pageLanguage } from '../words/texts.ts'
import type { DrawnMove, DrawnVerdict, TimelinePicture } from './draw.ts'
import { LANE_HEIGHTS_PX, type Lane, type LaneLayout, laneOf, layoutLanes } from './lanes.ts'
import { timeToX } from './scale.ts'
import { openTimeInView, startOfPlay, type TimeInView } from './time-in-view.ts'

export interface TimelineView extends TimeInView {
  /** Width of the track, in CSS pixels. */
  readonly width: Signal<number>
  /** Seq of the event under the pointer. */
  readonly hoverSeq: Signal<number | null>
  readonly layout: ReadonlySignal<LaneLayout>
  picture(): TimelinePicture
  /** The event at a place of the track, in CSS pixels; null where there is none. */
  under(x: number, y: number): TimelineEvent | null
}

/** A pointer this near to a mark is on it. */
const HIT_DISTANCE_PX = 6

export function openTimelineView(source: () => GameSource | null, cursor: Cursor): TimelineView {
  const width = signal(0)
  const hoverSeq = signal<number | null>(null)
  const time = openTimeInView(source, cursor)
  const { span, whole } = time
  const events = (): readonly TimelineEvent[] => source()?.timelineEvents ?? []
  const moves = computed(() => {
    pageLanguage.value
    return drawnMoves(source())
  })
  const verdicts = computed(() => drawnVerdicts(source()))
  const layout = computed(() => layoutLanes(lanesInUse(events(), moves.value)))

  return {
    ...time,
    ...{ width, hoverSeq, layout },
    picture: () => ({
      plan: layout.value,
      span: span.value,
      whole: whole.value,
      playhead: cursor.instant(),
      playheadSeq: cursor.seq.value,
      live: cursor.at.value === null,
      happenings: events(),
      moves: moves.value,
      verdicts: verdicts.value,
      start: startOfPlay(source())?.at ?? whole.value.from,
      hoverSeq: hoverSeq.value,
    }),
    under(x, y) {
      const distance = (at: number): number => Math.abs(timeToX(span.peek(), width.peek(), at) - x)
      const lane = laneAt(layout.peek(), y)
      if (lane === 'verdicts') {
        const verdict = verdicts.peek().find(({ at }) => distance(at) <= HIT_DISTANCE_PX + 1)
        return events().find(({ seq }) => seq === verdict?.seq) ?? null
      }
      const isAnyLane = lane === undefined || lane === 'clock'
      const wanted = events().filter(({ type }) => isAnyLane || laneOf(type) === lane)
      return nearestEvent(wanted, distance)
    },
  }
}

function drawnMoves(game: GameSource | null): DrawnMove[] {
  const frame = game?.frame(game.head) ?? null
  const began = frame !== null && blackBeganInFrame(frame)
  return (frame?.state.moves ?? []).map(({ seq, at, san, ply, legal, clock }) => ({
    ...{ seq, at, legal, clock, san: localSan(san) },
    side: sideOfPly(ply, began),
  }))
}

function drawnVerdicts(game: GameSource | null): DrawnVerdict[] {
  const found = game?.frame(game.head)?.state.verdicts ?? []
  return found.map(({ seq, status }) => {
    const at = game?.timelineEvents.find((each) => each.seq === seq)?.at ?? 0
    return { seq, status, at }
  })
}

/** Lanes in which there is something; readers of the record also see that there are no verdicts. */
function lanesInUse(events: readonly TimelineEvent[], moves: readonly DrawnMove[]): ReadonlySet<Lane> {
  const used = new Set<Lane>(events.map(({ type }) => laneOf(type)))
  used.add('moves')
  if (moves.some(({ clock }) => clock !== null)) used.add('clock')
  if (events.some(({ event }) => event !== null)) used.add('rulings').add('verdicts')
  return used
}

const laneAt = ({ lanes, tops }: LaneLayout, y: number): Lane | undefined =>
  lanes.find((lane) => y >= tops[lane]! && y < tops[lane]! + LANE_HEIGHTS_PX[lane])

/** The nearest event within reach; of several at one place the last. */
function nearestEvent(
  events: readonly TimelineEvent[],
  distance: (at: number) => number,
): TimelineEvent | null {
  return events
    .filter(({ at }) => distance(at) <= HIT_DISTANCE_PX)
    .reduce<TimelineEvent | null>(
      (best, each) => (best === null || distance(each.at) <= distance(best.at) ? each : best),
      null,
    )
}
