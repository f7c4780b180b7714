/** A round's games: opened at their boards, all or none by validation, each once however often the request comes. */
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { type AppResult, type FieldFault, refused } from '../refusal.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader, GameReader, Recorder, RoundReader } from './dependencies.ts'
import { gameIdFor, type OpenedGame, type OpenRequest, openingReport, openNewGame } from './open-game.ts'
import type { FoldedRound } from './round-state.ts'
import { isOfRound, type RoundId, writeRound } from './rounds.ts'
import { seatsFor } from './seats.ts'
import { type Belonging, gameStream } from './stored-events.ts'
import { readTournament, type Tournament } from './tournaments.ts'

/** The fields of `game-opened` that a round does not settle, and optionally the game's own id, board and instant. */
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
  const round = await loadCurrent<FoldedRound>(service, service.rounds, `round#${id.tournament}/${id.round}`)
  const request = (game: RoundGameInput & { id: string }, board: number): OpenRequest => {
    const { id: own, at, ...data } = game
    const defaults = { ...defaultsOf(tournament.value, round.folded), round: id.round, board }
    return { id: own, at, data, defaults, belonging: id, receivedAt, principal }
  }
  const foreign = await foreignIds(service, principal, id, named)
  if (foreign.length > 0)
    return refused('id-reused', foreign.map(({ detail }) => detail).join('; '), { errors: foreign })
  const errors = [...repeatedIds(named), ...named.flatMap((game, index) => faultsOf(request(game, 1), index))]
  if (errors.length > 0) return refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })

  // Boards first: should the rest be lost, the same request finds its games at the boards they were given.
  let seats = new Map<string, number>()
  const seated = await writeRound(service, principal, id, 'open-games', receivedAt, (folded) => {
    const found = seatsFor(folded, named)
    if (!found.ok) return found
    seats = new Map(found.value.map(({ game, board }) => [game, board]))
    const fresh = found.value.filter(({ game, board }) => folded.boards.get(board) !== game)
    return {
      ok: true,
      value: fresh.map(({ game, board, chosen }) => ({
        type: 'board-assigned',
        data: { board, game, ...(chosen && { chosen }) },
      })),
    }
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

function defaultsOf({ name, site, defaults }: Tournament, round: FoldedRound): Record<string, unknown> {
  return { event: name, ...(site !== undefined && { site }), ...defaults, ...round.defaults }
}

const faultsOf = (request: OpenRequest, index: number): FieldFault[] => {
  const report = openingReport(request)
  return report.ok ? [] : (report.error.errors ?? []).map((error) => ({ index, ...error }))
}

/** Where it was opened, for who may read there. */
const placeFor = (principal: Principal | null, { tournament, round }: Belonging): string =>
  refusalOf(principal, 'read', { tournament, round }) !== null
    ? ''
    : tournament === undefined
      ? ', outside any tournament'
      : `, in round ${round} of tournament ${tournament}`

/** Ids of games that were opened elsewhere: they get no board here. */
async function foreignIds(
  service: GameLoader,
  principal: Principal | null,
  id: RoundId,
  games: readonly { id: string }[],
): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const [index, { id: game }] of games.entries()) {
    const { seq, folded } = (await service.games.load(gameStream(game), false)).state
    if (seq > 0 && !isOfRound(folded, id))
      faults.push({
        index,
        pointer: '/id',
        detail: `the id ${game} is that of a game that was opened elsewhere${placeFor(principal, folded.belonging)}; it stays there, and another game needs another id`,
      })
  }
  return faults
}

function repeatedIds(games: readonly { id: string }[]): FieldFault[] {
  const seen = new Set<string>()
  return games.flatMap(({ id }, index) =>
    seen.size === seen.add(id).size
      ? [{ index, pointer: '/id', detail: `the id ${id} is given to two games` }]
      : [],
  )
}
