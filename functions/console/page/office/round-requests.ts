/** The office's requests about rounds and games. A refused change is shown as a notice. */
import { correctedEntry } from '../../../../domain/state/correct.ts'
import type { EventData, StoredEvent } from '../../../../events/index.ts'
import { requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { EventsResponse, GameListItem, RoundResponse } from '../api/shapes.ts'
import type { RoundCheck } from './shapes.ts'

const roundPath = (tournament: string, round: string): string => `/tournaments/${tournament}/rounds/${round}`

export const fetchRoundCheck = (tournament: string, round: string) =>
  requestJson<RoundCheck>(`${roundPath(tournament, round)}/report`)

export const fetchRoundGames = (tournament: string, round: string) =>
  requestJson<RoundResponse>(`${roundPath(tournament, round)}/games`)

/** The description of a game, as it is corrected; null where it cannot be read: the refusal is shown. */
export async function fetchDescription(game: string): Promise<EventData<'game-opened'> | null> {
  const events: StoredEvent[] = []
  for (;;) {
    const answer = await requestJson<EventsResponse>(`/games/${game}/events?after=${events.length}`)
    if (!answer.ok) {
      notifyRefusal(answer)
      return null
    }
    events.push(...answer.value.events)
    // A long record comes in pages.
    if (answer.value.events.length === 0 || events.length >= answer.value.head) break
  }
  return (correctedEntry(events, 1, 'game-opened')?.data ?? null) as EventData<'game-opened'> | null
}

/** Changes a round; returns whether the change was recorded. */
export async function patchRound(tournament: string, round: string, change: object): Promise<boolean> {
  const answer = await requestJson(roundPath(tournament, round), change, 'PATCH')
  if (!answer.ok) notifyRefusal(answer)
  return answer.ok
}

const postEvent = (game: string, event: { type: string; by: 'arbiter' | 'operator'; data: object }) =>
  requestJson(`/games/${game}/events`, {
    events: [{ id: crypto.randomUUID(), at: new Date(serverNow()).toISOString(), ...event }],
  })

/** Starts play at each of the boards; returns whether it has started at all of them. */
export async function startGames(games: readonly GameListItem[]): Promise<boolean> {
  const answers = await Promise.all(
    games.map(({ game }) => postEvent(game, { type: 'session-started', by: 'arbiter', data: {} })),
  )
  const refused = answers.find((answer) => !answer.ok)
  if (refused?.ok === false) notifyRefusal(refused)
  return refused === undefined
}

/** Corrects the description of a game; returns whether the correction was recorded. */
export async function postDetailsCorrection(
  game: string,
  by: 'arbiter' | 'operator',
  data: EventData<'details-corrected'>,
): Promise<boolean> {
  const answer = await postEvent(game, { type: 'details-corrected', by, data })
  if (!answer.ok) notifyRefusal(answer)
  return answer.ok
}
