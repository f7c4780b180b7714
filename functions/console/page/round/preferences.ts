/** How the user views a round, stored: order, layout, search and scroll position. */
import { signal } from '@preact/signals-core'

export type Order = 'need' | 'clock' | 'board'
export const ORDERS: readonly Order[] = ['need', 'clock', 'board']
export type Layout = 'tiles' | 'list'

const stored = (key: string): string | null => localStorage.getItem(`touchmove.round.${key}`)
const store = (key: string, value: string): void => localStorage.setItem(`touchmove.round.${key}`, value)

export const order = signal<Order>(ORDERS.find((each) => each === stored('order')) ?? 'need')
export const layout = signal<Layout>(stored('layout') === 'list' ? 'list' : 'tiles')

export function setOrder(next: Order): void {
  order.value = next
  store('order', next)
}

export function setLayout(next: Layout): void {
  layout.value = next
  store('layout', next)
}

interface SavedRoundView {
  readonly filter: string
  readonly scroll: number
}

const savedViewKey = (round: string): string => `touchmove.round.left ${round}`

/** The search and the scroll position with which this round was left in this tab. */
export function savedRoundView(round: string): SavedRoundView {
  try {
    const found = JSON.parse(sessionStorage.getItem(savedViewKey(round)) ?? '{}') as Partial<SavedRoundView>
    return { filter: found.filter ?? '', scroll: found.scroll ?? 0 }
  } catch {
    return { filter: '', scroll: 0 }
  }
}

export const saveRoundView = (round: string, left: SavedRoundView): void =>
  sessionStorage.setItem(savedViewKey(round), JSON.stringify(left))
