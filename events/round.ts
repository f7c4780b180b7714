/** A round's own stream, beside its games'. */
import { gameDefaults, namesSomething } from './opening.ts'
import { count, fields, flag, freeText, id, instant, ruled } from './primitives.ts'

/** What holds for the round's games unless one is opened with something else. */
const defaults = fields({
  ...gameDefaults,
  edition: gameDefaults.edition.optional(),
  play: gameDefaults.play.optional(),
})

const description = { start: instant.optional(), defaults: defaults.optional() }

const corrections = ruled(fields(description), namesSomething, 'a correction names at least one field')

export const round = {
  'round-opened': fields({ tournament: id, round: id, ...description }),
  /** `chosen`: nobody named the board; the game makes room for one that does. */
  'board-assigned': fields({ board: count(1, 100_000), game: id, chosen: flag.optional() }),
  'round-published': fields({}),
  'details-corrected': fields({ fields: corrections, reason: freeText }),
  'round-closed': fields({}),
}
