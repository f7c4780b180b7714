/** The timeline: its lanes drawn on a canvas, a slider for the keyboard and for screen readers. */
import { effect } from '@preact/signals-core'
import { formatTimeOfDay } from '../clock/text.ts'
import type { Cursor } from '../game/cursor.ts'
import type { GameSource, TimelineEvent } from '../replay/source.ts'
import { element } from '../ui/dom.ts'
import { theme } from '../ui/settings.ts'
import { t } from '../words/texts.ts'
import { drawTimeline } from './draw.ts'
import type { Lane } from './lanes.ts'
import { handleTimelinePointer, type PointedPlace } from './pointer.ts'
import { openTimelineView, type TimelineView } from './view.ts'

export interface Timeline {
  readonly element: HTMLElement
  zoom(factor: number): void
  zoomAll(): void
  close(): void
}

export function openTimeline(
  source: () => GameSource | null,
  cursor: Cursor,
  describe: (event: TimelineEvent) => string,
): Timeline {
  const { root, labels, track, canvas, tip } = createTimelineElements()
  const view = openTimelineView(source, cursor)
  handleTimelinePointer(track, view, cursor, (place) => {
    view.hoverSeq.value = place?.event?.seq ?? null
    showTip(tip, place, view.width.peek(), describe)
  })
  const observer = new ResizeObserver(([entry]) => {
    view.width.value = entry?.contentRect.width ?? 0
  })
  observer.observe(track)
  const ends = [
    drawOnChange(root, canvas, view),
    describeSlider(track, view, cursor, source),
    showLanes(labels, canvas, view),
  ]
  return {
    element: root,
    zoom(factor) {
      // The instant that is shown comes to the middle.
      const at = cursor.instant()
      view.zoom(factor, at)
      const { from, to } = view.span.peek()
      const half = (to - from) / 2
      view.show({ from: at - half, to: at + half })
    },
    zoomAll: () => view.show(null),
    close() {
      observer.disconnect()
      for (const end of ends) end()
      view.close()
    },
  }
}

function createTimelineElements() {
  const root = element('div', 'timeline')
  const labels = element('div', 'lanes', { 'aria-hidden': 'true' })
  const track = element('div', 'track', { role: 'slider', tabindex: '0' })
  const canvas = element('canvas')
  const tip = element('div', 'tip', { 'aria-hidden': 'true' })
  track.append(canvas, tip)
  root.append(labels, track)
  return { root, labels, track, canvas, tip }
}

/** Names the event under the pointer. */
function showTip(
  tip: HTMLElement,
  place: PointedPlace | null,
  width: number,
  describe: (event: TimelineEvent) => string,
): void {
  const event = place?.event ?? null
  tip.hidden = event === null
  if (place === null || event === null) return
  const { x, y } = place
  tip.textContent = `${formatTimeOfDay(event.at)}  #${event.seq}  ${describe(event)}`
  const left = Math.max(4, Math.min(width - tip.offsetWidth - 4, x - tip.offsetWidth / 2))
  tip.style.transform = `translate(${left}px,${y > 60 ? y - 34 : y + 22}px)`
}

/** Draws the canvas, at most once a frame, when what it shows has changed. Returns the function that ends this. */
function drawOnChange(root: HTMLElement, canvas: HTMLCanvasElement, view: TimelineView): () => void {
  const styles = getComputedStyle(root)
  const colour = (name: string) =>
    name === 'font' ? styles.fontFamily : styles.getPropertyValue(`--${name}`).trim()
  const draw = () => {
    const width = view.width.peek()
    const context = width === 0 ? null : scaledContext(canvas, width, view.layout.peek().height)
    if (context !== null) drawTimeline(context, width, view.picture(), colour)
  }
  let isFrameRequested = false
  return effect(() => {
    theme.value
    view.width.value
    view.picture()
    if (isFrameRequested) return
    isFrameRequested = true
    requestAnimationFrame(() => {
      isFrameRequested = false
      draw()
    })
  })
}

/** Sizes the canvas in pixels of the device, and returns its context in CSS pixels. */
function scaledContext(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide
    canvas.height = high
  }
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}

/** Sets what screen readers say of the track, which is a slider. Returns the function that ends this. */
function describeSlider(
  track: HTMLElement,
  { whole }: TimelineView,
  cursor: Cursor,
  source: () => GameSource | null,
): () => void {
  return effect(() => {
    const { from, to } = whole.value
    const at = cursor.instant()
    const head = source()?.head ?? 0
    const where = t('after-event', { seq: cursor.seq.value, head })
    track.setAttribute('aria-label', t('timeline'))
    track.setAttribute('aria-valuemin', '0')
    track.setAttribute('aria-valuemax', String(Math.round(to - from)))
    track.setAttribute('aria-valuenow', String(Math.round(Math.min(Math.max(at, from), to) - from)))
    track.setAttribute('aria-valuetext', `${formatTimeOfDay(at)}, ${where}`)
  })
}

/** Shows the names of the lanes in use, and sets the height. Returns the function that ends this. */
function showLanes(labels: HTMLElement, canvas: HTMLCanvasElement, { layout }: TimelineView): () => void {
  return effect(() => {
    const { lanes, height } = layout.value
    labels.replaceChildren(...lanes.map(laneLabel))
    canvas.style.height = `${height}px`
    document.documentElement.style.setProperty('--timeline', `${height}px`)
  })
}

function laneLabel(lane: Lane): HTMLElement {
  const label = element('span', lane)
  label.textContent = t(`lane-${lane}`)
  return label
}
