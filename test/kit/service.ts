/** The whole service in memory, with a clock that tests move, and ids and random bytes that count up. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { type Keyring, openKeyring } from '../../functions/auth/keyring.ts'
import type { Principal, TokenRole } from '../../functions/auth/roles.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { createRouter, type Router } from '../../functions/http/router.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { memoryCommitLog, memoryDocuments } from '../../functions/store/memory.ts'
import { createTurns } from '../../functions/turns.ts'
import { type ComposedPorts, openService, type Service } from './compose.ts'

export const START = Date.UTC(2026, 2, 14, 14, 0, 0)

export interface TestClock {
  now(): number
  set(at: number): void
  pass(ms: number): void
}

export function testClock(at = START): TestClock {
  let now = at
  return {
    now: () => now,
    set: (to) => {
      now = to
    },
    pass: (ms) => {
      now += ms
    },
  }
}

export type TestPorts = ComposedPorts & { readonly clock: TestClock }

/** Ports in memory. Several services over the same ports stand for several processes on one database. */
export function testPorts(change: Partial<ComposedPorts> = {}): TestPorts {
  let ids = 0
  let bytes = 0
  return {
    log: memoryCommitLog(),
    persons: memoryDocuments(),
    registry: memoryDocuments(),
    views: memoryDocuments(),
    ids: { next: () => `ID${String(++ids).padStart(8, '0')}` },
    random: { bytes: (count) => Uint8Array.from({ length: count }, () => ++bytes % 256) },
    pause: async () => {},
    inTurn: createTurns(),
    singleWriter: false,
    ...change,
    clock: testClock(),
  }
}

export const principal = (role: TokenRole, scope = '*', id: string = role): Principal => ({
  id,
  token: `T-${id}`,
  role,
  scope,
})

export const ADMIN = principal('admin')
export const ARBITER = principal('arbiter')
export const OPERATOR = principal('operator')
export const READER = principal('reader')

/** Data of `game-opened` without a clock. */
export const GAME = {
  white: { name: 'Anderssen, Adolf', fideId: 1001 },
  black: { name: 'Kieseritzky, Lionel' },
  edition: '2018-01-01',
  play: 'standard',
} as const

/** 90 minutes and 30 seconds a move. */
export const TIMED = {
  ...GAME,
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
} as const

export const testKeyring = async (): Promise<Keyring> => {
  const k = Buffer.alloc(32, 7).toString('base64url')
  const keyring = await openKeyring([{ kid: 'test', kty: 'oct', alg: 'HS256', k }])
  if (!keyring.ok) throw new Error(keyring.error.message)
  return keyring.value
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there
  readonly json: any
}

export interface Ask {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ServiceClient {
  readonly ports: TestPorts
  readonly service: Service
  readonly router: Router
  readonly faults: unknown[]
  token(role: TokenRole, scope?: string): Promise<string>
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
}

/** The routes over a service. They throw where a request meets a fault of the service. */
export async function testRouter(service: Service): Promise<Router> {
  const onFault = (error: unknown) => {
    throw error
  }
  return createRouter(
    { deps: service, authenticate: authenticator(service, await testKeyring()), onFault },
    ROUTES,
  )
}

/** A router over a service in memory. `path` may have a query. */
export async function openClient(ports = testPorts()): Promise<ServiceClient> {
  const keyring = await testKeyring()
  const service = openService(ports)
  const faults: unknown[] = []
  const router = createRouter(
    { deps: service, authenticate: authenticator(ports, keyring), onFault: (error) => faults.push(error) },
    ROUTES,
  )
  return {
    ports,
    service,
    router,
    faults,
    async token(role, scope = '*') {
      const minted = await mintToken(ports, keyring, { role, scope, principal: role })
      if (!minted.ok) throw new Error(minted.error.message)
      return minted.value.token
    },
    async ask(method, path, { token, body, headers = {} } = {}) {
      const sent = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
      const reply = await router(httpEvent(method, path, sent, text))
      const answered = reply.body ?? ''
      return {
        status: reply.statusCode ?? 0,
        headers: (reply.headers ?? {}) as Record<string, string>,
        text: answered,
        json: answered !== '' && isJson(reply.headers?.['content-type']) ? JSON.parse(answered) : undefined,
      }
    },
  }
}

const isJson = (type: unknown): boolean => /^application\/(problem\+)?json/.test(String(type))

/** A request as an event of API Gateway's HTTP API (payload 2.0). */
export function httpEvent(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = path.split('?', 2)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers,
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
    requestContext: {
      accountId: 'test',
      apiId: 'test',
      domainName: 'test',
      domainPrefix: 'test',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'test',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  }
}
