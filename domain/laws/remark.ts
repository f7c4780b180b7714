/** Makes the remarks of verdicts: the arbiter's options, and notes. */
import type { Penalty } from '../../events/index.ts'
import type { ArgumentsOf, Remark } from '../reasons.ts'
import type { EN_REMARKS, RemarkCode } from './text/remarks/en.ts'

/** A remark by its code. Its sentences are in `text/remarks`, one table a language. */
export const remark = <Code extends RemarkCode>(
  code: Code,
  ...[params]: ArgumentsOf<(typeof EN_REMARKS)[Code]>
): Remark => ({ code, params: params ?? {} })

/** The option of a penalty, whose name is the code. */
export const penaltyOption = (penalty: Penalty): Remark => ({ code: penalty, params: {} })
