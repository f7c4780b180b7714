/** Roving tabindex: a group of like elements is one tab stop, arrows lead from one to the other, Tab leads out. */

const VERTICAL: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
const HORIZONTAL: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

interface Options {
  /** The elements stand in rows: left and right lead too, up and down go to the row above and below. */
  readonly rows?: boolean
  /** Selector of the element that is the tab stop until one has had the focus; without a match it is the first of all. */
  readonly current?: string
}

/** `items`: selector of the elements within the container, which may come and go. Returns the function that ends this. */
export function rovingTabindex(
  container: HTMLElement,
  items: string,
  { rows = false, current = '' }: Options = {},
) {
  const all = () => [...container.querySelectorAll<HTMLElement>(items)].filter(({ hidden }) => !hidden)
  let stop: HTMLElement | null = null

  const refresh = () => {
    const things = all()
    const held = stop !== null && things.includes(stop) && stop === document.activeElement ? stop : null
    const marked = current === '' ? undefined : things.find((each) => each.matches(current))
    const next = held ?? marked ?? (stop !== null && things.includes(stop) ? stop : (things[0] ?? null))
    for (const each of things) {
      const index = each === next ? '0' : '-1'
      if (each.getAttribute('tabindex') !== index) each.setAttribute('tabindex', index)
    }
    stop = next
  }
  const observer = new MutationObserver(refresh)
  observer.observe(container, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-current', 'hidden'],
  })

  const onFocus = ({ target }: Event) => {
    const thing = (target as Element).closest<HTMLElement>(items)
    if (thing === null) return
    stop = thing
    refresh()
  }
  const onKey = (event: KeyboardEvent) => {
    const things = all()
    const here = things.indexOf((event.target as Element).closest<HTMLElement>(items)!)
    if (here < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = destination(event.key, things, here, rows)
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    things[Math.max(0, Math.min(things.length - 1, to))]?.focus()
  }
  container.addEventListener('focusin', onFocus)
  container.addEventListener('keydown', onKey)
  refresh()
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocus)
    container.removeEventListener('keydown', onKey)
  }
}

function destination(
  key: string,
  things: readonly HTMLElement[],
  here: number,
  rows: boolean,
): number | null {
  const vertical = VERTICAL[key]
  if (!rows) return vertical === undefined ? null : here + vertical
  const horizontal = HORIZONTAL[key]
  if (horizontal !== undefined) return here + horizontal
  if (vertical === undefined) return key === 'Home' ? 0 : key === 'End' ? things.length - 1 : null
  return inNextRow(things, here, vertical)
}

/** The index of the nearest element in the row below or above; rows may differ in length. */
function inNextRow(things: readonly HTMLElement[], here: number, direction: number): number {
  const from = things[here]!.getBoundingClientRect()
  let best = here
  let least = Number.POSITIVE_INFINITY
  things.forEach((thing, index) => {
    const { left, top } = thing.getBoundingClientRect()
    const down = (top - from.top) * direction
    if (down < from.height / 2) return
    const away = down * 10 + Math.abs(left - from.left)
    if (away < least) {
      least = away
      best = index
    }
  })
  return best
}
