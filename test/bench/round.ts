/** A round of many boards, in memory: each game the same one, so far. */

import { appendReports } from '../../functions/app/append-reports.ts'
import { gameStream } from '../../functions/app/stored-events.ts'
import { ADMIN } from '../kit/service.ts'
import { longGame } from './corpus.ts'
import { inMemory, OPENING, type Served, served } from './served.ts'

export const ROUND = '/tournaments/bench/rounds/1'
const BURST = 50

export interface PlayedRound extends Served {
  readonly games: readonly string[]
  /** The next move and its press at a board. */
  playOn(game: string): Promise<void>
}

export async function playRound(boards: number, plies: number): Promise<PlayedRound> {
  const client = await served(inMemory())
  const { events } = longGame(plies + 400)
  const games = Array.from({ length: boards }, (_, k) => `b${k + 1}`)
  await client.ask('POST', '/tournaments', { id: 'bench', name: 'Bench' })
  for (let k = 0; k < boards; k += BURST)
    await client.ask('POST', `${ROUND}/games`, {
      games: games.slice(k, k + BURST).map((id) => ({ id, ...OPENING })),
    })
  const report = async (game: string, from: number, to: number) => {
    const some = events.slice(from, to).map(({ id, type, at, by, data }) => ({ id, type, at, by, data }))
    const receivedAt = Date.now()
    const done = await appendReports(client.service, { game, events: some, receivedAt, principal: ADMIN })
    if (!done.ok) throw new Error(done.error.message)
  }
  const end = 2 + 2 * plies
  for (const game of games)
    for (let from = 1; from < end; from += BURST) await report(game, from, Math.min(end, from + BURST))
  return {
    ...client,
    games,
    async playOn(game) {
      const { state } = await client.service.games.load(gameStream(game), false)
      await report(game, state.seq, state.seq + 2)
    },
  }
}
