import { expect, test } from 'vitest'
import type * as z from 'zod'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { openClient, TIMED } from '../kit/service.ts'

test('entries, standings, reports, webhooks and the archive answer as they are described', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  const holds = async (method: string, path: string, url: string, body?: object) => {
    const { status, json } = await client.ask(method, url, { token, body })
    const route = ROUTES.find((each) => each.method === method && each.path === path)
    const schema = route?.replies[status]?.content?.['application/json'] as z.ZodType | undefined
    expect([path, schema !== undefined, schema?.safeParse(json).error?.issues ?? []]).toEqual([
      path,
      true,
      [],
    ])
  }
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await client.ask('POST', '/tournaments/T/rounds/1/games', {
    token,
    body: { games: [{ ...TIMED, id: 'g' }] },
  })
  const result = { white: '½', black: '½', reason: 'sheet' }
  await client.ask('POST', '/games/g/events', {
    token,
    body: {
      events: [{ id: 'r', type: 'result-set', by: 'arbiter', at: '2026-03-14T14:00:00Z', data: result }],
    },
  })
  await createArchiveIndexer(client.service).onChange('game#g')
  await holds('POST', '/tournaments/{t}/entries', '/tournaments/T/entries', { players: [{ name: 'Away' }] })
  await holds('GET', '/tournaments/{t}/standings', '/tournaments/T/standings')
  await holds('GET', '/tournaments/{t}/rounds/{r}/report', '/tournaments/T/rounds/1/report')
  await holds('POST', '/tournaments/{t}/webhooks', '/tournaments/T/webhooks', {
    id: 'w',
    url: 'https://example.org',
  })
  await holds('GET', '/tournaments/{t}/webhooks', '/tournaments/T/webhooks')
  await holds('PATCH', '/tournaments/{t}/webhooks/{w}', '/tournaments/T/webhooks/w', { active: false })
  await holds('GET', '/archive', '/archive')
  await holds('GET', '/livechess/{t}/tournament.json', '/livechess/T/tournament.json')
})
