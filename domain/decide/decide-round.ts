/**
 * Decides what becomes of changes of a round and of games that are opened in it: the reports that the round's own record lacks, or
 * a refusal by code. It depends on the state of the round, on where games belong, and on what the reporter may read.
 */
import type { RoundReport } from '../../events/index.ts'
import type { Result } from '../result.ts'
import { type BoardSeat, boardOf, type GameDefaults, type RoundId, type RoundState } from '../state/round.ts'
import { type DecisionRefusal, type FieldFault, refusedFor } from './refusal.ts'
import { type SeatRequest, seatChanges, seatsFor } from './seats.ts'

/** A change of a round. Parts that hold already change nothing. */
export interface RoundChange {
  readonly boards?: readonly BoardSeat[] | undefined
  /** Games of pairs that are taken out of the round. */
  readonly removed?: readonly string[] | undefined
  readonly published?: true | undefined
  readonly closed?: true | undefined
  readonly start?: string | undefined
  readonly defaults?: Readonly<Record<string, unknown>> | undefined
  /** Why its description was wrong, or pairs were taken out. */
  readonly reason?: string | undefined
}

/** A report without the fields that are common to all reports of a round; its data is not validated yet. */
export interface RoundDraft {
  readonly type: RoundReport['type']
  readonly data: Readonly<Record<string, unknown>>
}

/** Reports that the round's record lacks, and the boards that the requested games then have. */
export interface SeatedDrafts {
  readonly drafts: readonly RoundDraft[]
  /** The board of each game. */
  readonly boards: ReadonlyMap<string, number>
}

/** A game that is to be opened in a round. */
interface WantedSeat extends SeatRequest {
  /** Where a game with this id belongs; null: there is none. */
  readonly belonging: Partial<RoundId> | null
}

/** The reports by which a change is made, none for parts that hold already; a new round is opened. Refused as `seatChanges` does. */
export function decideRoundChange(
  round: RoundState,
  id: RoundId,
  { boards = [], removed = [], published, closed, start, defaults, reason }: RoundChange,
): Result<RoundDraft[], DecisionRefusal> {
  const moved = seatChanges(round, boards)
  if (!moved.ok) return moved
  const seatedAgain = removed.flatMap((game, k): FieldFault[] =>
    boards.some((seat) => seat.game === game)
      ? [{ pointer: `/removed/${k}`, detail: `the game ${game} is given a board and taken out at once` }]
      : [],
  )
  if (seatedAgain.length > 0) return refusedFor('invalid', seatedAgain)
  const fields = { ...(start !== undefined && { start }), ...(defaults !== undefined && { defaults }) }
  const drafts: RoundDraft[] = [...openingOf(round, id)]
  if (Object.keys(fields).length > 0)
    drafts.push({ type: 'details-corrected', data: { fields, reason: reason ?? '' } })
  for (const game of new Set(removed))
    if (boardOf(round, game) !== null)
      drafts.push({ type: 'board-vacated', data: { game, reason: reason ?? '' } })
  for (const seat of moved.value) drafts.push({ type: 'board-assigned', data: { ...seat } })
  if (published === true && round.publishedAt === null) drafts.push({ type: 'round-published', data: {} })
  if (closed === true && round.closedAt === null) drafts.push({ type: 'round-closed', data: {} })
  return { ok: true, value: drafts }
}

/** The reports that give boards to games being opened; a new round is opened. Refused as `seatsFor` does. */
export function decideSeats(
  round: RoundState,
  id: RoundId,
  games: readonly SeatRequest[],
): Result<SeatedDrafts, DecisionRefusal> {
  const seats = seatsFor(round, games)
  if (!seats.ok) return seats
  const drafts = openingOf(round, id)
  for (const { game, board, chosen } of seats.value)
    if (round.boards.get(board) !== game)
      drafts.push({ type: 'board-assigned', data: { board, game, ...(chosen && { chosen }) } })
  return { ok: true, value: { drafts, boards: new Map(seats.value.map(({ game, board }) => [game, board])) } }
}

const openingOf = (round: RoundState, id: RoundId): RoundDraft[] =>
  round.events.length === 0 ? [{ type: 'round-opened', data: { ...id } }] : []

/** A game whose pair is to be taken out of its round. */
interface LeavingGame extends Pick<WantedSeat, 'id' | 'belonging'> {
  /** Play has begun, or the game has a result. */
  readonly hasBegun: boolean
}

/** Refuses (`invalid`) taking out games of other rounds, and games that have begun: what was played stays in its round. */
export function refuseLeaving(id: RoundId, games: readonly LeavingGame[]): Result<null, DecisionRefusal> {
  const faults = games.flatMap(({ id: game, belonging, hasBegun }, k): FieldFault[] => {
    const pointer = `/removed/${k}`
    if (belonging === null || !isOfRound(belonging, id))
      return [{ pointer, detail: `the game ${game} was not opened in this round` }]
    return hasBegun
      ? [{ pointer, detail: `the game ${game} has begun; only a pair that has not played is taken out` }]
      : []
  })
  return faults.length > 0 ? refusedFor('invalid', faults) : { ok: true, value: null }
}

/** Refuses (`invalid`) boards for games that were not opened in this round. */
export function refuseForeignSeats(
  id: RoundId,
  seats: readonly Pick<WantedSeat, 'id' | 'belonging'>[],
): Result<null, DecisionRefusal> {
  const faults = seats.flatMap(({ id: game, belonging }, k): FieldFault[] =>
    belonging !== null && isOfRound(belonging, id)
      ? []
      : [{ pointer: `/boards/${k}/game`, detail: `the game ${game} was not opened in this round` }],
  )
  return faults.length > 0 ? refusedFor('invalid', faults) : { ok: true, value: null }
}

/**
 * Refuses (`id-reused`) ids of games that were opened elsewhere: they get no board here. The refusal names that place where
 * `mayRead` allows it.
 */
export function refuseForeignIds(
  id: RoundId,
  games: readonly WantedSeat[],
  mayRead: (place: Partial<RoundId>) => boolean,
): Result<null, DecisionRefusal> {
  const faults = games.flatMap(({ id: game, belonging }, index): FieldFault[] =>
    belonging === null || isOfRound(belonging, id)
      ? []
      : [
          {
            index,
            pointer: '/id',
            detail: `the id ${game} is that of a game that was opened elsewhere${mayRead(belonging) ? placeOf(belonging) : ''}; it stays there, and another game needs another id`,
          },
        ],
  )
  return faults.length > 0 ? refusedFor('id-reused', faults) : { ok: true, value: null }
}

/** Ids that are given to two games of one request. */
export function repeatedIdFaults(games: readonly Pick<SeatRequest, 'id'>[]): FieldFault[] {
  const seen = new Set<string>()
  return games.flatMap(({ id }, index) =>
    seen.size === seen.add(id).size
      ? [{ index, pointer: '/id', detail: `the id ${id} is given to two games` }]
      : [],
  )
}

/** The defaults of a game that is opened in a round: the round's replace the tournament's. */
export const roundGameDefaults = (
  tournament: { readonly name: string; readonly site?: string | undefined; readonly defaults: GameDefaults },
  round: RoundState,
): Record<string, unknown> => ({
  event: tournament.name,
  ...(tournament.site !== undefined && { site: tournament.site }),
  ...tournament.defaults,
  ...round.defaults,
})

/** Where a game belongs never changes. */
const isOfRound = (belonging: Partial<RoundId>, { tournament, round }: RoundId): boolean =>
  belonging.tournament === tournament && belonging.round === round

const placeOf = ({ tournament, round }: Partial<RoundId>): string =>
  tournament === undefined ? ', outside any tournament' : `, in round ${round} of tournament ${tournament}`
