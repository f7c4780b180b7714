/** Schemas of a game's opening and setup: who plays, under which Laws, with what time, from which position. */
import * as z from 'zod'
import {
  date,
  fen,
  fideId,
  fields,
  freeText,
  id,
  languageCode,
  line,
  listOf,
  millis,
  moveNumber,
  name,
  numberBetween,
  oneOf,
  ordinal,
  side,
  text,
  trueOrFalse,
  wholeBetween,
  withRule,
} from './primitives.ts'
import {
  BONUS_MODES,
  DUTIES,
  EDITIONS,
  OVERLAYS,
  PHONE_PENALTIES,
  PLAYS,
  SETUP_FAULTS,
  SUPERVISIONS,
  TIME_BASES,
  TURNOVERS,
} from './vocabulary.ts'

/** Is there at least one field? */
export const hasAnyField = (given: object): boolean => Object.keys(given).length > 0

/**
 * A player as entered. All fields are personal data and stored apart, save two on which rules depend: `visuallyImpaired`, and
 * `language`, in whose piece letters the player writes moves.
 */
const playerFields = {
  name: name(200),
  fideId: fideId.optional(),
  title: line(16).optional(),
  rating: wholeBetween(0, 4000).optional(),
  federation: line(32).optional(),
  visuallyImpaired: trueOrFalse.optional(),
  language: languageCode.optional(),
}
const player = fields(playerFields)

/** What was wrong in a player's entry: the fields that change; null removes a field. */
const playerCorrection = withRule(
  fields({
    ...playerFields,
    name: playerFields.name.optional(),
    fideId: fideId.nullish(),
    title: playerFields.title.nullable(),
    rating: playerFields.rating.nullable(),
    federation: playerFields.federation.nullable(),
    language: playerFields.language.nullable(),
  }),
  hasAnyField,
  'a correction of a player names at least one field',
)

const period = fields({
  moves: wholeBetween(1, 1000).optional(),
  time: millis,
  bonus: millis.optional(),
  mode: oneOf(BONUS_MODES).optional(),
})

/** `moves` says where a period ends, so every period but the last has it, and the last has none. */
export const timeControl = fields({
  periods: listOf(period, 1, 10, 'a list of 1 to 10 periods'),
  turnover: oneOf(TURNOVERS).optional(),
}).check((given) => {
  const last = given.value.periods.length - 1
  given.value.periods.forEach((entry, i) => {
    if ((entry.moves === undefined) === (i === last)) return
    given.issues.push({
      code: 'custom',
      input: entry.moves,
      path: ['periods', i, 'moves'],
      message:
        i === last
          ? 'the last period runs to the end of the game and has no moves'
          : 'every period but the last says after how many moves it ends',
    })
  })
})

/** Points for a result, e.g. 1, 0.5, 0 or 3, 1, 0. */
const pointsForResult = numberBetween(-100, 100, 'points from -100 to 100').optional()

const roundWeight = fields({ round: id, weight: numberBetween(0, 100, 'a weight from 0 to 100') })

/** `roundWeights`: how often a round's points count in the standings; a round that is not named counts once. */
const scoring = fields({
  win: pointsForResult,
  draw: pointsForResult,
  loss: pointsForResult,
  forfeitWin: pointsForResult,
  forfeitLoss: pointsForResult,
  roundWeights: listOf(roundWeight, 1, 100, 'a list of 1 to 100 rounds and weights').optional(),
})

/** What an event's regulations settle where the Laws leave it to them; what is absent follows the overlay, then the edition. */
export const regulations = fields({
  defaultTime: millis.optional(),
  noDrawOffersBefore: z
    .union([moveNumber, z.literal('ever')], { error: 'a move number or "ever"' })
    .optional(),
  quickplayFinish: trueOrFalse.optional(),
  illegalMovesToLose: wholeBetween(1, 100).optional(),
  illegalMoveBonus: millis.optional(),
  wrongClaimBonus: millis.optional(),
  phonePenalty: oneOf(PHONE_PENALTIES).optional(),
  scoring: scoring.optional(),
  overlay: oneOf(OVERLAYS).optional(),
  intendedMoveClaimNeedsWriting: trueOrFalse.optional(),
  devicesInBag: trueOrFalse.optional(),
  reportLeaving: trueOrFalse.optional(),
  adjournment: trueOrFalse.optional(),
})

/** Chess960's starting positions are numbered 0 … 959 (Scharnagl); 518 is that of standard chess. */
const start = withRule(
  fields({ chess960: wholeBetween(0, 959).optional(), fen: fen.optional() }),
  (given) => (given.chess960 === undefined) !== (given.fen === undefined),
  'a start is either a chess960 number or a fen',
)

/** Where an imported game came from. `timeBasis` says whether its instants were reported, derived, or stand for nothing. */
const source = fields({
  kind: line(64),
  tags: z.record(line(255), text(2000), { error: 'an object of tag names and texts' }).optional(),
  digest: line(128).optional(),
  timeBasis: oneOf(TIME_BASES),
})

/** What a tournament or a round may settle for all its games: defaults of each game when it is opened (`roundGameDefaults`). */
export const gameDefaults = {
  event: name(255).optional(),
  site: name(255).optional(),
  date: date.optional(),
  /** A part of the event that has a table of its own, such as `tie-break`. */
  stage: line(255).optional(),
  edition: oneOf(EDITIONS),
  play: oneOf(PLAYS),
  supervision: oneOf(SUPERVISIONS).optional(),
  timeControl: timeControl.optional(),
  regulations: regulations.optional(),
}

const description = {
  ...gameDefaults,
  round: ordinal.optional(),
  board: ordinal.optional(),
  start: start.optional(),
  source: source.optional(),
}

const corrections = withRule(
  fields({
    ...description,
    edition: description.edition.optional(),
    play: description.play.optional(),
    white: playerCorrection.optional(),
    black: playerCorrection.optional(),
  }),
  hasAnyField,
  'a correction names at least one field',
)

export const openingSchemas = {
  'game-opened': fields({ white: player, black: player, ...description }),
  'player-arrived': fields({ side }),
  'session-started': fields({}),
  'setup-corrected': fields({ what: oneOf(SETUP_FAULTS), fen: fen.optional(), note: freeText.optional() }),
  'details-corrected': fields({ fields: corrections, reason: freeText }),
  'assistant-appointed': fields({
    side,
    duties: listOf(oneOf(DUTIES), 1, DUTIES.length, `a list of duties: any of ${DUTIES.join(', ')}`),
  }),
  'two-boards-agreed': fields({}),
}
