/** A record in memory into which tests import texts. */
import type { ApiClient } from '../../functions/http/api-client.ts'
import type { ImportedGame } from '../../functions/ingest/imported-game.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { openClient } from '../kit/service.ts'
import { NOW } from './kit.ts'

/** With the rights of an arbiter unless another role is named. */
export async function openRecord(role: 'arbiter' | 'admin' = 'arbiter') {
  const inner = await openClient()
  inner.ports.clock.set(NOW)
  const token = await inner.token(role)
  const client: ApiClient = {
    request: (method, path, { body, headers } = {}) =>
      inner.ask(method, path, { token, body, ...(headers && { headers }) }),
  }
  return {
    client,
    inner,
    token,
    get: async (path: string) => (await inner.ask('GET', path, { token })).json,
    text: async (path: string) => (await inner.ask('GET', path, { token })).text,
    async import(text: string, tournament?: string): Promise<ImportedGame[]> {
      const games: ImportedGame[] = []
      const pieces = (async function* () {
        for (let i = 0; i < text.length; i += 40) yield text.slice(i, i + 40)
      })()
      for await (const game of importPgn(client, pieces, {
        now: NOW,
        ...(tournament !== undefined && { tournament }),
      }))
        games.push(game)
      return games
    },
  }
}

export const outcomes = (games: readonly ImportedGame[]) => games.map(({ outcome }) => outcome)
