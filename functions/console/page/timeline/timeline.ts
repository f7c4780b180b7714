/** The timeline at work: what is in view, zooming, scrubbing by drag and by keys, what lies under the pointer. */
import { computed, effect, signal } from '@preact/signals-core'
import { now } from '../api/client.ts'
import { timeOfDay } from '../clock/text.ts'
import type { Cursor } from '../game/cursor.ts'
import type { GameSource, Happening } from '../replay/source.ts'
import { beganInFrame, sideOfPly } from '../replay/turns.ts'
import { element } from '../ui/dom.ts'
import { theme } from '../ui/settings.ts'
import { localSan } from '../words/notation.ts'
import { language, t } from '../words/words.ts'
import { type DrawnMove, type DrawnVerdict, draw, type Picture } from './draw.ts'
import { HEIGHTS, type LANES, type Lane, laneOf, OVERVIEW, planOf } from './lanes.ts'
import { type Span, timeAt, within, xOf, zoomed } from './scale.ts'

export interface Timeline {
  readonly element: HTMLElement
  zoom(factor: number): void
  zoomAll(): void
  close(): void
}

/** Pixels within which a mark is meant. */
const NEAR = 6

export function openTimeline(
  source: () => GameSource | null,
  cursor: Cursor,
  tellOf: (happening: Happening) => string,
): Timeline {
  const root = element('div', 'timeline')
  const labels = element('div', 'lanes', { 'aria-hidden': 'true' })
  const track = element('div', 'track', { role: 'slider', tabindex: '0' })
  const canvas = element('canvas')
  const tip = element('div', 'tip', { 'aria-hidden': 'true' })
  track.append(canvas, tip)
  root.append(labels, track)

  const width = signal(0)
  /** Null: the whole game, however long it grows. */
  const chosen = signal<Span | null>(null)
  const hovered = signal<number | null>(null)
  /** Rises while the present moves on. */
  const beat = signal(0)

  const whole = computed<Span>(() => {
    beat.value
    const happenings = source()?.happenings ?? []
    const first = happenings.find(({ type }) => type === 'session-started') ?? happenings[0]
    const from = (first?.at ?? now()) - 30_000
    const last = happenings.at(-1)?.at ?? now()
    const running = cursor.at.value === null ? cursor.instant() : last
    const to = Math.max(last, Math.min(running, last + 3 * 3600_000))
    return {
      from: Math.min(from, happenings[0]?.at ?? from, from),
      to: to + Math.max(2000, (to - from) * 0.015),
    }
  })
  /** Openings lie long before the play: the first view leaves them out. */
  const fitted = computed<Span>(() => {
    const started = source()?.happenings.find(({ type }) => type === 'session-started')
    return started === undefined
      ? whole.value
      : { from: started.at - (whole.value.to - started.at) * 0.01, to: whole.value.to }
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

  const styles = getComputedStyle(root)
  const colour = (name: string) =>
    name === 'font' ? styles.fontFamily : styles.getPropertyValue(`--${name}`).trim()

  const picture = (): Picture => ({
    plan: plan.value,
    span: span.value,
    whole: whole.value,
    playhead: cursor.instant(),
    playheadSeq: cursor.seq.value,
    live: cursor.at.value === null,
    happenings: source()?.happenings ?? [],
    moves: moves.value,
    verdicts: verdicts.value,
    start: source()?.happenings.find(({ type }) => type === 'session-started')?.at ?? whole.value.from,
    hovered: hovered.value,
  })

  let asked = false
  const redraw = () => {
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      const ratio = devicePixelRatio
      const wide = width.peek()
      const { height } = plan.peek()
      if (wide === 0) return
      if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(wide * ratio)
        canvas.height = Math.round(height * ratio)
      }
      const context = canvas.getContext('2d')
      if (context === null) return
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      draw(context, wide, picture(), colour)
    })
  }

  /** Keeps the playhead in view. */
  const follow = (at: number) => {
    if (chosen.peek() === null) return
    const { from, to } = span.peek()
    if (at >= from && at <= to) return
    const half = (to - from) / 2
    chosen.value = within({ from: at - half, to: at + half }, whole.peek())
  }

  const places = (event: PointerEvent | WheelEvent) => {
    const box = track.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const under = (x: number, y: number): Happening | null => {
    const { lanes, tops } = plan.peek()
    const lane = lanes.find((each) => y >= tops[each]! && y < tops[each]! + HEIGHTS[each])
    let best: Happening | null = null
    let least = NEAR
    for (const each of source()?.happenings ?? []) {
      if (lane !== undefined && lane !== 'clock' && lane !== 'verdicts' && laneOf(each.type) !== lane)
        continue
      const away = Math.abs(xOf(span.peek(), width.peek(), each.at) - x)
      if (away > least) continue
      least = away
      best = each
    }
    if (lane !== 'verdicts') return best
    const verdict = verdicts
      .peek()
      .find(({ at }) => Math.abs(xOf(span.peek(), width.peek(), at) - x) <= NEAR + 1)
    return source()?.happenings.find(({ seq }) => seq === verdict?.seq) ?? null
  }

  let dragging: 'scrub' | 'overview' | 'pan' | null = null
  let panFrom = { x: 0, span: span.peek() }
  const fingers = new Map<number, number>()

  const scrub = (x: number, y: number, snap: boolean) => {
    const hit = snap ? under(x, y) : null
    if (hit !== null) cursor.toSeq(hit.seq)
    else cursor.toInstant(timeAt(span.peek(), width.peek(), Math.max(0, Math.min(width.peek(), x))))
  }
  const overview = (x: number) => {
    const { from, to } = span.peek()
    const at = timeAt(whole.peek(), width.peek(), x)
    chosen.value = within({ from: at - (to - from) / 2, to: at + (to - from) / 2 }, whole.peek())
  }

  track.addEventListener('pointerdown', (event) => {
    const { x, y } = places(event)
    fingers.set(event.pointerId, x)
    track.setPointerCapture(event.pointerId)
    if (fingers.size === 2) {
      dragging = null
      return
    }
    if (y > plan.peek().height - OVERVIEW - 4) dragging = 'overview'
    else dragging = event.button === 1 || event.shiftKey ? 'pan' : 'scrub'
    panFrom = { x, span: span.peek() }
    if (dragging === 'overview') overview(x)
    if (dragging === 'scrub') scrub(x, y, !event.altKey)
  })
  track.addEventListener('pointermove', (event) => {
    const { x, y } = places(event)
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(event.pointerId, x)
      return
    }
    if (dragging === 'scrub') scrub(x, y, !event.altKey && y > 0)
    else if (dragging === 'overview') overview(x)
    else if (dragging === 'pan') {
      const moved = ((panFrom.x - x) / width.peek()) * (panFrom.span.to - panFrom.span.from)
      chosen.value = within({ from: panFrom.span.from + moved, to: panFrom.span.to + moved }, whole.peek())
    }
    const hit = under(x, y)
    hovered.value = hit?.seq ?? null
    showTip(x, y, hit)
  })
  const pinch = (id: number, x: number) => {
    const [other] = [...fingers].filter(([each]) => each !== id).map(([, place]) => place)
    const before = Math.abs((fingers.get(id) ?? x) - (other ?? x))
    fingers.set(id, x)
    const after = Math.abs(x - (other ?? x))
    if (before < 8 || after < 8) return
    const middle = timeAt(span.peek(), width.peek(), (x + (other ?? x)) / 2)
    chosen.value = zoomed(span.peek(), whole.peek(), before / after, middle)
  }
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    dragging = null
  }
  track.addEventListener('pointerup', release)
  track.addEventListener('pointercancel', release)
  track.addEventListener('pointerleave', () => {
    hovered.value = null
    tip.hidden = true
  })
  track.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const { x } = places(event)
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey
      if (sideways) {
        const moved = ((event.deltaX || event.deltaY) / width.peek()) * (span.peek().to - span.peek().from)
        chosen.value = within({ from: span.peek().from + moved, to: span.peek().to + moved }, whole.peek())
      } else {
        const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.004)
        chosen.value = zoomed(span.peek(), whole.peek(), factor, timeAt(span.peek(), width.peek(), x))
      }
    },
    { passive: false },
  )

  const showTip = (x: number, y: number, hit: Happening | null) => {
    tip.hidden = hit === null
    if (hit === null) return
    tip.textContent = `${timeOfDay(hit.at)}  #${hit.seq}  ${tellOf(hit)}`
    const left = Math.max(4, Math.min(width.peek() - tip.offsetWidth - 4, x - tip.offsetWidth / 2))
    tip.style.transform = `translate(${left}px,${y > 60 ? y - 34 : y + 22}px)`
  }

  const observer = new ResizeObserver(([entry]) => {
    width.value = entry?.contentRect.width ?? 0
  })
  observer.observe(track)
  const ends = [
    effect(() => {
      theme.value
      width.value
      picture()
      redraw()
    }),
    effect(() => {
      if (cursor.at.value !== null) follow(cursor.at.value)
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
      track.setAttribute('aria-valuetext', `${timeOfDay(at)}, ${where}`)
    }),
    effect(() => {
      const { lanes, height } = plan.value
      labels.replaceChildren(...lanes.map((lane) => laneLabel(lane)))
      canvas.style.height = `${height}px`
      document.documentElement.style.setProperty('--timeline', `${height}px`)
    }),
  ]
  const timer = setInterval(() => {
    if (cursor.at.peek() === null && cursor.frame.peek()?.state.status === 'running' && !document.hidden)
      beat.value++
  }, 500)

  return {
    element: root,
    zoom(factor) {
      const { from, to } = zoomed(span.peek(), whole.peek(), factor, cursor.instant())
      const half = (to - from) / 2
      chosen.value = within({ from: cursor.instant() - half, to: cursor.instant() + half }, whole.peek())
    },
    zoomAll() {
      chosen.value = null
    },
    close() {
      clearInterval(timer)
      observer.disconnect()
      for (const end of ends) end()
    },
  }
}

function laneLabel(lane: (typeof LANES)[number]): HTMLElement {
  const label = element('span', lane)
  label.textContent = t(`lane-${lane}`)
  return label
}

const timeOfSeq = (game: GameSource | null, seq: number): number =>
  game?.happenings.find((each) => each.seq === seq)?.at ?? 0
