/** Many games imported, indexed and asked for: what is found is what a plain look through the list finds. */
import { expect, test } from 'vitest'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { federationYear, type YearGame } from '../kit/federation-year.ts'
import { openClient, START } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const GAMES = trials(60, 10_000)
const HOUR = 3_600_000

test(
  `${GAMES} games of a year import, are indexed, and each question finds those it should and no other`,
  async () => {
    const client = await openClient()
    // What is to come yet is no date of a game: the year has to be over.
    const now = START + 400 * 24 * HOUR
    client.ports.clock.set(now)
    const token = await client.token('admin')
    const own: ApiClient = {
      request: async (method, path, { body, headers = {} } = {}) =>
        client.ask(method, path, { token, body, headers }),
    }
    const indexer = createArchiveIndexer(client.service)
    const year = [...federationYear(GAMES, 5, 60)]
    async function* texts() {
      for (const { pgn } of year) yield pgn
    }
    for await (const game of importPgn(own, texts(), { now })) {
      expect([game.id, game.outcome]).toEqual([game.id, 'opened'])
      await indexer.onChange(`game#${game.id}`)
    }

    const found = async (query: string): Promise<string[]> => {
      const ids: string[] = []
      let next: string | undefined
      do {
        const after = next === undefined ? '' : `&after=${encodeURIComponent(next)}`
        const { json } = await client.ask('GET', `/archive?${query}&limit=500${after}`, { token })
        ids.push(...json.games.map(({ game }: { game: string }) => game))
        next = json.next
      } while (next !== undefined)
      return ids.sort()
    }
    const inList = (holds: (game: YearGame) => boolean) =>
      year
        .filter(holds)
        .map(({ id }) => id)
        .sort()
    const [some] = year as [YearGame]
    const player = [some.white, some.black].find(({ fideId }) => fideId !== null)!
    const sides = ({ white, black }: YearGame) => [white, black]

    expect(await found('')).toEqual(inList(() => true))
    expect(await found(`fideId=${player.fideId}`)).toEqual(
      inList((game) => sides(game).some(({ fideId }) => fideId === player.fideId)),
    )
    expect(await found('name=duric')).toEqual(
      inList((game) => sides(game).some(({ name }) => name.startsWith('Đurić'))),
    )
    expect(await found('event=league%207')).toEqual(inList(({ event }) => event === 'League 7 2026'))
    expect(await found('from=2026-03-01&to=2026-04-30')).toEqual(
      inList(({ date }) => date >= '2026-03-01' && date <= '2026-04-30'),
    )
    expect(await found('result=1-0&event=league')).toEqual(inList(({ result }) => result === '1-0'))
    expect(await found('edition=2023-01-01')).toEqual(inList(() => true))
    expect(await found('edition=2018-01-01')).toEqual([])
    expect(await found('rule=illegal-move-completed&status=lapsed')).toEqual([])
  },
  10 * HOUR,
)
