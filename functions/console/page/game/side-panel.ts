/** The panel beside the board, with tabs for verdicts, events, claims and entry by hand. */
import { computed } from '@preact/signals-core'
import { canReport } from '../api/session.ts'
import { claimsHelper } from '../claims/helper.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t } from '../words/texts.ts'
import { eventLogView } from './event-log.ts'
import { type GameParts, TABS, type Tab } from './game-parts.ts'

/** How many verdicts wait for the arbiter, and one more where the board has a question. */
export const waitingCount = ({ cursor, source }: GameParts): number =>
  Number(cursor.present.value?.state.question !== undefined) +
  (source()?.frame(source()!.head)?.state.verdicts ?? []).filter(({ status }) => status === 'awaits-arbiter')
    .length

const openTabs = ({ session }: GameParts): readonly Tab[] =>
  session.events.value === null ? [] : canReport.value ? TABS : TABS.slice(0, 3)

export function sidePanel(parts: GameParts, side: HTMLElement): () => View {
  const { session, tab } = parts
  const times = computed(() => session.source.value?.timelineEvents.map(({ at }) => at) ?? [])
  return () => {
    const open = openTabs(parts)
    if (open.length === 0)
      return html`<p class="empty">${session.source.value === null ? t('loading') : t('public-view')}</p>`
    const shown = open.includes(tab.value) ? tab.value : 'verdicts'
    return html`<div class="tabs" role="tablist" @keydown=${(event: KeyboardEvent) => walkTabs(event, parts, side)}>
        ${open.map((each) => tabButton(parts, each, each === shown))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby="tab-${shown}">${content(parts, shown, times.value)}</div>`
  }
}

function tabButton(parts: GameParts, each: Tab, isShown: boolean): View {
  const count = each === 'verdicts' ? waitingCount(parts) : 0
  return html`<button role="tab" id="tab-${each}" aria-controls="tab-panel" aria-selected=${String(isShown)} tabindex=${isShown ? 0 : -1} @click=${() => {
    parts.tab.value = each
  }}>${t(each)}${count > 0 ? html` <span class="count">${count}</span>` : nothing}</button>`
}

function content(parts: GameParts, shown: Tab, times: readonly number[]): View {
  if (shown === 'events') return listedEvents(parts, times)
  if (shown === 'claims') return claimsHelper(parts.cursor)
  return shown === 'enter' ? parts.entry.view() : parts.verdicts.view()
}

function listedEvents(
  { session, reporters, correction, sans, cursor }: GameParts,
  times: readonly number[],
): View {
  const events = session.events.value ?? []
  reporters.load(events.length)
  return eventLogView(events, times, sans.value, cursor, reporters, canReport.value ? correction.open : null)
}

/** Left and right go from tab to tab. */
function walkTabs(event: KeyboardEvent, parts: GameParts, side: HTMLElement): void {
  const open = openTabs(parts)
  const here = open.indexOf(parts.tab.value)
  const to = event.key === 'ArrowRight' ? here + 1 : event.key === 'ArrowLeft' ? here - 1 : null
  if (to === null) return
  event.stopPropagation()
  parts.tab.value = open[(to + open.length) % open.length]!
  requestAnimationFrame(() => side.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
}
