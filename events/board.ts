/** Schemas of what happens on the board: touches, lifts, placements, releases, whole moves and displaced pieces. */
import * as z from 'zod'
import {
  fen,
  fields,
  line,
  oneOf,
  piece,
  promotion,
  square,
  squares,
  trueOrFalse,
  withRule,
} from './primitives.ts'
import { CASTLINGS, INTENTS, SIDES } from './vocabulary.ts'

/**
 * A whole move. Only a king that castles in Chess960 may end where it began. `inverted`: the promoted rook stands upside down;
 * `announcedAs`: what its player called it.
 */
const moveMade = withRule(
  fields({
    from: square,
    to: square,
    promotion: promotion.optional(),
    castling: oneOf(CASTLINGS).optional(),
    hands: z.literal([1, 2], { error: '1 or 2' }).optional(),
    inverted: trueOrFalse.optional(),
    announcedAs: line(64).optional(),
  }),
  (move) => move.from !== move.to || move.castling !== undefined,
  'a piece ends on another square than it came from, save a castling king (with castling named)',
  'to',
)

export const boardSchemas = {
  'adjust-announced': fields({ squares: squares.optional() }),
  'piece-touched': fields({
    squares,
    simultaneous: trueOrFalse.optional(),
    intent: oneOf(INTENTS).optional(),
  }),
  'piece-lifted': fields({ square }),
  'piece-placed': fields({ square, piece }),
  'piece-released': fields({ square }),
  'move-made': moveMade,
  /** `side` is the wing; a colour, the vocabulary's general word for a side, is taken too and adds nothing to `by`. */
  'castling-announced': fields({ side: oneOf([...CASTLINGS, ...SIDES]).optional() }),
  'pieces-displaced': fields({ squares: squares.optional(), accidental: trueOrFalse.optional() }),
  'pieces-restored': fields({ fen: fen.optional() }),
}
