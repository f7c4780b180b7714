/** Schemas of what arbiters notice, restore, impose, grant and set, and of incidents and appeals. */
import {
  fen,
  fields,
  freeText,
  line,
  millis,
  numberBetween,
  oneOf,
  points,
  ruleName,
  seq,
  seqs,
  side,
  trueOrFalse,
  withRule,
  writtenResult,
} from './primitives.ts'
import { INCIDENTS, IRREGULARITIES, PENALTIES, VERDICT_DECISIONS } from './vocabulary.ts'

const positionRestored = withRule(
  fields({ seq: seq.optional(), fen: fen.optional() }),
  (given) => (given.seq === undefined) !== (given.fen === undefined),
  'a position is restored either to seq or to fen',
)

/** Points that a penalty gives or takes, e.g. 0.5. */
const penaltyPoints = numberBetween(0, 100, 'points from 0 to 100')

const timeGranted = withRule(
  fields({ white: millis.optional(), black: millis.optional(), reason: freeText }),
  (given) => given.white !== undefined || given.black !== undefined,
  'a grant of time names white, black or both',
)

const appeal = () => fields({ note: freeText, result: writtenResult.optional() })

export const arbiterSchemas = {
  'irregularity-noticed': fields({ kind: oneOf(IRREGULARITIES), seqs: seqs.optional() }),
  'position-restored': positionRestored,
  'penalty-imposed': fields({
    on: side,
    penalty: oneOf(PENALTIES),
    ms: millis.optional(),
    points: penaltyPoints.optional(),
    article: line(64).optional(),
    note: freeText.optional(),
  }),
  /** `rule` and `seq` name the verdict that is decided: its rule, and the event at which it arose. */
  'verdict-decided': fields({
    rule: ruleName,
    seq,
    decision: oneOf(VERDICT_DECISIONS),
    note: freeText.optional(),
  }),
  'time-granted': timeGranted,
  /** `article`: the one the arbiter refers to, as the edition numbers it. `device`: in what state a phone was found. */
  'incident-recorded': fields({
    kind: oneOf(INCIDENTS),
    side: side.optional(),
    article: line(64).optional(),
    device: fields({ off: trueOrFalse, onPerson: trueOrFalse }).optional(),
    note: freeText.optional(),
  }),
  'result-set': fields({ white: points, black: points, reason: freeText }),
  'appeal-lodged': appeal(),
  'appeal-decided': appeal(),
}
