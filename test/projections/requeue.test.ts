/** What becomes of a stream that was set aside, over HTTP. */
import { expect, test } from 'vitest'
import { openService } from '../kit/compose.ts'
import { openedGame } from '../kit/reports.ts'
import { openClient, testPorts } from '../kit/service.ts'

test('a damaged game is in no archive and stays listed when it is released; mended and released it is found', async () => {
  const ports = testPorts()
  const stream = 'game#g1'
  await openedGame(openService(ports))
  let damaged = true
  const log = {
    ...ports.log,
    async load(name: string, after: number) {
      const commits = await ports.log.load(name, after)
      return name === stream && damaged ? commits.map((each) => ({ ...each, hash: 'f'.repeat(64) })) : commits
    },
  }
  const client = await openClient({ ...ports, log })
  const token = await client.token('admin')
  const archived = async () => {
    const { json } = await client.ask('GET', '/archive', { token })
    return json.games.map(({ game }: { game: string }) => game)
  }
  const release = async () => (await client.ask('POST', '/views/requeue', { token, body: {} })).json.streams
  for (const consumer of [client.service.projector, client.service.archiveIndexer])
    await consumer.onChange(stream)
  expect(await release()).toMatchObject([{ stream }])
  expect(await archived()).toEqual([])
  damaged = false
  expect(await release()).toEqual([])
  expect(await archived()).toEqual(['g1'])
  expect(client.faults).toEqual([])
})
