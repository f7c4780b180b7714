/** The field of a time control: chosen by its name or typed, with a bar for each of its periods. */
import { type Signal, signal } from '@preact/signals-core'
import {
  parseRecordedControl,
  readFiguresAsMinutes,
  writeTimeControl,
} from '../../../../domain/clock/index.ts'
import { playByTimeControl } from '../../../../domain/laws/play-by-time.ts'
import { EDITIONS, type TimeControl } from '../../../../events/vocabulary.ts'
import { formatClockTime, formatDuration } from '../clock/text.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t, tDynamic } from '../words/texts.ts'

/** The usual time controls, by the names that organisers use. */
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
  /** Figures without units, of which the user has to say whether they are seconds or minutes. */
  | { readonly ok: false; readonly seconds: TimeControl; readonly minutes: TimeControl }

/** Reads the text of the field; an empty one means no clock. `inSeconds`: the text of which the user said that its figures are seconds. */
export function readControl(text: string, inSeconds: string): ReadControl {
  if (text.trim() === '') return { ok: true, control: null }
  const read = parseRecordedControl(text)
  if (!read.ok) return { ok: false, ...read.error }
  const minutes = text === inSeconds ? null : readFiguresAsMinutes(text)
  return minutes === null || read.value === null
    ? { ok: true, control: read.value }
    : { ok: false, seconds: read.value, minutes }
}

export const controlText = (control: TimeControl | undefined): string =>
  control === undefined ? '' : writeTimeControl(control)

/** What is written in the field, as long as the form is open. */
export interface TimeControlChoice {
  readonly text: Signal<string>
  /** The text of which the user said that its figures are seconds. */
  readonly inSeconds: Signal<string>
}

export function createTimeControlChoice(present: TimeControl | undefined): TimeControlChoice {
  const text = controlText(present)
  // Stored time controls are in seconds.
  return { text: signal(text), inSeconds: signal(text) }
}

/** Reads what is written in the field now. */
export const chosenControl = ({ text, inSeconds }: TimeControlChoice): ReadControl =>
  readControl(text.value, inSeconds.value)

/** `required`: the field may not be emptied. */
export function timeControlField(choice: TimeControlChoice, { required = false } = {}): View {
  const text = choice.text.value
  const change = (next: string) => {
    choice.text.value = next
  }
  const confirmSeconds = () => {
    choice.inSeconds.value = choice.text.peek()
  }
  const read = chosenControl(choice)
  return html`<fieldset class="time-control">
    <legend>${t('time-control')}</legend>
    <label>${t('by-name')}<select aria-label=${t('by-name')} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${text === ''}>—</option>
      ${COMMON.map(([name, value]) => html`<option value=${value} ?selected=${value === text}>${name}</option>`)}
    </select></label>
    <label>${t('by-hand')}<input name="time-control" autocomplete="off" ?required=${required} placeholder="40/5400+30:1800+30, 90'+30&quot;" .value=${text} @input=${(event: Event) => change((event.target as HTMLInputElement).value)} /></label>
    ${readingView(read)}
  </fieldset>`

  function readingView(reading: ReadControl): View {
    if (reading.ok) return reading.control === null ? nothing : periods(reading.control)
    if ('code' in reading)
      return html`<p class="failure" role="alert">${tDynamic(`control-${reading.code}`)}<br /><small lang="en">${reading.message}</small></p>`
    const { minutes, seconds } = reading
    return html`<div class="minutes-or-seconds" role="alert"><p class="failure">${t('minutes-or-seconds', { text })}</p>
      <div class="row"><button type="button" @click=${() => change(writeTimeControl(minutes))}>${spelledOut(minutes)}</button>
      <button type="button" @click=${confirmSeconds}>${spelledOut(seconds)}</button></div></div>`
  }
}

/** A hint where the time control is of another kind by the Laws than `play`, by which games are judged. */
export function playHint(read: ReadControl, wantedEdition: string, play: string): View {
  const edition = EDITIONS.find((each) => each === wantedEdition)
  if (!read.ok || read.control === null || edition === undefined) return nothing
  const measured = playByTimeControl(read.control, edition)
  return measured === play
    ? nothing
    : html`<p class="play-hint warning" role="status">${t('play-by-time', { play: t(`play-${measured}`), chosen: tDynamic(`play-${play}`) })}</p>`
}

/** `40: 1 h 30 min + 30 s, 30 min + 30 s` */
const spelledOut = ({ periods: all }: TimeControl): string =>
  all
    .map(
      ({ moves, time, bonus = 0 }) =>
        `${moves === undefined ? '' : `${moves}: `}${formatDuration(time)}${bonus > 0 ? ` + ${formatDuration(bonus)}` : ''}`,
    )
    .join(', ')

/** The time of a period, below an hour with units: `1:30` would be read as an hour and a half. */
const periodTime = (ms: number): string => (ms < 3_600_000 ? formatDuration(ms) : formatClockTime(ms))

/** A bar for each period, as long as its time. */
function periods({ periods: all }: TimeControl): View {
  return html`<ol class="periods">${all.map(
    ({ moves, time, bonus = 0 }) =>
      html`<li><meter min="0" max=${Math.max(...all.map((each) => each.time))} value=${time}></meter>
        <b>${periodTime(time)}</b>${bonus > 0 ? ` + ${formatDuration(bonus)}` : ''}${moves === undefined ? '' : ` · ${t('for-moves', { moves })}`}</li>`,
  )}</ol>`
}
