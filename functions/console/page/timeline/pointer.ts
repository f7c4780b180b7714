/** Mouse, pen, fingers and wheel on the timeline: seeking, moving along the whole game, shifting and zooming what is in view. */
import type { Cursor } from '../game/cursor.ts'
import type { TimelineEvent } from '../replay/source.ts'
import { OVERVIEW_HEIGHT_PX } from './lanes.ts'
import { type TimeSpan, xToTime } from './scale.ts'
import type { TimelineView } from './view.ts'

type Dragging = 'seek' | 'overview' | 'pan'

/** A place of the track in CSS pixels, and the event that lies there. */
export interface PointedPlace {
  readonly x: number
  readonly y: number
  readonly event: TimelineEvent | null
}

/** `onHover` is called with what lies under the pointer; null: it has left. */
export function handleTimelinePointer(
  track: HTMLElement,
  view: TimelineView,
  cursor: Cursor,
  onHover: (place: PointedPlace | null) => void,
): void {
  let dragging: Dragging | null = null
  let panFrom = { x: 0, span: view.span.peek() }
  /** Where each finger is. */
  const fingers = new Map<number, number>()
  const { seek, showAround, pan } = timelineGestures(view, cursor)

  track.addEventListener('pointerdown', (event) => {
    const { x, y } = placeOn(track, event)
    fingers.set(event.pointerId, x)
    track.setPointerCapture(event.pointerId)
    if (fingers.size === 2) {
      dragging = null
      return
    }
    if (y > view.layout.peek().height - OVERVIEW_HEIGHT_PX - 4) dragging = 'overview'
    else dragging = event.button === 1 || event.shiftKey ? 'pan' : 'seek'
    panFrom = { x, span: view.span.peek() }
    if (dragging === 'overview') showAround(x)
    if (dragging === 'seek') seek(x, y, !event.altKey)
  })
  track.addEventListener('pointermove', (event) => {
    const { x, y } = placeOn(track, event)
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(view, fingers, event.pointerId, x)
      return
    }
    if (dragging === 'seek') seek(x, y, !event.altKey && y > 0)
    else if (dragging === 'overview') showAround(x)
    else if (dragging === 'pan') pan(panFrom.x - x, panFrom.span)
    onHover({ x, y, event: view.under(x, y) })
  })
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    dragging = null
  }
  track.addEventListener('pointerup', release)
  track.addEventListener('pointercancel', release)
  track.addEventListener('pointerleave', () => onHover(null))
  handleWheel(track, view, (pixels) => pan(pixels, view.span.peek()))
}

function placeOn(track: HTMLElement, event: PointerEvent | WheelEvent) {
  const box = track.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

const timeAt = ({ span, width }: TimelineView, x: number): number => xToTime(span.peek(), width.peek(), x)

/** What the gestures do; `x` and `y` are CSS pixels on the track. */
function timelineGestures(view: TimelineView, cursor: Cursor) {
  return {
    /** Moves the cursor to the instant; with `snap` to the event that lies there, if there is one. */
    seek(x: number, y: number, snap: boolean): void {
      const event = snap ? view.under(x, y) : null
      if (event !== null) cursor.toSeq(event.seq)
      else cursor.toInstant(timeAt(view, Math.max(0, Math.min(view.width.peek(), x))))
    },
    /** Brings an instant of the overview to the middle of the view. */
    showAround(x: number): void {
      const { from, to } = view.span.peek()
      const at = xToTime(view.whole.peek(), view.width.peek(), x)
      view.show({ from: at - (to - from) / 2, to: at + (to - from) / 2 })
    },
    /** Shifts the view; `from` and `to` are what was in view when the shift began. */
    pan(pixels: number, { from, to }: TimeSpan): void {
      const moved = (pixels / view.width.peek()) * (to - from)
      view.show({ from: from + moved, to: to + moved })
    },
  }
}

/** Fingers nearer to each other than this do not zoom, CSS pixels. */
const MIN_PINCH_PX = 8

/** Zooms when one of two fingers has moved to `x`. */
function pinch(view: TimelineView, fingers: Map<number, number>, id: number, x: number): void {
  const [other = x] = [...fingers].filter(([each]) => each !== id).map(([, place]) => place)
  const before = Math.abs((fingers.get(id) ?? x) - other)
  fingers.set(id, x)
  const after = Math.abs(x - other)
  if (before < MIN_PINCH_PX || after < MIN_PINCH_PX) return
  view.zoom(before / after, timeAt(view, (x + other) / 2))
}

/** The wheel zooms; sideways, or with Shift, it shifts. */
function handleWheel(track: HTMLElement, view: TimelineView, pan: (pixels: number) => void): void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey
    if (sideways) pan(event.deltaX || event.deltaY)
    else {
      const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.004)
      view.zoom(factor, timeAt(view, placeOn(track, event).x))
    }
  }
  track.addEventListener('wheel', onWheel, { passive: false })
}
