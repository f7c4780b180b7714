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
import { handleTimelinePointer } from './pointer.ts'
import { openTimelineView } from './view.ts'

export interface Timeline {
  readonly element: HTMLElement
  zoom(factor: number): void
  zoomAll(): void
  close(): void
}

export function openTimeline(
  source: () => GameSource | null,
  cursor: Cursor,
  tellOf: (happening: TimelineEvent) => string,
): Timeline {
  const root = element('div', 'timeline')
  const labels = element('div', 'lanes', { 'aria-hidden': 'true' })
  const track = element('div', 'track', { role: 'slider', tabindex: '0' })
  const canvas = element('canvas')
  const tip = element('div', 'tip', { 'aria-hidden': 'true' })
  track.append(canvas, tip)
  root.append(labels, track)

  const view = openTimelineView(source, cursor)
  const { width, layout, whole, span, hoverSeq } = view

  const styles = getComputedStyle(root)
  const colour = (name: string) =>
    name === 'font' ? styles.fontFamily : styles.getPropertyValue(`--${name}`).trim()

  let asked = false
  const redraw = () => {
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      const ratio = devicePixelRatio
      const wide = width.peek()
      const { height } = layout.peek()
      if (wide === 0) return
      if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(wide * ratio)
        canvas.height = Math.round(height * ratio)
      }
      const context = canvas.getContext('2d')
      if (context === null) return
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawTimeline(context, wide, view.picture(), colour)
    })
  }

  handleTimelinePointer(track, view, cursor, (place) => {
    const hit = place?.hit ?? null
    hoverSeq.value = hit?.seq ?? null
    tip.hidden = hit === null
    if (place === null || hit === null) return
    const { x, y } = place
    tip.textContent = `${formatTimeOfDay(hit.at)}  #${hit.seq}  ${tellOf(hit)}`
    const left = Math.max(4, Math.min(width.peek() - tip.offsetWidth - 4, x - tip.offsetWidth / 2))
    tip.style.transform = `translate(${left}px,${y > 60 ? y - 34 : y + 22}px)`
  })

  const observer = new ResizeObserver(([entry]) => {
    width.value = entry?.contentRect.width ?? 0
  })
  observer.observe(track)
  const ends = [
    effect(() => {
      theme.value
      width.value
      view.picture()
      redraw()
    }),
    effect(() => {
      const { from, to } = whole.value
      const at = cursor.instant()
      const head = source()?.head ?? 0
      track.setAttribute('aria-label', t('timeline'))
      track.setAttribute('aria-valuemin', '0')
      track.setAttribute('aria-valuemax', String(Math.round(to - from)))
      track.setAttribute('aria-valuenow', String(Math.round(Math.min(Math.max(at, from), to) - from)))
      const where = t('after-event', { seq: cursor.seq.value, head })
      track.setAttribute('aria-valuetext', `${formatTimeOfDay(at)}, ${where}`)
    }),
    effect(() => {
      const { lanes, height } = layout.value
      labels.replaceChildren(...lanes.map((lane) => laneLabel(lane)))
      canvas.style.height = `${height}px`
      document.documentElement.style.setProperty('--timeline', `${height}px`)
    }),
  ]

  return {
    element: root,
    zoom(factor) {
      // What is looked at comes to the middle.
      const at = cursor.instant()
      view.zoom(factor, at)
      const { from, to } = span.peek()
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

function laneLabel(lane: Lane): HTMLElement {
  const label = element('span', lane)
  label.textContent = t(`lane-${lane}`)
  return label
}
