/** A damaged game among the games of a round: the others are shown. */
import { expect, test } from 'vitest'
import { ItemDamaged } from '../../functions/store/document-item.ts'
import { openClient, TIMED, testPorts } from '../kit/service.ts'

const STREAM = 'game#g1'

test.each([
  [
    'commits',
    (ports: ReturnType<typeof testPorts>) => ({
      ...ports,
      log: {
        ...ports.log,
        async load(stream: string, after: number) {
          const commits = await ports.log.load(stream, after)
          return stream === STREAM ? commits.map((each) => ({ ...each, hash: 'f'.repeat(64) })) : commits
        },
      },
    }),
  ],
  [
    'names',
    (ports: ReturnType<typeof testPorts>) => ({
      ...ports,
      persons: {
        ...ports.persons,
        async *query(pk: string, ...rest: [string?, string?, number?]) {
          if (pk === STREAM) throw new ItemDamaged(`document ${pk} / entry: it does not have its checksum`)
          yield* ports.persons.query(pk, ...rest)
        },
      },
    }),
  ],
])('a game whose %s are damaged is missing from its round, which is shown', async (_, damaged) => {
  const ports = testPorts()
  const before = await openClient(ports)
  const token = await before.token('arbiter')
  await before.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = ['g1', 'g2'].map((id) => ({ ...TIMED, id, white: { name: `White of ${id}` } }))
  expect(await before.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })).toMatchObject(
    {
      status: 201,
    },
  )
  const client = await openClient(damaged(ports))
  const { status, text } = await client.ask('GET', '/tournaments/T/rounds/1.pgn')
  expect(status).toBe(200)
  expect(text).toContain('White of g2')
  expect(text).not.toContain('White of g1')
  expect((await client.ask('GET', '/games/g1')).json.type).toBe('urn:touchmove:problem:damaged')
})
