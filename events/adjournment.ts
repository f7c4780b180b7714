/** Schemas of an adjournment's events, with the sealed move, and of moves announced aloud (Appendix D). */
import { fields, instant, line, millis, moveNumber, sha256Hex } from './primitives.ts'

export const adjournmentSchemas = {
  /** `sessionEnds`: when the session nominally ends, where a player adjourns before that (2018: I.1.2). */
  'sealing-requested': fields({ sessionEnds: instant.optional() }),
  /** `commitment`: SHA-256 of the salt followed by the text, both in UTF-8, as hex. */
  'move-sealed': fields({ commitment: sha256Hex, moveNumber }),
  /** `white` and `black` are times used, not times left, as the envelope states them (2018: I.2). */
  'game-adjourned': fields({ white: millis, black: millis, resumesAt: instant.optional() }),
  'envelope-opened': fields({ text: line(200), salt: line(200) }),
  'envelope-lost': fields({}),
  'play-resumed': fields({}),
  'move-announced': fields({ text: line(200) }),
  'announcement-corrected': fields({ text: line(200) }),
}
