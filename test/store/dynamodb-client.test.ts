/** What the client makes of a database that throttles, hangs, breaks off, has another clock or knows us no more. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { failureFields } from '../../functions/observability/log.ts'
import { appendTo } from '../../functions/store/append.ts'
import { EMPTY_HEAD, StoreUnavailable, UnknownOutcome } from '../../functions/store/commit-log.ts'
import {
  type DynamoOptions,
  regionalClient,
  sendWithRetries,
  writeAtMostOnce,
} from '../../functions/store/dynamodb-client.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { withinBudget } from '../../functions/store/time-budget.ts'
import { instant, nextCommit, pause, sleep } from '../kit/store.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

let stop = () => {}
afterEach(() => stop())

/** A stand-in for DynamoDB, and the product's client of a region that takes it for that; how often it was asked. */
async function against(answer: Answer, config: Partial<DynamoOptions> = {}) {
  const asked = { requests: 0 }
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => answer(request, response, ++asked.requests))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = regionalClient({
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 150, throwOnRequestTimeout: true },
    ...config,
  })
  stop = () => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { client, asked, log: dynamoCommitLog(client, 't', pause) }
}

const get = new GetItemCommand({ TableName: 't', Key: { pk: { S: 'p' } } })
const put = new PutItemCommand({ TableName: 't', Item: { pk: { S: 'p' } } })

const say = (response: ServerResponse, status: number, answer: object, headers: object = {}) =>
  response
    .writeHead(status, { 'x-amzn-requestid': 'REQUEST-1', date: new Date().toUTCString(), ...headers })
    .end(JSON.stringify(answer))
const done: Answer = (_request, response) => say(response, 200, {})
const refuse = (response: ServerResponse, name: string, headers: object = {}) =>
  say(response, 400, { __type: `com.amazon.coral.service#${name}`, message: 'no' }, headers)

const timed = async <T>(work: Promise<T>) => {
  const before = performance.now()
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, ms: performance.now() - before }
}

test('a read and a write survive a second of throttling', { timeout: 60_000 }, async () => {
  let until = 0
  const { client, asked } = await against(
    (request, response, count) => {
      until ||= performance.now() + 1_000
      if (performance.now() < until) refuse(response, 'ThrottlingException')
      else done(request, response, count)
    },
    { timeoutMs: 30_000 },
  )
  await Promise.all([sendWithRetries(client, get), writeAtMostOnce(client, put)])
  expect(asked.requests).toBeGreaterThan(2)
})

test('writes that are throttled for long do not storm: two hundred at once are asked again a hundred times in all', {
  timeout: 60_000,
}, async () => {
  const { client, asked } = await against(
    (_request, response) => refuse(response, 'ProvisionedThroughputExceededException'),
    { requestHandler: { requestTimeout: 10_000 }, timeoutMs: 30_000 },
  )
  const all = await Promise.all(Array.from({ length: 200 }, () => timed(writeAtMostOnce(client, put))))
  for (const { error } of all) {
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).not.toBeInstanceOf(UnknownOutcome)
  }
  expect(asked.requests).toBeGreaterThan(200)
  expect(asked.requests).toBeLessThanOrEqual(300)
})

test('what hangs is asked again where that does no harm; a write that hangs has an unknown outcome and is sent once', async () => {
  const hanging: Answer = (request, response, count) => {
    if (count > 1) done(request, response, count)
  }
  const reading = await against(hanging)
  await sendWithRetries(reading.client, get)
  expect(reading.asked.requests).toBe(2)
  stop()
  const writing = await against(hanging)
  await expect(writeAtMostOnce(writing.client, put)).rejects.toThrow(UnknownOutcome)
  expect(writing.asked.requests).toBe(1)
})

test('a database that only hangs is given up within the budget of one request, reads and writes', async () => {
  const { client } = await against(() => {}, {
    timeoutMs: 400,
    requestHandler: { requestTimeout: 60_000 },
  })
  const read = await timed(sendWithRetries(client, get))
  expect(read.error).toBeInstanceOf(StoreUnavailable)
  const written = await timed(writeAtMostOnce(client, put))
  expect(written.error).toBeInstanceOf(UnknownOutcome)
  for (const { ms } of [read, written]) expect(ms).toBeLessThan(3_000)
})

test('an append ends with the time of the request that it belongs to, however often it would try again', async () => {
  const { client, log, asked } = await against(() => {}, {
    requestHandler: { requestTimeout: 100, throwOnRequestTimeout: true },
  })
  const load = async () => {
    await sendWithRetries(client, get)
    return { state: null, head: EMPTY_HEAD, fresh: true }
  }
  const entry = { at: instant(1), events: [{ type: 'resigned' }] }
  const decide = () => ({ kind: 'commit', entry, outcome: null }) as const
  const before = performance.now()
  const appended = await withinBudget(700, () => appendTo(log, 'game#late', load, decide, pause))
  expect(appended).toMatchObject({
    kind: 'busy',
    cause: { name: expect.stringMatching(/OutOfTime|Unavailable/) },
  })
  expect(performance.now() - before).toBeLessThan(5_000)
  const soFar = asked.requests
  await sleep(500)
  expect(asked.requests).toBe(soFar)
})

test('a connection that breaks off is an unknown outcome to a write, and a read is sent again', async () => {
  const broken: Answer = (request, response, count) => {
    if (count === 1) request.socket.destroy()
    else done(request, response, count)
  }
  const reading = await against(broken)
  await sendWithRetries(reading.client, get)
  expect(reading.asked.requests).toBe(2)
  stop()
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"Item":')
    setTimeout(() => response.destroy(), 20)
  }
  for (const answer of [broken, cut]) {
    const { log, asked } = await against(answer)
    await expect(log.append(nextCommit('game#broken'))).rejects.toThrow(UnknownOutcome)
    expect(asked.requests).toBe(1)
    stop()
  }
})

/** Milliseconds since 1970 of `20260131T120000Z`. */
const signedAt = ({ headers }: IncomingMessage): number => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

test.each([
  ['an hour fast', 3_600_000],
  ['an hour slow', -3_600_000],
])(
  'a database whose clock is %s gets requests signed by its clock: reads and writes are done',
  async (_what, skew) => {
    const { client, asked } = await against((request, response, count) => {
      const now = Date.now() + skew
      const date = new Date(now).toUTCString()
      if (Math.abs(signedAt(request) - now) < 300_000) say(response, 200, {}, { date })
      else refuse(response, 'InvalidSignatureException', { date, count: String(count) })
    })
    await writeAtMostOnce(client, put)
    expect(asked.requests).toBe(2)
    await sendWithRetries(client, get)
    await sendWithRetries(client, get)
    expect(asked.requests).toBeLessThanOrEqual(5)
  },
)

test('credentials that ran out are fetched anew, and nothing is lost with the old ones', async () => {
  let key = 0
  let least = 2
  const { client } = await against(
    (request, response, count) => {
      const used = /Credential=KEY(\d+)\//.exec(String(request.headers.authorization))?.[1]
      if (Number(used) >= least) done(request, response, count)
      else refuse(response, 'ExpiredTokenException')
    },
    {
      credentials: async () => ({
        accessKeyId: `KEY${++key}`,
        secretAccessKey: 'secret',
        sessionToken: 'session',
        expiration: new Date(Date.now() + 1_000),
      }),
    },
  )
  await writeAtMostOnce(client, put)
  least = key + 1
  await writeAtMostOnce(client, put)
  expect(key).toBeGreaterThanOrEqual(least)
})

test('nobody who gives credentials: nothing is sent, and the store is said to be away', {
  timeout: 60_000,
}, async () => {
  const { client, asked } = await against(done, {
    credentials: async () => {
      throw Object.assign(new Error('no role'), { name: 'CredentialsProviderError' })
    },
    timeoutMs: 500,
  })
  for (const { error } of [
    await timed(sendWithRetries(client, get)),
    await timed(writeAtMostOnce(client, put)),
  ])
    expect(error).toBeInstanceOf(StoreUnavailable)
  expect(asked.requests).toBe(0)
})

test('errors and logs name the request by the id under which the database knows it', async () => {
  const { client } = await against((_request, response) =>
    say(response, 500, { __type: 'InternalServerError' }),
  )
  const lost = await writeAtMostOnce(client, put).catch((error: unknown) => error)
  expect((lost as Error).message).toContain('InternalServerError, request REQUEST-1')
  stop()
  const strict = await against((_request, response) => refuse(response, 'ValidationException'))
  const refused = await sendWithRetries(strict.client, get).catch((error: unknown) => error)
  expect(failureFields(refused)).toMatchObject({ error: 'ValidationException', databaseRequest: 'REQUEST-1' })
})

test.each([
  [502, '<html>Bad Gateway</html>'],
  [503, ''],
  [200, '<html>A hotel’s wireless network</html>'],
])('an answer %i %j is of nobody we know: a write has an unknown outcome', async (status, text) => {
  const { client } = await against((_request, response) => response.writeHead(status).end(text))
  await expect(writeAtMostOnce(client, put)).rejects.toThrow(UnknownOutcome)
})

test.each([
  ['eu-central-1', false, 'dynamodb.eu-central-1.amazonaws.com'],
  ['cn-north-1', false, 'dynamodb.cn-north-1.amazonaws.com.cn'],
  ['us-gov-west-1', false, 'dynamodb.us-gov-west-1.amazonaws.com'],
  ['us-east-1', true, 'dynamodb-fips.us-east-1.amazonaws.com'],
])('the endpoint of %s (FIPS: %s) is %s', async (region, useFipsEndpoint, host) => {
  let asked = ''
  const client = regionalClient({
    region,
    useFipsEndpoint,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    requestHandler: {
      handle: async (request: { hostname: string }) => {
        asked = request.hostname
        throw new TypeError('asked enough')
      },
    } as never,
  })
  await sendWithRetries(client, get).catch(() => {})
  expect(asked).toBe(host)
})
