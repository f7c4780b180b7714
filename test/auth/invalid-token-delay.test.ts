import { expect, test } from 'vitest'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { createInvalidTokenDelay } from '../../functions/auth/invalid-token-delay.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { createRouter } from '../../functions/http/router.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { openService } from '../kit/compose.ts'
import { httpEvent, testClock, testKeyring, testPorts } from '../kit/service.ts'

function delayWithWaits() {
  const clock = testClock()
  const waits: number[] = []
  const reported: number[] = []
  const delay = createInvalidTokenDelay({
    clock,
    sleep: async (ms) => {
      waits.push(ms)
    },
    onFailure: (_, failures) => reported.push(failures),
  })
  return { clock, waits, reported, delay }
}

test('five failures are free, each further one waits twice as long, up to five seconds', async () => {
  const { delay, waits, reported } = delayWithWaits()
  for (let n = 0; n < 13; n++) expect(await delay('10.0.0.1')).toBe('refuse')
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000])
  expect(reported.at(-1)).toBe(13)
})

test('failures are forgiven with time, and those of one address do not count against another', async () => {
  const { delay, waits, clock } = delayWithWaits()
  for (let n = 0; n < 8; n++) await delay('10.0.0.1')
  const before = waits.length
  await delay('10.0.0.2')
  clock.pass(600_000)
  await delay('10.0.0.1')
  expect(waits).toHaveLength(before)
})

test('a client that lets too many failures wait at once is refused at once', async () => {
  const release: (() => void)[] = []
  const sleep = () => new Promise<void>((resolve) => release.push(resolve))
  const delay = createInvalidTokenDelay({ clock: testClock(), sleep, onFailure: () => {} })
  const answers = Array.from({ length: 20 }, () => delay('10.0.0.1'))
  expect(await answers[19]).toBe('too-many')
  for (const each of release) each()
  expect((await Promise.all(answers)).filter((answer) => answer === 'too-many')).toHaveLength(7)
})

test('a good token from the same place is served while bad ones wait; bad ones in numbers are 429', async () => {
  const ports = testPorts()
  const keyring = await testKeyring()
  const service = openService(ports)
  const minted = await mintToken(ports, keyring, { role: 'reader', scope: '*' })
  if (!minted.ok) throw new Error(minted.error.message)
  const sleep = () => new Promise<void>(() => {})
  const delay = createInvalidTokenDelay({ clock: ports.clock, sleep, onFailure: () => {} })
  const router = createRouter(
    {
      deps: service,
      authenticate: authenticator(ports, keyring),
      onFault: () => {},
      invalidTokenDelay: delay,
    },
    ROUTES,
  )
  const ask = (authorization: string) => router(httpEvent('GET', '/tournaments', { authorization }))
  for (let n = 0; n < 5; n++) expect((await ask('Bearer a.b.c')).statusCode).toBe(401)
  for (let n = 0; n < 8; n++) void ask('Bearer a.b.c')
  const turnedAway = await ask('Bearer a.b.c')
  expect([turnedAway.statusCode, turnedAway.headers?.['retry-after']]).toEqual([429, '5'])
  expect((await ask(`Bearer ${minted.value.token}`)).statusCode).toBe(200)
})
