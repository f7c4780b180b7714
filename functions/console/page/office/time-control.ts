/** A time control by its name or as it is written, with a picture of its periods. */
import { parseTimeControl, writeTimeControl } from '../../../../domain/clock/index.ts'
import type { TimeControl } from '../../../../events/vocabulary.ts'
import { formatClockTime, formatDuration } from '../clock/text.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t, tDynamic } from '../words/texts.ts'

/** What is played most, as organisers call it. */
const COMMON: readonly (readonly [name: string, text: string])[] = [
  ['90 min / 40 + 30 min, 30 s', '40/5400+30:1800+30'],
  ['90 min + 30 s', '5400+30'],
  ['60 min + 30 s', '3600+30'],
  ['25 min + 10 s', '1500+10'],
  ['15 min + 10 s', '900+10'],
  ['10 min + 5 s', '600+5'],
  ['5 min + 3 s', '300+3'],
  ['3 min + 2 s', '180+2'],
]

export type ReadControl =
  | { readonly ok: true; readonly control: TimeControl | null }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Nothing written: no clock. */
export function readControl(text: string): ReadControl {
  if (text.trim() === '') return { ok: true, control: null }
  const read = parseTimeControl(text)
  return read.ok ? { ok: true, control: read.value } : { ok: false, ...read.error }
}

export const controlText = (control: TimeControl | undefined): string =>
  control === undefined ? '' : writeTimeControl(control)

export function timeControlField(text: string, change: (text: string) => void): View {
  const read = readControl(text)
  return html`<fieldset class="time-control">
    <legend>${t('time-control')}</legend>
    <label>${t('by-name')}<select aria-label=${t('by-name')} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${text === ''}>—</option>
      ${COMMON.map(([name, value]) => html`<option value=${value} ?selected=${value === text}>${name}</option>`)}
    </select></label>
    <label>${t('by-hand')}<input name="time-control" autocomplete="off" placeholder="40/5400+30:1800+30, 90'+30&quot;" .value=${text} @input=${(event: Event) => change((event.target as HTMLInputElement).value)} /></label>
    ${read.ok ? (read.control === null ? nothing : periods(read.control)) : html`<p class="failure" role="alert">${tDynamic(`control-${read.code}`)}<br /><small lang="en">${read.message}</small></p>`}
  </fieldset>`
}

/** A bar for each period, as long as its time. */
function periods({ periods: all }: TimeControl): View {
  return html`<ol class="periods">${all.map(
    ({ moves, time, bonus = 0 }) =>
      html`<li><meter min="0" max=${Math.max(...all.map((each) => each.time))} value=${time}></meter>
        <b>${formatClockTime(time)}</b>${bonus > 0 ? ` + ${formatDuration(bonus)}` : ''}${moves === undefined ? '' : ` · ${t('for-moves', { moves })}`}</li>`,
  )}</ol>`
}
