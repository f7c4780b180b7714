/** Mouse, pen, fingers and wheel on the timeline: seeking, moving along the whole game, shifting and zooming what is in view. */
import type { Cursor } from '../game/cursor.ts'
import type { TimelineEvent } from '../replay/source.ts'
import { OVERVIEW_HEIGHT_PX } from './lanes.ts'
import { xToTime } from './scale.ts'
import type { TimelineView } from './view.ts'

type Dragging = 'seek' | 'overview' | 'pan'

/** `onHover` is called with what lies under the pointer, and where that is in CSS pixels; null: it has left. */
export function handleTimelinePointer(
  track: HTMLElement,
  view: TimelineView,
  cursor: Cursor,
  onHover: (
    place: { readonly x: number; readonly y: number; readonly hit: TimelineEvent | null } | null,
  ) => void,
): void {
  let dragging: Dragging | null = null
  let panFrom = { x: 0, span: view.span.peek() }
  const fingers = new Map<number, number>()

  const places = (event: PointerEvent | WheelEvent) => {
    const box = track.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const timeOf = (x: number): number => xToTime(view.span.peek(), view.width.peek(), x)

  const moveTo = (x: number, y: number, snap: boolean) => {
    const hit = snap ? view.under(x, y) : null
    if (hit !== null) cursor.toSeq(hit.seq)
    else cursor.toInstant(timeOf(Math.max(0, Math.min(view.width.peek(), x))))
  }
  const overview = (x: number) => {
    const { from, to } = view.span.peek()
    const at = xToTime(view.whole.peek(), view.width.peek(), x)
    view.show({ from: at - (to - from) / 2, to: at + (to - from) / 2 })
  }
  const pan = (pixels: number, { from, to } = view.span.peek()) => {
    const moved = (pixels / view.width.peek()) * (to - from)
    view.show({ from: from + moved, to: to + moved })
  }
  const pinch = (id: number, x: number) => {
    const [other] = [...fingers].filter(([each]) => each !== id).map(([, place]) => place)
    const before = Math.abs((fingers.get(id) ?? x) - (other ?? x))
    fingers.set(id, x)
    const after = Math.abs(x - (other ?? x))
    if (before < 8 || after < 8) return
    view.zoom(before / after, timeOf((x + (other ?? x)) / 2))
  }

  track.addEventListener('pointerdown', (event) => {
    const { x, y } = places(event)
    fingers.set(event.pointerId, x)
    track.setPointerCapture(event.pointerId)
    if (fingers.size === 2) {
      dragging = null
      return
    }
    if (y > view.layout.peek().height - OVERVIEW_HEIGHT_PX - 4) dragging = 'overview'
    else dragging = event.button === 1 || event.shiftKey ? 'pan' : 'seek'
    panFrom = { x, span: view.span.peek() }
    if (dragging === 'overview') overview(x)
    if (dragging === 'seek') moveTo(x, y, !event.altKey)
  })
  track.addEventListener('pointermove', (event) => {
    const { x, y } = places(event)
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(event.pointerId, x)
      return
    }
    if (dragging === 'seek') moveTo(x, y, !event.altKey && y > 0)
    else if (dragging === 'overview') overview(x)
    else if (dragging === 'pan') pan(panFrom.x - x, panFrom.span)
    onHover({ x, y, hit: view.under(x, y) })
  })
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    dragging = null
  }
  track.addEventListener('pointerup', release)
  track.addEventListener('pointercancel', release)
  track.addEventListener('pointerleave', () => onHover(null))
  track.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey
      if (sideways) pan(event.deltaX || event.deltaY)
      else {
        const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.004)
        view.zoom(factor, timeOf(places(event).x))
      }
    },
    { passive: false },
  )
}
