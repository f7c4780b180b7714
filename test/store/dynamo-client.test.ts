import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { DynamoError, openClient } from '../../functions/store/dynamo-client.ts'
import { startStore } from '../kit/store.ts'

const store = await startStore()
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const sdk = new DynamoDBClient({ endpoint: store.endpoint, region: 'local', credentials })
const table = store.names.registry
afterAll(async () => {
  sdk.destroy()
  await store.stop()
})

/** A client of a server that answers as it is told. */
async function against(
  answer: RequestListener,
  over: { requestTimeout?: number; sessionToken?: string } = {},
) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { requestTimeout = 5_000, ...session } = over
  const client = openClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', ...session },
    connectionTimeout: 1_000,
    requestTimeout,
  })
  const send = () => client.send('GetItem', { TableName: 't', Key: {} })
  const stop = () => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { send, stop }
}

test('what our client writes the SDK’s own reads, and the other way round, in any script', async () => {
  const key = (sk: string) => ({ pk: { S: 'script' }, sk: { S: sk } })
  const doc = { S: 'Ćirić–Großmeister 🏁 "\\\u2028 日本' }
  await store.client.send('PutItem', { TableName: table, Item: { ...key('ours'), doc, n: { N: '7' } } })
  await sdk.send(new PutItemCommand({ TableName: table, Item: { ...key('theirs'), doc, n: { N: '7' } } }))
  const there = await sdk.send(new GetItemCommand({ TableName: table, Key: key('ours') }))
  const here = await store.client.send('GetItem', { TableName: table, Key: key('theirs') })
  expect(there.Item).toEqual({ ...key('ours'), doc, n: { N: '7' } })
  expect(here.Item).toEqual({ ...key('theirs'), doc, n: { N: '7' } })
})

test('a refusal has the name and the status that the SDK’s own client gives it', async () => {
  const put = {
    TableName: table,
    Item: { pk: { S: 'twice' }, sk: { S: 's' } },
    ConditionExpression: 'attribute_not_exists(pk)',
  }
  await store.client.send('PutItem', put)
  const theirs = await sdk.send(new PutItemCommand(put)).catch((error: unknown) => error)
  const { name, message, $metadata } = theirs as {
    name: string
    message: string
    $metadata: { httpStatusCode: number }
  }
  const ours = await store.client.send('PutItem', put).catch((error: unknown) => error)
  expect(ours).toEqual(new DynamoError(name, message, $metadata.httpStatusCode))
  expect(name).toBe('ConditionalCheckFailedException')
})

test('a request names its operation and is signed for the region and the day, with the session’s token', async () => {
  let headers: Record<string, unknown> = {}
  const { send, stop } = await against(
    (request, response) => {
      headers = request.headers
      response.end('{}')
    },
    { sessionToken: 'session' },
  )
  expect(await send()).toEqual({})
  stop()
  expect(headers).toMatchObject({
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
    'x-amz-security-token': 'session',
  })
  const day = String(headers['x-amz-date']).slice(0, 8)
  expect(headers['authorization']).toMatch(
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${day}/eu-central-1/dynamodb/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*x-amz-security-token;x-amz-target, Signature=[0-9a-f]{64}$`,
    ),
  )
})

test.each([
  [
    400,
    '{"__type":"com.amazon.coral.availability#ThrottlingException","Message":"slower"}',
    'ThrottlingException',
  ],
  [500, '{"__type":"InternalServerError"}', 'InternalServerError'],
  [502, '<html>Bad Gateway</html>', 'HTTP 502'],
  [503, '', 'HTTP 503'],
])('an answer %i %s is an error of that status', async (status, text, name) => {
  const { send, stop } = await against((_request, response) => response.writeHead(status).end(text))
  await expect(send()).rejects.toMatchObject({ name, status })
  stop()
})

test('an answer that is cut short, or does not come, is no answer of the database', async () => {
  const cut = await against((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"Item":')
    setTimeout(() => response.destroy(), 20)
  })
  const silent = await against(() => undefined, { requestTimeout: 50 })
  for (const { send, stop } of [cut, silent]) {
    const error = await send().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(DynamoError)
    stop()
  }
})
