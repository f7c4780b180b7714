/** The keys of the game view, which are ignored while the user types in a field. */
import { shortcuts } from '../ui/settings.ts'
import type { BoardStep } from './boards.ts'
import type { Toolbar, ToolbarAction } from './toolbar.ts'

const KEYS: Readonly<Record<string, ToolbarAction>> = {
  ArrowLeft: 'prev-move',
  ArrowRight: 'next-move',
  'Shift+ArrowLeft': 'prev-event',
  'Shift+ArrowRight': 'next-event',
  n: 'next-irregularity',
  p: 'prev-irregularity',
  Home: 'start',
  End: 'now',
  '+': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-all',
  ' ': 'play',
  f: 'flip',
}

const BOARDS: Readonly<Record<string, BoardStep>> = { '[': 'previous', ']': 'next', w: 'waiting' }

/** Keys that print no character: they work even where shortcuts of single letters are switched off (WCAG 2.1.4). */
const NOT_PRINTED: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

const WRITING = 'input, textarea, select, [role=tablist], dialog'
/** Elements that Space presses when they have the focus. */
const PRESSED = 'button, a'

/** Handles the keys. Returns the function that ends this. */
export function handleGameKeys(
  toolbar: Toolbar,
  enterMove: () => void,
  toBoard: (step: BoardStep) => void,
): () => void {
  const onKeydown = (event: KeyboardEvent) => {
    const target = event.target as Element
    if (!shortcuts.peek() && !NOT_PRINTED.has(event.key)) return
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(WRITING) !== null) return
    if (event.key === ' ' && target.closest(PRESSED) !== null) return
    if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('.instant input')?.focus()
      return
    }
    if (event.key === 'm') {
      event.preventDefault()
      enterMove()
      return
    }
    const step = BOARDS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      toBoard(step)
      return
    }
    const act = KEYS[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key]
    if (act === undefined) return
    event.preventDefault()
    toolbar.perform(act)
  }
  addEventListener('keydown', onKeydown)
  return () => removeEventListener('keydown', onKeydown)
}
