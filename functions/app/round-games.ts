/** Opens a round's games at their boards: none where one is invalid, and each once however often the request comes. */
import {
  decideSeats,
  refuseForeignIds,
  repeatedIdFaults,
  roundGameDefaults,
} from '../../domain/decide/decide-round.ts'
import { refusedFor } from '../../domain/decide/refusal.ts'
import type { RoundId, RoundState } from '../../domain/state/round.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { AppResult, FieldFault } from '../refusal.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader, GameReader, Recorder, RoundReader } from './dependencies.ts'
import { gameIdFor, type OpenedGame, type OpenRequest, openingReport, openNewGame } from './open-game.ts'
import { withBelongings, writeRound } from './rounds.ts'
import { roundStream } from './stored-events.ts'
import { readTournament } from './tournaments.ts'

/** The fields of `game-opened` that do not follow from the round, and optionally the game's id, board and instant. */
export type RoundGameInput = Readonly<Record<string, unknown>> & {
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly board?: unknown
}

export interface SeatedGame extends OpenedGame {
  readonly board: number
}

/** Games opened at the same time. */
const OPENING_CONCURRENCY = 8

/** Opens games of a round. `key`: the request's Idempotency-Key, from which games without an id get theirs. */
export async function openRoundGames(
  service: Recorder & GameReader & RoundReader,
  principal: Principal | null,
  id: RoundId,
  games: readonly RoundGameInput[],
  key: string | undefined,
  receivedAt: number,
): Promise<AppResult<SeatedGame[]>> {
  const refusal = refusalOf(principal, 'open-games', id)
  if (refusal !== null) return { ok: false, error: refusal }
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  const named = games.map((game, index) => ({
    ...game,
    id: game.id ?? gameIdFor(service, key, [id.tournament, id.round, index]),
  }))
  const round = await loadCurrent<RoundState>(service, service.rounds, roundStream(id.tournament, id.round))
  const request = (game: RoundGameInput & { id: string }, board: number): OpenRequest => {
    const { id: own, at, ...data } = game
    const defaults = { ...roundGameDefaults(tournament.value, round.folded), round: id.round, board }
    return { id: own, at, data, defaults, belonging: id, receivedAt, principal }
  }
  const foreign = refuseForeignIds(
    id,
    await withBelongings(service, named),
    (place) => refusalOf(principal, 'read', place) === null,
  )
  if (!foreign.ok) return foreign
  const errors = [
    ...repeatedIdFaults(named),
    ...named.flatMap((game, index) => faultsOf(request(game, 1), index)),
  ]
  if (errors.length > 0) return refusedFor('invalid', errors)

  // Boards are recorded first: after an interruption the same request finds its games at the same boards.
  let seats: ReadonlyMap<string, number> = new Map()
  const seated = await writeRound(service, principal, id, 'open-games', receivedAt, (folded) => {
    const found = decideSeats(folded, id, named)
    if (!found.ok) return found
    seats = found.value.boards
    return { ok: true, value: found.value.drafts }
  })
  if (!seated.ok) return seated
  return openAll(
    service,
    named.map((game) => request(game, seats.get(game.id)!)),
    seats,
  )
}

async function openAll(
  service: Recorder & GameLoader,
  requests: readonly OpenRequest[],
  seats: ReadonlyMap<string, number>,
): Promise<AppResult<SeatedGame[]>> {
  const opened: SeatedGame[] = []
  for (let next = 0; next < requests.length; next += OPENING_CONCURRENCY) {
    const part = await Promise.all(
      requests.slice(next, next + OPENING_CONCURRENCY).map((request) => openNewGame(service, request)),
    )
    for (const [k, each] of part.entries()) {
      if (!each.ok) return { ok: false, error: { ...each.error, ...indexed(each.error.errors, next + k) } }
      opened.push({ ...each.value, board: seats.get(each.value.id)! })
    }
  }
  return { ok: true, value: opened }
}

const indexed = (errors: readonly FieldFault[] | undefined, index: number) =>
  errors === undefined ? {} : { errors: errors.map((error) => ({ index, ...error })) }

const faultsOf = (request: OpenRequest, index: number): FieldFault[] => {
  const report = openingReport(request)
  return report.ok ? [] : (report.error.errors ?? []).map((error) => ({ index, ...error }))
}
