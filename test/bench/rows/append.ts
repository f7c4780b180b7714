/** The append path: one event and many through HTTP, in the host with its embedded database, beside a bare put. */
import { DynamoDBClient, PutItemCommand, type PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import type { StoredEvent } from '../../../events/index.ts'
import { consumersOf } from '../../../functions/consumers.ts'
import { itemOf } from '../../../functions/store/dynamodb-commit-log.ts'
import { type Client, openClient } from '../client.ts'
import { longGame } from '../corpus.ts'
import { comparePairs, cpu, inverse } from '../measure.ts'
import { type Row, time } from '../row.ts'
import { embedded, OPENING, type Served, served } from '../served.ts'
import { sealedCommits } from '../stored.ts'

const APPENDS = 60
const BURST = 50

const reportOf = ({ id, type, at, by, data }: StoredEvent) => ({ id, type, at, by, data })

/** A game of a service, played on by as many appends as are asked for. */
async function openAppender(host: Served, client: Client, id: string, events: readonly StoredEvent[]) {
  await host.ask('POST', '/games', { id, ...OPENING })
  const url = `${host.url}/games/${id}/events`
  let next = 1
  return async (appends: number, events_: number, after?: () => Promise<void>): Promise<number> => {
    const bodies = Array.from({ length: appends }, () => {
      const some = events.slice(next, next + events_)
      next += events_
      if (some.length < events_) throw new Error('the game has ended')
      return JSON.stringify({ events: some.map(reportOf) })
    })
    const before = cpu()
    await client.run({ kind: 'post', url, token: host.token, bodies })
    await after?.()
    return (cpu() - before) / appends
  }
}

/** The client that an application of AWS's SDK has. */
const sdkClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    requestHandler: { httpAgent: { keepAlive: true, maxSockets: 50 } },
  })

export async function appendRows(): Promise<Row[]> {
  const { events } = longGame(1500)
  const stores = await embedded()
  const client = openClient()
  const [plain, followed] = [await served(stores), await served(stores)]
  const followers = consumersOf(followed.service)
  followed.notifier.subscribe(followers)
  const append = await openAppender(plain, client, 'plain', events)
  const appendFollowed = await openAppender(followed, client, 'followed', events)

  const sdk = sdkClient(stores.endpoint)
  const commits = sealedCommits('game#bare', events)
  let put = 0
  const bare = async () => {
    const before = cpu()
    for (let i = 0; i < APPENDS; i++)
      await sdk.send(
        new PutItemCommand({
          TableName: stores.names.commits,
          Item: itemOf(commits[put++]!) as NonNullable<PutItemCommandInput['Item']>,
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      )
    return (cpu() - before) / APPENDS
  }
  const single = await comparePairs(() => append(APPENDS, 1), bare)
  const burst = await comparePairs(
    async () => (await append(2, BURST)) / BURST,
    () => append(APPENDS, 1),
  )
  const projected = await comparePairs(
    () => appendFollowed(APPENDS, 1, followed.notifier.drained),
    () => append(APPENDS, 1),
  )
  const [appendSeconds = 0, putSeconds = 0] = single.seconds
  client.close()
  sdk.destroy()
  await plain.close()
  await followed.close()
  await stores.shut()
  const group = 'append'
  return [
    {
      id: 'append',
      group,
      what: 'an event appended through HTTP, warm',
      beside: 'a bare SDK put into the same database',
      ratio: inverse(single.ratios[0]!),
      target: { most: 1.3 },
      figures: `${time(appendSeconds)} · ${time(putSeconds)}`,
    },
    {
      id: 'burst',
      group,
      what: `a burst of ${BURST} events as one commit, an event`,
      beside: 'events one by one',
      ratio: burst.ratios[0]!,
      target: { least: 10 },
      figures: `${time(burst.seconds[0]!)} · ${time(burst.seconds[1]!)}`,
    },
    {
      id: 'projection',
      group,
      what: 'an append with views, archive index and webhooks following, amortised',
      beside: 'the append alone',
      ratio: inverse(projected.ratios[0]!),
      target: { most: 1.5 },
      figures: `${time(projected.seconds[0]!)} · ${time(projected.seconds[1]!)}`,
    },
  ]
}
