/** The header of a round, which stays visible: waiting boards, connection, time of day, search, order and layout. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { isSignedIn } from '../api/session.ts'
import type { TournamentResponse } from '../api/shapes.ts'
import { formatTimeOfDay } from '../clock/text.ts'
import { connectionStatus } from '../live/connection.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { soundOn, toggleSound } from '../ui/sound.ts'
import { t } from '../words/texts.ts'
import { layout, ORDERS, type Order, order, setLayout, setOrder } from './preferences.ts'

interface Parts {
  readonly tournament: string
  readonly round: string
  readonly info: ReadonlySignal<TournamentResponse | null>
  /** The reader's delay, minutes. */
  readonly late: ReadonlySignal<number>
  /** How many boards wait for the arbiter. */
  readonly waits: ReadonlySignal<number>
  readonly wanted: Signal<string>
  /** Moves the focus to the first board that waits. */
  toWaiting(): void
  /** Scrolls to the links below the boards, on a telephone. */
  toFoot(): void
}

/** The service's present, ms since 1970, updated each half second. */
export const wallClock = signal(Date.now())

export function roundHead({ tournament, round, info, late, waits, wanted, toWaiting, toFoot }: Parts): View {
  const known = info.value
  const { state } = connectionStatus.value
  const name = known?.name ?? tournament
  return html`<div class="round-title">
      <h1>${name} <span>${t('round', { round })}</span></h1>
      <p>
        ${known?.site ?? ''}
        ${late.value > 0 ? html`<span class="chip">${t('delayed', { minutes: late.value })}</span>` : nothing}
        ${isSignedIn.value ? nothing : html`<span class="chip">${t('public-view')}</span>`}
      </p>
    </div>
    ${
      isSignedIn.value
        ? html`<button class="waits ${waits.value > 0 ? 'some' : ''}" ?disabled=${waits.value === 0} @click=${toWaiting}>${t('needs-arbiter')}: <b>${waits.value}</b></button>`
        : nothing
    }
    <span class="wall"><span class="link ${state}" title=${t(state === 'read' || state === 'stale' ? 'connecting' : state)}><i></i></span><time>${formatTimeOfDay(wallClock.value, false)}</time></span>
    <button class="to-foot" aria-label=${t('files')} title=${t('files')} @click=${toFoot}>⋯</button>
    <input
      type="search"
      placeholder=${t('filter')}
      aria-label=${t('filter')}
      .value=${wanted.value}
      @input=${(event: Event) => {
        wanted.value = (event.target as HTMLInputElement).value
      }}
    />
    <span class="round-tools">
      <select aria-label=${t('order')} @change=${(event: Event) => setOrder((event.target as HTMLSelectElement).value as Order)}>
        ${ORDERS.map((each) => html`<option value=${each} ?selected=${each === order.value}>${t(`order-${each}`)}</option>`)}
      </select>
      <button aria-pressed=${String(layout.value === 'list')} @click=${() => setLayout(layout.peek() === 'list' ? 'tiles' : 'list')}>${t('as-list')}</button>
      ${isSignedIn.value ? html`<button aria-pressed=${String(soundOn.value)} @click=${toggleSound}>${t('sound')}</button>` : nothing}
    </span>`
}
