/** Remarks of verdicts as sentences of a language. */
import type { Remark, RemarkParam } from '../../reasons.ts'
import type { RemarkCode, Remarks } from './remarks/en.ts'

/** Translates a string that fills a slot and is no remark: a move, a penalty's name. */
export type TellSlot = (slot: string, value: string) => string

const asItStands: TellSlot = (_, value) => value

const hasCode = (remarks: Remarks, code: string): code is RemarkCode => Object.hasOwn(remarks, code)

/** `15`, or with seconds `15:10`. */
function minutesText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** `1:05:30` */
function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** `1:05:30`, below an hour `36:12`, as a clock shows it. */
const clockText = (ms: number): string => spanText(ms).replace(/^0:0?/, '')

/** What the two clocks show. */
const SHOWN: readonly string[] = ['whiteMs', 'blackMs']

function filled(slot: string, value: RemarkParam, remarks: Remarks, tell: TellSlot): string {
  if (typeof value === 'number') {
    if (slot === 'lengthMs') return minutesText(value)
    if (SHOWN.includes(slot)) return clockText(value)
    return slot.endsWith('Ms') ? spanText(value) : String(value)
  }
  if (typeof value === 'string') return tell(slot, value)
  if (isRemark(value)) return remarkInWords(value, remarks, tell) ?? value.code
  return value.map((each) => tell(slot, each)).join(' ')
}

const isRemark = (value: Exclude<RemarkParam, string | number>): value is Remark => 'code' in value

/** The remark's sentence from the table `remarks`; null where the table has no such code, as for a penalty. */
export function remarkInWords(remark: Remark, remarks: Remarks, tell: TellSlot = asItStands): string | null {
  const { code, params } = remark
  if (!hasCode(remarks, code)) return null
  return remarks[code].replaceAll(/\{(\w+)\}/g, (_, slot: string) =>
    filled(slot, params[slot] ?? '', remarks, tell),
  )
}
