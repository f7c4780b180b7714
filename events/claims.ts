/** Schemas of draw offers, claims and resignations. */
import { fields, freeText, line, oneOf, seq, seqs, trueOrFalse } from './primitives.ts'
import { CLAIM_SUBJECTS, DECISIONS, DRAW_BASES, EVIDENCES } from './vocabulary.ts'

export const claimSchemas = {
  'draw-offered': fields({ condition: freeText.optional() }),
  'draw-accepted': fields({ spoken: trueOrFalse.optional() }),
  'draw-declined': fields({ spoken: trueOrFalse.optional() }),
  /** `move`: the move the player intends, as written on the scoresheet. */
  'draw-claimed': fields({
    basis: oneOf(DRAW_BASES),
    move: line(200).optional(),
    evidence: oneOf(EVIDENCES).optional(),
  }),
  'increment-requested': fields({}),
  'claim-made': fields({
    about: oneOf(CLAIM_SUBJECTS),
    seqs: seqs.optional(),
    evidence: oneOf(EVIDENCES).optional(),
    note: freeText.optional(),
  }),
  'claim-decided': fields({ claim: seq, decision: oneOf(DECISIONS), note: freeText.optional() }),
  resigned: fields({}),
}
