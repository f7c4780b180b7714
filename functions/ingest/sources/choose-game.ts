/** Which game of the record is the one that a source shows. */
import { createHash } from 'node:crypto'
import type { PgnGame } from '../../../domain/pgn/index.ts'
import { type EventData, isId, type StoredEvent } from '../../../events/index.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { isNextGame, recordedGame } from '../continuation.ts'
import { roundAndBoardOf } from '../pgn-opening.ts'
import { planPgn } from '../pgn-reports.ts'
import { eventsOf } from '../record-events.ts'

export interface ChoiceContext {
  readonly client: ApiClient
  readonly tournament: string
  readonly language?: string
  readonly now: () => number
  /** Ids of games that others of this look are. */
  readonly claimed: ReadonlySet<string>
}

export interface ChosenGame {
  readonly id: string
  /** Null where the record has no such game yet. */
  readonly events: StoredEvent[] | null
  /** It is to be opened: the round has none at this board, and the record none of its id. */
  readonly isNew: boolean
  /** A game that bears the source's name and is another one. */
  readonly other: string | null
}

/**
 * Chooses among the games that have had the source's name. A source rewrites its games in place; what it shows under a name can
 * also be the next game: then it has other players and other moves, or begins anew after a result.
 */
export async function chooseGame(context: ChoiceContext, name: string, game: PgnGame): Promise<ChosenGame> {
  const { client, tournament, claimed, now, language } = context
  const there = await gameAt(client, tournament, game)
  const { course, reports } = planPgn(game, 'chosen', { now: now(), ...(language && { language }) })
  const players = reports[0]?.data as EventData<'game-opened'>
  const written = game.moves.map(({ text }) => text)
  const read: { id: string; events: StoredEvent[] }[] = []
  let free: string | null = null
  for (let n = 1; free === null; n++) {
    const place = n === 1 ? [tournament, name] : [tournament, name, n]
    const id = n === 1 && there !== null ? there : `source-${digest(place)}`
    const events = await eventsOf(client, id)
    if (events === null) free = id
    else if (!claimed.has(id)) read.push({ id, events })
  }
  const recorded = read.map(({ id, events }) => recordedGame(id, events))
  const possible = recorded.map((each) => !isNextGame(each, course, written, players))
  const same = recorded.findIndex((each, k) => possible[k] && course.moves.startsWith(each.current.moves))
  const found = same >= 0 ? same : possible.indexOf(true)
  const chosen = read[found]
  return chosen !== undefined
    ? { ...chosen, isNew: false, other: null }
    : { id: free, events: null, isNew: free !== there, other: read.at(-1)?.id ?? null }
}

/** The game that the round has at this board already, as a pairing file opened it. */
async function gameAt(client: ApiClient, tournament: string, game: PgnGame): Promise<string | null> {
  const { round, board } = roundAndBoardOf(game)
  if (round === undefined || typeof board !== 'number' || !isId(String(round))) return null
  const answer = await client.request('GET', `/tournaments/${tournament}/rounds/${round}/games`)
  if (answer.status !== 200) return null
  const { games } = JSON.parse(answer.text) as { games: { board: number; game: string }[] }
  return games.find((each) => each.board === board)?.game ?? null
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)
