/** Draws the timeline: the ruler, the lanes with their marks, the playhead, and below them an overview of the game with the part in view. */
import { formatTimeOfDay } from '../clock/text.ts'
import type { TimelineEvent } from '../replay/source.ts'
import { formatDate } from '../words/dates.ts'
import {
  LANE_HEIGHTS_PX,
  type Lane,
  type LaneLayout,
  laneOf,
  OVERVIEW_HEIGHT_PX,
  RULER_HEIGHT_PX,
} from './lanes.ts'
import { type TimeSpan, tickStepMs, tickTimes, timeToX } from './scale.ts'

export interface DrawnMove {
  readonly seq: number
  readonly at: number
  readonly san: string
  readonly side: 'white' | 'black'
  readonly legal: boolean
  /** Ms left on the mover's clock; null: no clock. */
  readonly clock: number | null
}

export interface DrawnVerdict {
  readonly seq: number
  readonly at: number
  readonly status: string
}

export interface TimelinePicture {
  readonly plan: LaneLayout
  readonly span: TimeSpan
  readonly whole: TimeSpan
  readonly playhead: number
  readonly playheadSeq: number
  readonly live: boolean
  readonly happenings: readonly TimelineEvent[]
  readonly moves: readonly DrawnMove[]
  readonly verdicts: readonly DrawnVerdict[]
  /** Start of play or of the record. */
  readonly start: number
  readonly hoverSeq: number | null
}

export type ColourPalette = (name: string) => string

export function drawTimeline(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  context.clearRect(0, 0, width, picture.plan.height)
  context.font = `11px ${colour('font')}`
  context.textBaseline = 'middle'
  drawLanes(context, width, picture, colour)
  drawRuler(context, width, picture, colour)
  drawClocks(context, width, picture, colour)
  drawMoves(context, width, picture, colour)
  drawMarks(context, width, picture, colour)
  drawVerdicts(context, width, picture, colour)
  drawOverview(context, width, picture, colour)
  drawPlayhead(context, width, picture, colour)
}

function drawLanes(
  context: CanvasRenderingContext2D,
  width: number,
  { plan }: TimelinePicture,
  colour: ColourPalette,
): void {
  plan.lanes.forEach((lane, k) => {
    context.fillStyle = colour(k % 2 === 0 ? 'lane' : 'lane-odd')
    context.fillRect(0, plan.tops[lane] ?? 0, width, LANE_HEIGHTS_PX[lane])
  })
}

function drawRuler(
  context: CanvasRenderingContext2D,
  width: number,
  { span, plan }: TimelinePicture,
  colour: ColourPalette,
): void {
  const step = tickStepMs(span, width, 92)
  context.strokeStyle = colour('grid')
  context.lineWidth = 1
  const bottom = plan.height - OVERVIEW_HEIGHT_PX - 6
  const minor = step / 5
  if (minor >= 1) {
    context.beginPath()
    for (const at of tickTimes(span, minor)) {
      const x = Math.round(timeToX(span, width, at)) + 0.5
      context.moveTo(x, RULER_HEIGHT_PX - 4)
      context.lineTo(x, RULER_HEIGHT_PX)
    }
    context.stroke()
  }
  context.fillStyle = colour('muted')
  context.beginPath()
  let lastDay = ''
  let written = Number.NEGATIVE_INFINITY
  for (const at of tickTimes(span, step)) {
    const x = Math.round(timeToX(span, width, at)) + 0.5
    context.moveTo(x, RULER_HEIGHT_PX - 8)
    context.lineTo(x, bottom)
    // The date is written where a day begins, and at the first mark in view.
    const day = new Date(at).toDateString()
    const text = `${day === lastDay ? '' : `${formatDate(at)} `}${formatTimeOfDay(at, step < 1000)}`
    lastDay = day
    const end = x + 4 + context.measureText(text).width
    // A date makes its mark wider than others: the next is written if there is room.
    if (end >= width || x + 4 < written + 6) continue
    context.fillText(text, x + 4, 9)
    written = end
  }
  context.globalAlpha = 0.55
  context.stroke()
  context.globalAlpha = 1
}

/** Draws the time left on each clock as a falling line. */
function drawClocks(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const { moves, span, start, plan } = picture
  const left = moves.flatMap(({ clock }) => (clock === null ? [] : [clock]))
  if (plan.tops.clock === undefined || left.length === 0) return
  const most = Math.max(1, ...left)
  const least = Math.min(...left) * 0.85
  const top = plan.tops.clock + 4
  const height = LANE_HEIGHTS_PX.clock - 7
  const y = (clock: number) => top + height * (1 - (clock - least) / (most - least || 1))
  for (const side of ['white', 'black'] as const) {
    context.beginPath()
    let last: number | null = null
    let before = start
    for (const move of moves) {
      if (move.side === side && move.clock !== null) {
        context.lineTo(timeToX(span, width, before), y(last ?? most))
        context.lineTo(timeToX(span, width, move.at), y(move.clock))
        last = move.clock
      }
      before = move.at
    }
    context.strokeStyle = colour(`clock-${side}`)
    context.lineWidth = 1.5
    context.stroke()
  }
}

/** Draws the time that each move took as a block in the colour of its player. */
function drawMoves(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const { moves, span, start, plan } = picture
  const top = (plan.tops.moves ?? 0) + 2
  const height = LANE_HEIGHTS_PX.moves - 4
  let before = start
  for (const move of moves) {
    const from = timeToX(span, width, before)
    const to = timeToX(span, width, move.at)
    before = move.at
    if (to < -2 || from > width + 2) continue
    const left = Math.max(from, -4)
    const wide = Math.max(1, Math.min(to, width + 4) - left - 1)
    context.fillStyle = colour(`block-${move.side}`)
    context.beginPath()
    context.roundRect(left, top, wide, height, 3)
    context.fill()
    context.strokeStyle = colour('grid')
    context.lineWidth = 1
    context.stroke()
    if (!move.legal) {
      context.strokeStyle = colour('bad')
      context.lineWidth = 2
      context.stroke()
    }
    const text = context.measureText(move.san).width
    if (wide > text + 6) {
      context.fillStyle = colour(`block-text-${move.side}`)
      context.fillText(move.san, Math.min(to, width) - text - 4, top + height / 2 + 0.5)
    }
  }
}

const LANES_BY_SIDE: readonly Lane[] = ['presses', 'touches', 'offers', 'claims']

function drawMarks(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const { happenings, span, hoverSeq, playheadSeq, plan } = picture
  for (const { type, at, by, seq } of happenings) {
    const lane = laneOf(type)
    const x = timeToX(span, width, at)
    if (x < -6 || x > width + 6) continue
    const above = plan.tops[lane] ?? 0
    const middle = above + LANE_HEIGHTS_PX[lane] / 2
    const strong = seq === hoverSeq || seq === playheadSeq
    context.fillStyle = colour(`mark-${lane}`)
    if (lane === 'moves') {
      context.fillRect(x - 0.75, above, 1.5, LANE_HEIGHTS_PX.moves)
    } else if (LANES_BY_SIDE.includes(lane) && (by === 'white' || by === 'black')) {
      context.beginPath()
      context.arc(x, middle, strong ? 5.5 : 3.8, 0, 2 * Math.PI)
      context.fillStyle = by === 'white' ? colour('dot-white') : colour('dot-black')
      context.fill()
      context.strokeStyle = colour(`mark-${lane}`)
      context.lineWidth = 1.8
      context.stroke()
    } else {
      const size = strong ? 5 : 3.6
      context.fillRect(x - size, middle - size, 2 * size, 2 * size)
    }
    if (seq === hoverSeq) {
      context.strokeStyle = colour('text')
      context.lineWidth = 1
      context.strokeRect(x - 7.5, middle - 6.5, 15, 13)
    }
  }
}

/** The name of the colour of a verdict, by its status. */
export const statusTone = (status: string): string => {
  if (status === 'awaits-arbiter') return 'bad'
  if (status === 'awaits-claim' || status === 'undetermined') return 'warn'
  return status === 'applied' || status === 'final' ? 'good' : 'muted'
}

function drawVerdicts(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const middle = (picture.plan.tops.verdicts ?? 0) + LANE_HEIGHTS_PX.verdicts / 2
  for (const { at, status } of picture.verdicts) {
    const x = timeToX(picture.span, width, at)
    if (x < -8 || x > width + 8) continue
    context.fillStyle = colour(statusTone(status))
    context.beginPath()
    context.moveTo(x, middle - 6.5)
    context.lineTo(x + 6.5, middle)
    context.lineTo(x, middle + 6.5)
    context.lineTo(x - 6.5, middle)
    context.closePath()
    context.fill()
  }
}

function drawOverview(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const { whole, span, moves, verdicts, playhead, start, plan } = picture
  const top = plan.height - OVERVIEW_HEIGHT_PX
  context.fillStyle = colour('lane-odd')
  context.beginPath()
  context.roundRect(0, top, width, OVERVIEW_HEIGHT_PX - 2, 4)
  context.fill()
  let before = start
  for (const move of moves) {
    const from = timeToX(whole, width, before)
    context.fillStyle = colour(`block-${move.side}`)
    context.fillRect(
      from,
      top + 5,
      Math.max(0.5, timeToX(whole, width, move.at) - from - 0.3),
      OVERVIEW_HEIGHT_PX - 12,
    )
    before = move.at
  }
  for (const verdict of verdicts) {
    context.fillStyle = colour(statusTone(verdict.status))
    context.fillRect(timeToX(whole, width, verdict.at) - 1, top + 1, 2, OVERVIEW_HEIGHT_PX - 4)
  }
  const from = timeToX(whole, width, span.from)
  const to = timeToX(whole, width, span.to)
  context.fillStyle = colour('view')
  context.strokeStyle = colour('accent')
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(from + 0.5, top + 0.5, Math.max(4, to - from - 1), OVERVIEW_HEIGHT_PX - 3, 4)
  context.fill()
  context.stroke()
  context.fillStyle = colour('accent')
  context.fillRect(timeToX(whole, width, playhead) - 0.75, top, 1.5, OVERVIEW_HEIGHT_PX - 2)
}

function drawPlayhead(
  context: CanvasRenderingContext2D,
  width: number,
  picture: TimelinePicture,
  colour: ColourPalette,
): void {
  const x = timeToX(picture.span, width, picture.playhead)
  if (x < -20 || x > width + 20) return
  context.fillStyle = colour(picture.live ? 'good' : 'accent')
  context.fillRect(x - 0.75, 4, 1.5, picture.plan.height - OVERVIEW_HEIGHT_PX - 12)
  context.beginPath()
  context.moveTo(x - 7, 2)
  context.lineTo(x + 7, 2)
  context.lineTo(x + 7, 9)
  context.lineTo(x, 17)
  context.lineTo(x - 7, 9)
  context.closePath()
  context.fill()
}
