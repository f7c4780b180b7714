/** Facts beside a verdict: what an arbiter may choose, and what else there is to know. */
import type { Penalty } from '../../events/index.ts'
import type { Remark, RemarkParam } from '../state/state.ts'
import type { EN_REMARKS, RemarkCode } from './text/remarks/en.ts'

type SlotsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotsIn<Rest>
  : never

/** What a code needs said besides: a value for each slot of its English text. */
type ParamsOf<Code extends RemarkCode> = { [Slot in SlotsIn<(typeof EN_REMARKS)[Code]>]: RemarkParam }

type Arguments<Code extends RemarkCode> =
  SlotsIn<(typeof EN_REMARKS)[Code]> extends never ? [] : [params: ParamsOf<Code>]

/** A fact by its code. The sentences are in `text/remarks`, one table a language. */
export const remark = <Code extends RemarkCode>(code: Code, ...[params]: Arguments<Code>): Remark => ({
  code,
  params: params ?? {},
})

/** A penalty that the arbiter may choose: its name is the code. */
export const penaltyOption = (penalty: Penalty): Remark => ({ code: penalty, params: {} })
