import { DeleteItemCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnchorer } from '../../../functions/integrity/anchors/anchorer.ts'
import { checkAnchorChain } from '../../../functions/integrity/anchors/attestation.ts'
import { readAnchors, type StoredAnchor } from '../../../functions/integrity/anchors/register.ts'
import { verifyStream } from '../../../functions/integrity/verify-stream.ts'
import type { Dynamo } from '../../../functions/store/dynamodb-client.ts'
import { dynamoCommitLog } from '../../../functions/store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../../../functions/store/dynamodb-documents.ts'
import { sha256OfText } from '../../../functions/store/hash.ts'
import { openService, type Service } from '../../kit/compose.ts'
import { append, move, need, openedGame, press, report } from '../../kit/reports.ts'
import { ARBITER, type TestPorts, TIMED, testPorts } from '../../kit/service.ts'
import { pause, startStore, type TestStore } from '../../kit/store.ts'
import { testSigner } from './signer.ts'

let store: TestStore
const signer = testSigner()

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** A mate in four commits, anchored at each; the record lies in the database. */
async function recorded(id: string): Promise<{ ports: TestPorts; service: Service }> {
  const { client, names } = store
  const ports = testPorts({
    log: dynamoCommitLog(client, names.commits, pause),
    persons: dynamoDocuments(client, names.persons, pause),
    registry: dynamoDocuments(client, names.registry, pause),
  })
  const service = openService(ports)
  const anchorer = createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull() })
  await openedGame(service, TIMED, id)
  const steps = [
    [report('s', 'session-started', 'arbiter')],
    [
      move('m1', 'white', 'f2', 'f3', 1000),
      press('p1', 'white', 1000),
      move('m2', 'black', 'e7', 'e5', 2000),
    ],
    [move('m3', 'white', 'g2', 'g4', 3000), move('m4', 'black', 'd8', 'h4', 4000)],
  ]
  for (const events of steps) {
    need(await append(service, events, { principal: ARBITER, game: id }))
    await anchorer.onChange(`game#${id}`)
    await anchorer.flush()
  }
  return { ports, service }
}

const place = (id: string, n: number | string) => ({ pk: { S: `game#${id}` }, sk: { N: String(n) } })

async function item(client: Dynamo, id: string, n: number) {
  const { Item } = await client.retrying.send(
    new GetItemCommand({ TableName: store.names.commits, Key: place(id, n) }),
  )
  return Item!
}

const put = (client: Dynamo, given: object) =>
  client.retrying.send(new PutItemCommand({ TableName: store.names.commits, Item: given as never }))

const remove = (client: Dynamo, id: string, n: number) =>
  client.retrying.send(new DeleteItemCommand({ TableName: store.names.commits, Key: place(id, n) }))

const faultOf = async (ports: TestPorts, id: string) => {
  const { heads, faults } = await checkAnchorChain(readAnchors(ports), [signer.key])
  const { fault } = await verifyStream(ports, `game#${id}`, heads.get(`game#${id}`))
  return [fault?.kind, fault?.n, faults.map(({ message }) => message)]
}

test('items edited in the database itself are found out: flipped, removed, cut, put between, exchanged, written anew', async () => {
  const { client } = store
  const attacks: [kind: string, n: number, attack: (id: string) => Promise<unknown>][] = [
    [
      'altered',
      3,
      async (id) => {
        const there = await item(client, id, 3)
        return put(client, { ...there, body: { S: there['body']!.S!.replace('"f3"', '"f4"') } })
      },
    ],
    [
      'altered',
      2,
      async (id) => put(client, { ...(await item(client, id, 2)), hash: { S: 'f'.repeat(64) } }),
    ],
    ['removed', 2, (id) => remove(client, id, 2)],
    ['truncated', 4, (id) => remove(client, id, 4)],
    ['inserted', 3, async (id) => put(client, { ...(await item(client, id, 2)), ...place(id, '2.5') })],
    [
      'reordered',
      2,
      async (id) => {
        const [second, third] = [await item(client, id, 2), await item(client, id, 3)]
        await put(client, { ...third, ...place(id, 2) })
        return put(client, { ...second, ...place(id, 3) })
      },
    ],
    [
      'rewritten',
      3,
      async (id) => {
        const there = await item(client, id, 3)
        const body = there['body']!.S!.replace('"f3"', '"f4"')
        return put(client, { ...there, body: { S: body }, hash: { S: sha256OfText(body) } })
      },
    ],
    [
      'recomputed',
      4,
      async (id) => {
        const there = await item(client, id, 4)
        const body = there['body']!.S!.replace('"h4"', '"g5"')
        return put(client, { ...there, body: { S: body }, hash: { S: sha256OfText(body) } })
      },
    ],
  ]
  for (const [k, [kind, n, attack]] of attacks.entries()) {
    const { ports } = await recorded(`attacked-${k}`)
    expect(await faultOf(ports, `attacked-${k}`), kind).toEqual([undefined, undefined, []])
    await attack(`attacked-${k}`)
    expect(await faultOf(ports, `attacked-${k}`), kind).toEqual([kind, n, []])
  }
}, 60_000)

test('a name exchanged in the person store is found out, and an archived reading that was another', async () => {
  const { ports } = await recorded('named')
  for await (const { sk, value } of ports.persons.query('game#named', 'entry#')) {
    const entry = value as { fields: { name: string } }
    if (entry.fields.name.startsWith('Anderssen'))
      await ports.persons.put('game#named', sk, {
        ...entry,
        fields: { ...entry.fields, name: 'Morphy, Paul' },
      })
  }
  expect(await faultOf(ports, 'named')).toEqual(['altered-person', 1, []])

  const read = await recorded('read')
  const { heads } = await checkAnchorChain(readAnchors(read.ports), [signer.key])
  const attested = heads.get('game#read')!
  expect(attested.at(-1)?.reading).toMatchObject({ result: '0-1' })
  const then = { ...attested.at(-1)!.reading!, digest: '0'.repeat(64), result: '1-0' }
  const otherwise = [...attested.slice(0, -1), { ...attested.at(-1)!, reading: then }]
  expect((await verifyStream(read.ports, 'game#read', otherwise)).fault?.kind).toBe('altered-reading')
  const older = [{ ...attested.at(-1)!, reading: { ...then, reducer: 0 } }]
  expect(await verifyStream(read.ports, 'game#read', older)).toMatchObject({
    fault: null,
    changedReading: { before: { reducer: 0, result: '1-0' }, now: { result: '0-1' } },
  })
}, 60_000)

test('anchors themselves cannot be altered, left out, exchanged or signed by somebody else without being named', async () => {
  const { ports } = await recorded('chained')
  const stored: StoredAnchor[] = []
  for await (const each of readAnchors(ports)) stored.push(each)
  const reported = async (anchors: typeof stored, key = signer.key) => {
    async function* each() {
      yield* anchors
    }
    return (await checkAnchorChain(each(), [key])).faults[0]?.message
  }
  const [first, second, third] = [stored[0]!, stored[1]!, stored[2]!]
  expect(await reported(stored)).toBeUndefined()
  expect(
    await reported([first, { ...second, anchor: { ...second.anchor, at: '2020-01-01T00:00:00.000Z' } }]),
  ).toMatch(/^anchor 2: it was made at/)
  expect(
    await reported([first, { ...second, anchor: { ...second.anchor, root: first.anchor.root } }]),
  ).toMatch(/^anchor 2: its fields do not hash/)
  expect(await reported([first, third])).toMatch(/^anchor 3: anchor 2 is missing/)
  expect(await reported([{ ...first, leaves: second.leaves }])).toMatch(/^anchor 1: its leaves/)
  expect(await reported(stored, testSigner().key)).toMatch(/^anchor 1: it was signed by key/)
  const forged = { ...first.anchor, signature: 'A'.repeat(86) }
  expect(await reported([{ ...first, anchor: forged }])).toMatch(/^anchor 1: its signature/)
}, 60_000)
