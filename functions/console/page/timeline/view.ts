/** What the timeline shows: the part of time in view, the lanes in use, the moves and verdicts in them. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { now } from '../api/client.ts'
import type { Cursor } from '../game/cursor.ts'
import { beganInFrame } from '../replay/began.ts'
import type { GameSource, Happening } from '../replay/source.ts'
import { sideOfPly } from '../replay/turns.ts'
import { localSan } from '../words/san.ts'
import { language } from '../words/words.ts'
import type { DrawnMove, DrawnVerdict, Picture } from './draw.ts'
import { HEIGHTS, type Lane, laneOf, type Plan, planOf } from './lanes.ts'
import { type Span, within, xOf, zoomed } from './scale.ts'

export interface TimelineView {
  /** Of the track, in CSS pixels. */
  readonly width: Signal<number>
  /** Seq of the happening under the pointer. */
  readonly hovered: Signal<number | null>
  readonly plan: ReadonlySignal<Plan>
  readonly whole: ReadonlySignal<Span>
  readonly span: ReadonlySignal<Span>
  picture(): Picture
  /** Another part of time, as near to it as the game allows; null: the whole game, however long it grows. */
  show(span: Span | null): void
  /** By a factor (below 1: in), `around` staying where it is. */
  zoom(factor: number, around: number): void
  /** The happening that a place of the track, in CSS pixels, means. */
  under(x: number, y: number): Happening | null
  close(): void
}

/** Pixels within which a mark is meant. */
const NEAR = 6
const LEAD = 30_000
/** Of what lies before the play as much is shown, ms or this part of the play: an opening may be of long ago. */
const BEFORE_PLAY = 60_000
const BEFORE_PLAY_PART = 0.1
/** How far a running game's present may be from its last event, ms. */
const WAITED = 3 * 3_600_000

export function openView(source: () => GameSource | null, cursor: Cursor): TimelineView {
  const width = signal(0)
  const chosen = signal<Span | null>(null)
  const hovered = signal<number | null>(null)
  /** Rises while the present moves on. */
  const beat = signal(0)
  const started = (): Happening | undefined =>
    source()?.happenings.find(({ type }) => type === 'session-started')

  const whole = computed<Span>(() => {
    beat.value
    const happenings = source()?.happenings ?? []
    const [first] = happenings
    const last = happenings.at(-1)?.at ?? now()
    const running = cursor.at.value === null ? cursor.instant() : last
    const to = Math.max(last, Math.min(running, last + WAITED))
    const play = (started() ?? first)?.at ?? now()
    const before = play - Math.max(BEFORE_PLAY, (to - play) * BEFORE_PLAY_PART)
    const from = Math.min(play - LEAD, Math.max(first?.at ?? play, before))
    return { from, to: to + Math.max(2000, (to - from) * 0.015) }
  })
  /** Openings lie long before the play: the first view leaves them out. */
  const fitted = computed<Span>(() => {
    const at = started()?.at
    return at === undefined ? whole.value : { from: at - (whole.value.to - at) * 0.01, to: whole.value.to }
  })
  const span = computed(() => (chosen.value === null ? fitted.value : within(chosen.value, whole.value)))

  const moves = computed<DrawnMove[]>(() => {
    const game = source()
    const frame = game?.frame(game.head) ?? null
    const began = frame !== null && beganInFrame(frame)
    language.value
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

  /** Lanes in which there is something; to who may see verdicts it is also shown that there are none. */
  const plan = computed(() => {
    const used = new Set<Lane>((source()?.happenings ?? []).map(({ type }) => laneOf(type)))
    used.add('moves')
    if (moves.value.some(({ clock }) => clock !== null)) used.add('clock')
    if (source()?.happenings.some(({ event }) => event !== null)) used.add('rulings').add('verdicts')
    return planOf(used)
  })

  const show = (next: Span | null) => {
    chosen.value = next === null ? null : within(next, whole.peek())
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
    Math.abs(xOf(span.peek(), width.peek(), at) - x) <= room

  return {
    width,
    hovered,
    plan,
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
      happenings: source()?.happenings ?? [],
      moves: moves.value,
      verdicts: verdicts.value,
      start: started()?.at ?? whole.value.from,
      hovered: hovered.value,
    }),
    zoom(factor, around) {
      chosen.value = zoomed(span.peek(), whole.peek(), factor, around)
    },
    under(x, y) {
      const { lanes, tops } = plan.peek()
      const lane = lanes.find((each) => y >= tops[each]! && y < tops[each]! + HEIGHTS[each])
      const happenings = source()?.happenings ?? []
      if (lane === 'verdicts') {
        const verdict = verdicts.peek().find(({ at }) => near(at, x, NEAR + 1))
        return happenings.find(({ seq }) => seq === verdict?.seq) ?? null
      }
      const wanted = happenings.filter(
        ({ type, at }) =>
          near(at, x, NEAR) && (lane === undefined || lane === 'clock' || laneOf(type) === lane),
      )
      const away = ({ at }: Happening) => Math.abs(xOf(span.peek(), width.peek(), at) - x)
      // Of several at one place the last: what they led to.
      return wanted.reduce<Happening | null>(
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
  game?.happenings.find((each) => each.seq === seq)?.at ?? 0
