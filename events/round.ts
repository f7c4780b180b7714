/** Schemas of the events of a round's own stream. */
import { gameDefaults, hasAnyField } from './opening.ts'
import { fields, freeText, id, instant, trueOrFalse, wholeBetween, withRule } from './primitives.ts'

/** What holds for the round's games unless one is opened with something else. */
const defaults = fields({
  ...gameDefaults,
  edition: gameDefaults.edition.optional(),
  play: gameDefaults.play.optional(),
})

const description = { start: instant.optional(), defaults: defaults.optional() }

const corrections = withRule(fields(description), hasAnyField, 'a correction names at least one field')

export const roundSchemas = {
  'round-opened': fields({ tournament: id, round: id, ...description }),
  /** `chosen`: the service chose the board; the game gets another one when a game is opened that names this board. */
  'board-assigned': fields({ board: wholeBetween(1, 100_000), game: id, chosen: trueOrFalse.optional() }),
  /** The pair is taken out of the round before its game has begun; the board is free. */
  'board-vacated': fields({ game: id, reason: freeText }),
  'round-published': fields({}),
  'details-corrected': fields({ fields: corrections, reason: freeText }),
  'round-closed': fields({}),
}
