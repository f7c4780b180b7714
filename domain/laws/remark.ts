/** Facts beside a verdict: what an arbiter may choose, and what else there is to know. */
import type { Penalty } from '../../events/index.ts'
import type { ArgumentsOf, Remark } from '../reasons.ts'
import type { EN_REMARKS, RemarkCode } from './text/remarks/en.ts'

/** A fact by its code. The sentences are in `text/remarks`, one table a language. */
export const remark = <Code extends RemarkCode>(
  code: Code,
  ...[params]: ArgumentsOf<(typeof EN_REMARKS)[Code]>
): Remark => ({ code, params: params ?? {} })

/** A penalty that the arbiter may choose: its name is the code. */
export const penaltyOption = (penalty: Penalty): Remark => ({ code: penalty, params: {} })
