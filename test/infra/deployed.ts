/** A deployment on one machine: the bundles of the functions, started as Lambda starts them, over tables keyed as the template says. */
import { copyFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  PutItemCommand,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb'
import type { Template } from 'aws-cdk-lib/assertions'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
} from 'aws-lambda'
import { type KeyRecord, openKeyring } from '../../functions/auth/keyring.ts'
import { mintToken, type TokenEntry, type TokenRequest } from '../../functions/auth/tokens.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { toApiGatewayEvent } from '../../functions/host/http/request-event.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { matcher } from '../../functions/http/match.ts'
import type { PlannedStep, RebuildStep } from '../../functions/lambda/rebuilder.ts'
import { ADMIN_ROUTES } from '../../functions/routes/admin-routes.ts'
import { TOKEN_ROUTES } from '../../functions/routes/tokens.ts'
import { realRuntime } from '../../functions/runtime.ts'
import type { Documents } from '../../functions/store/documents.ts'
import { dynamoClient } from '../../functions/store/dynamodb-client.ts'
import { FUNCTIONS, type FunctionName } from '../../infra/bundles.ts'
import { functionBundles, temporaryFolder } from '../kit/command.ts'
import { listenTo } from '../kit/listening.ts'
import { httpEvent, testPorts } from '../kit/service.ts'
import { TOKEN_KEY } from './kit.ts'
import { type Overheard, overhear, type Use } from './overheard.ts'
import type { Names } from './rights.ts'
import { type StandInAws, standInAws } from './stand-in-aws.ts'
import { type StandInWitness, standInWitness } from './stand-in-witness.ts'

type Http = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

/** Of whatever function: what it is given and gives is its own affair. */
export type Handler = (event: unknown, context?: unknown) => Promise<unknown>

export interface Deployment {
  readonly folders: Readonly<Record<FunctionName, string>>
  readonly variables: Readonly<Record<string, string>>
  /** The API: each request goes to the function that the template's routes give it to. */
  readonly client: ApiClient
  /** A function's handler as Lambda calls it. */
  handler(name: FunctionName): Handler
  /** The token with which `client` asks. */
  readonly authorization: string
  /** The same functions in environments of their own, as Lambda starts them when there is more to do. */
  readonly twin: ApiClient
  /** What the table's stream would tell of a commit. */
  notify(streams: readonly string[]): Promise<DynamoDBBatchResponse>
  reconcile(): Promise<unknown>
  /** The rebuild of all views, as its state machine calls the function. */
  rebuildViews(): Promise<void>
  /** What the API asks before it lets a writer in. */
  authorize(): Promise<unknown>
  /** Notifications for the anchorer, and the schedule's call. */
  anchor(streams: readonly string[]): Promise<unknown>
  /** A token of a folder that holds the private half of one of the keys: the deployed service has it in no list. */
  mintInFolder(wish: TokenRequest): Promise<{ token: string; entry: TokenEntry }>
  readonly aws: StandInAws
  readonly witness: StandInWitness
  /** What each function that was started has asked of the tables, and the anchorer of its key and its bucket. */
  uses(name: FunctionName): readonly Use[]
  /** What the functions call the template's tables, bucket and key, by their logical ids. */
  readonly names: Names
  /** The functions over tables into which these were restored, with no view yet: what a restore drill starts. */
  restored(): Promise<Restored>
  /** The API at an address of this machine, for commands that take `--server`. */
  listen(of?: Restored): Promise<{ readonly url: string; close(): Promise<void> }>
  /** Takes the database away from a function, or gives it back. */
  setDatabaseAway(name: FunctionName, away: boolean): void
  close(): Promise<void>
}

/** The parts of a deployment with which a test checks that everything is there again. */
export interface Restored extends Pick<Deployment, 'client' | 'rebuildViews'> {
  answer: Http
}

export async function deploy(data: Template): Promise<Deployment> {
  const database = await openDatabase()
  if (!database.ok) throw new Error(database.error.message)
  const { endpoint, close: hangUp } = await listenTo(database.value)
  const client = dynamoClient(endpoint)
  const { tables, tableNames } = await createTemplateTables(client, data)
  const keys = await keyPair()
  const aws = await standInAws()
  const witness = await standInWitness(aws.publicKey)
  const variables = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...tableVariables(tables),
    TOKEN_KEYS: JSON.stringify([
      keys.open,
      { kid: 'kms', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: aws.publicKey },
    ]),
    TOKEN_SIGNING_KEY: TOKEN_KEY,
    DYNAMODB_ENDPOINT: endpoint,
    AWS_ENDPOINT_URL_KMS: aws.url,
    AWS_ENDPOINT_URL_S3: aws.url,
    ANCHOR_KEY: 'anchor-key',
    ANCHOR_BUCKET: 'anchors',
    ANCHOR_DAYS: '365',
    WITNESSES: `${witness.vkey}@${witness.url}`,
  }
  Object.assign(process.env, variables)
  const out = temporaryFolder()
  const folders = await functionBundles()
  const load = createRequire(import.meta.url)
  const overheard = new Map<FunctionName, Overheard>()
  for (const name of FUNCTIONS) overheard.set(name, await overhear(database.value.requestListener))
  const handlerOf = <T>(name: FunctionName, environment = '', over: Tables | null = null): T => {
    const bundled = join(folders[name], 'index.js')
    // Node gives each file a module of its own: another environment is another file.
    const file = environment === '' ? bundled : join(out.path, `${environment}${name}.js`)
    if (!existsSync(file)) copyFileSync(bundled, file)
    // Read once, as the function starts. What is asked of restored tables needs no rights of the template's.
    process.env['DYNAMODB_ENDPOINT'] = over === null ? overheard.get(name)!.url : endpoint
    Object.assign(process.env, tableVariables(over ?? tables))
    return (load(file) as { handler: T }).handler
  }
  const { registry } = testPorts()
  const mintInFolder = (wish: TokenRequest) => mintWith(keys.whole, registry, wish)
  const { token } = await mintInFolder({ role: 'admin', scope: '*', principal: 'host' })

  const administered = matcher([...ADMIN_ROUTES, ...TOKEN_ROUTES])
  const functionFor = (method: string, path: string): FunctionName => {
    if (path.startsWith('/winnable')) return 'winnable'
    if (administered(method, path).kind === 'found') return 'administration'
    return method === 'GET' || method === 'OPTIONS' ? 'reads' : 'commands'
  }
  const clock = movedClock()
  const answerOf =
    (environment?: string, over?: Tables): Http =>
    (event) => {
      const { http } = event.requestContext
      return handlerOf<Http>(functionFor(http.method, event.rawPath), environment, over)(event)
    }
  const clientOf = (answer: Http): ApiClient => ({
    async request(method, path, { body, headers = {} } = {}) {
      const sent = { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_BODY), ...headers }
      const text = body === undefined ? undefined : JSON.stringify(body)
      const reply = await answer(httpEvent(method, path, sent, text))
      return {
        status: reply.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(reply.headers ?? {}).map(([k, v]) => [k, String(v)])),
        text: reply.body ?? '',
      }
    },
  })
  return {
    folders,
    variables,
    client: clientOf(answerOf()),
    handler: (name) => handlerOf<Handler>(name),
    authorization: `Bearer ${token}`,
    twin: clientOf(answerOf('twin-')),
    notify: (streams) =>
      handlerOf<(event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>>('projector')(
        recordsOf(streams),
      ),
    mintInFolder,
    aws,
    witness,
    names: {
      ...tableNames,
      [only(data, 'AWS::KMS::Key')]: variables.ANCHOR_KEY,
      [TOKEN_KEY]: TOKEN_KEY,
      [only(data, 'AWS::S3::Bucket', 'anchors')]: variables.ANCHOR_BUCKET,
    },
    uses: (name) => [
      ...overheard.get(name)!.uses.values(),
      ...aws.uses.filter(({ on }) => (on === TOKEN_KEY ? 'administration' : 'anchorer') === name),
    ],
    setDatabaseAway: (name, away) => overheard.get(name)!.setAway(away),
    authorize: () =>
      handlerOf<(event: object) => Promise<unknown>>('authorizer')({
        headers: { authorization: `Bearer ${token}` },
      }),
    async anchor(streams) {
      const handler = handlerOf<(event: object) => Promise<unknown>>('anchorer')
      const received = await handler(recordsOf(streams))
      await handler({})
      return received
    },
    rebuildViews: () => rebuildBy(handlerOf<Rebuilder>('rebuilder'), clock),
    async restored() {
      const { tables: copies } = await createTemplateTables(client, data, 'restored')
      for (const name of ['commits', 'persons', 'registry'] as const)
        await copyItems(client, tables[name], copies[name])
      const answer = answerOf('restored-', copies)
      const rebuilder = () => handlerOf<Rebuilder>('rebuilder', 'restored-', copies)
      return { answer, client: clientOf(answer), rebuildViews: () => rebuildBy(rebuilder(), clock) }
    },
    listen: (of) => listenWith(of?.answer ?? answerOf()),
    reconcile: () => handlerOf<() => Promise<unknown>>('reconciler')(),
    async close() {
      clock.restore()
      client.destroy()
      await aws.close()
      witness.close()
      for (const each of overheard.values()) await each.close()
      await database.value.close()
      await hangUp()
      out.remove()
    },
  }
}

type Rebuilder = (event: RebuildStep) => Promise<PlannedStep | null>

interface MovedClock {
  pass(ms: number): void
  restore(): void
}

/** The clock of the functions and of everything in this process; a test can move it on. */
function movedClock(): MovedClock {
  const real = Date.now
  let ahead = 0
  Date.now = () => real() + ahead
  return {
    pass(ms) {
      ahead += ms
    },
    restore() {
      Date.now = real
    },
  }
}

/** What the state machine does, and how long it waits. */
const WAIT_MS = 1_000
async function rebuildBy(step: Rebuilder, clock: MovedClock): Promise<void> {
  for (let turn = 0; ; ) {
    const planned = await step({ step: 'plan', leader: 'execution', turn })
    if (planned === null || planned.state === 'end') return
    turn = planned.turn
    if (planned.state === 'wait') clock.pass(WAIT_MS)
    for (const part of planned.parts) await step({ step: 'part', part })
  }
}

/** As DynamoDB restores a table: its items, into a new one. */
async function copyItems(client: ReturnType<typeof dynamoClient>, from: string, to: string): Promise<void> {
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey']
  do {
    const page: ScanCommandOutput = await client.retrying.send(
      new ScanCommand({ TableName: from, ExclusiveStartKey }),
    )
    for (const Item of page.Items ?? [])
      await client.retrying.send(new PutItemCommand({ TableName: to, Item }))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
}

async function listenWith(answer: Http): Promise<{ url: string; close(): Promise<void> }> {
  const { endpoint, close } = await listenTo({
    async requestListener(request, response) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = 'GET', url = '/', headers } = request
      const sent = headers as Record<string, string | undefined>
      const text = chunks.length === 0 ? undefined : Buffer.concat(chunks).toString()
      const reply = await answer(toApiGatewayEvent(method, url, sent, text))
      response.writeHead(reply.statusCode ?? 200, reply.headers as Record<string, string>)
      response.end(Buffer.from(reply.body ?? '', reply.isBase64Encoded === true ? 'base64' : 'utf8'))
    },
  })
  return { url: endpoint, close }
}

export const recordsOf = (streams: readonly string[]): DynamoDBStreamEvent => ({
  Records: streams.map((pk, k) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: pk }, sk: { N: '1' } }, SequenceNumber: String(k) },
  })),
})

const JSON_BODY = { 'content-type': 'application/json' }

type Tables = Readonly<Record<'commits' | 'persons' | 'registry' | 'views', string>>

const tableVariables = ({ commits, persons, registry, views }: Tables) => ({
  TABLE_COMMITS: commits,
  TABLE_PERSONS: persons,
  TABLE_REGISTRY: registry,
  TABLE_VIEWS: views,
})

/** Keys, attributes and indexes are read from the template, and nothing is written twice. */
async function createTemplateTables(
  client: ReturnType<typeof dynamoClient>,
  data: Template,
  prefix = 'template',
): Promise<{ tables: Tables; tableNames: Names }> {
  const names: Record<string, string> = {}
  const tableNames: Record<string, string> = {}
  for (const [id, { Properties }] of Object.entries(data.findResources('AWS::DynamoDB::GlobalTable'))) {
    const name = /^[a-z]+/.exec(id)![0]
    names[name] = `${prefix}-${name}`
    tableNames[id] = names[name]
    const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes } =
      Properties as CreateTableCommandInput
    const table = { TableName: names[name], KeySchema, AttributeDefinitions, BillingMode }
    await client.retrying.send(
      new CreateTableCommand({ ...table, ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }) }),
    )
  }
  return { tables: names as unknown as Tables, tableNames }
}

/** The logical id of the one of its type, or of the one whose id begins so. */
function only(template: Template, type: string, begins = ''): string {
  const [id, ...others] = Object.keys(template.findResources(type)).filter((each) => each.startsWith(begins))
  if (id === undefined || others.length > 0) throw new Error(`${others.length + 1} ${type} ${begins}`)
  return id
}

async function keyPair(): Promise<{ whole: KeyRecord; open: KeyRecord }> {
  const { privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { d, x } = await crypto.subtle.exportKey('jwk', privateKey)
  const open = { kid: 'deployed', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: x! } as const
  return { open, whole: { ...open, d: d! } }
}

/** Minted where the private half is: on an administrator's machine, not in a function. */
async function mintWith(key: KeyRecord, registry: Documents, wish: TokenRequest) {
  const keyring = await openKeyring([key])
  if (!keyring.ok) throw new Error(keyring.error.message)
  const minted = await mintToken({ ...realRuntime(), registry }, keyring.value, wish)
  if (!minted.ok) throw new Error(minted.error.message)
  return minted.value
}
