/** The form of both clocks, their periods and move counters, which are set with a report or left as they are. */
import type { Side } from '../../../../events/vocabulary.ts'
import { formatClockTime, parseClockTime } from '../clock/text.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t } from '../words/texts.ts'
import type { ClockSetting } from './restored-clocks.ts'

/** The values of the form. */
export interface ClockFields {
  readonly set: boolean
  /** Where the clocks are not set: whether it is recorded that they stay as they are. */
  readonly leave: boolean
  readonly fields: Readonly<Record<string, string>>
}

const SIDES: readonly Side[] = ['white', 'black']

export function clockFieldsOf(setting: ClockSetting): ClockFields {
  const fields = SIDES.flatMap((side) => [
    [`${side}-time`, formatClockTime(setting[side])],
    [`${side}-period`, String(setting.period[side])],
    [`${side}-moves`, String(setting.moveCounter[side])],
  ])
  return { set: true, leave: true, fields: Object.fromEntries(fields) }
}

const count = (text: string | undefined, least: number): number | null =>
  text !== undefined && /^\d{1,4}$/.test(text.trim()) && Number(text) >= least ? Number(text) : null

/** Reads the fields; null where one cannot be read. */
export function parseClockFields({ fields }: ClockFields): ClockSetting | null {
  const read = (name: string, least: number) => SIDES.map((side) => count(fields[`${side}-${name}`], least))
  const [white, black] = SIDES.map((side) => parseClockTime(fields[`${side}-time`] ?? ''))
  const [whitePeriod, blackPeriod] = read('period', 1)
  const [whiteMoves, blackMoves] = read('moves', 0)
  if (white == null || black == null) return null
  if (whitePeriod == null || blackPeriod == null || whiteMoves == null || blackMoves == null) return null
  return {
    white,
    black,
    period: { white: whitePeriod, black: blackPeriod },
    moveCounter: { white: whiteMoves, black: blackMoves },
  }
}

/** Both clocks as fields: time, period, moves. */
export function clocksFields(written: ClockFields, change: (written: ClockFields) => void): View {
  const input = (name: string, label: string, mode: string) =>
    html`<input name=${name} aria-label=${label} inputmode=${mode} autocomplete="off" .value=${written.fields[name] ?? ''} @input=${({
      target,
    }: Event) => {
      const { value } = target as HTMLInputElement
      change({ ...written, fields: { ...written.fields, [name]: value } })
    }} />`
  return html`<div class="clocks-fields">
      <span></span><span>${t('time')}</span><span>${t('period')}</span><span>${t('moves-made')}</span>
      ${SIDES.map(
        (side) =>
          html`<span>${t(side)}</span>${input(`${side}-time`, `${t(side)}: ${t('time')}`, 'text')}${input(`${side}-period`, `${t(side)}: ${t('period')}`, 'numeric')}${input(`${side}-moves`, `${t(side)}: ${t('moves-made')}`, 'numeric')}`,
      )}
    </div>
    ${parseClockFields(written) === null ? html`<p class="failure" role="alert">${t('clocks-bad')}</p>` : nothing}`
}

/** The same with a checkbox for whether the clocks are set, and a note on what their times are based on. */
export function clocksForm(
  written: ClockFields,
  /** Whether a correction takes the end of the game back; else a position is restored. */
  correctsReports: boolean,
  change: (written: ClockFields) => void,
): View {
  return html`<fieldset class="clocks-form">
    <legend>${t(correctsReports ? 'clocks-reopened' : 'clocks-after')}</legend>
    <label class="check"><input type="checkbox" name="set-clocks" .checked=${written.set} @change=${({
      target,
    }: Event) => {
      change({ ...written, set: (target as HTMLInputElement).checked })
    }} /> ${t('clocks-set')}</label>
    ${
      written.set
        ? html`${clocksFields(written, change)}<p class="small">${t(correctsReports ? 'clocks-reopened-note' : 'clocks-note')}</p>`
        : correctsReports
          ? nothing
          : html`<label class="check"><input type="checkbox" name="leave-clocks" .checked=${written.leave} @change=${({
              target,
            }: Event) => {
              change({ ...written, leave: (target as HTMLInputElement).checked })
            }} /> ${t('leave-times')}</label>`
    }
  </fieldset>`
}
