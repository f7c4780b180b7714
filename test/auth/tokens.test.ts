import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { authenticator, tokenVerifier } from '../../functions/auth/authenticate.ts'
import { authorizer, verifiedInFront } from '../../functions/auth/authorizer.ts'
import { type KeyRecord, type Keyring, openKeyring } from '../../functions/auth/keyring.ts'
import {
  dropKeys,
  listTokens,
  mintToken,
  revokedTokens,
  revokeToken,
  type TokenRequest,
} from '../../functions/auth/tokens.ts'
import { kmsPublicKey } from '../../functions/host/cli/kms-public-key.ts'
import { toApiGatewayEvent } from '../../functions/host/http/request-event.ts'
import { testPorts } from '../kit/service.ts'

const DAY = 86_400_000
const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const hs = (kid: string, byte: number): KeyRecord => ({ kid, kty: 'oct', alg: 'HS256', k: secret(byte) })

/** The key pair of RFC 8037, appendix A. */
const ed: KeyRecord = {
  kid: 'ed',
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

const keyringOf = async (...records: KeyRecord[]): Promise<Keyring> => {
  const keyring = await openKeyring(records)
  if (!keyring.ok) throw new Error(keyring.error.message)
  return keyring.value
}

async function minted(
  ports: ReturnType<typeof testPorts>,
  keyring: Keyring,
  wish: Partial<TokenRequest> = {},
) {
  const done = await mintToken(ports, keyring, { role: 'operator', scope: 'tournament:T', ...wish })
  if (!done.ok) throw new Error(done.error.message)
  return done.value
}

test('a minted token says who reports, in which role, how far', async () => {
  for (const keyring of [await keyringOf(hs('a', 1)), await keyringOf(ed)]) {
    const ports = testPorts()
    const { token, entry } = await minted(ports, keyring)
    const authenticate = authenticator(ports, keyring)
    expect(await authenticate(`Bearer ${token}`)).toEqual({
      ok: true,
      value: { id: entry.principal, token: entry.id, role: 'operator', scope: 'tournament:T' },
    })
    expect(await listTokens(ports)).toEqual({ items: [entry] })
    expect(JSON.stringify(entry)).not.toContain(token)
  }
})

test('no header is nobody; a header that is no bearer token is refused', async () => {
  const authenticate = authenticator(testPorts(), await keyringOf(hs('a', 1)))
  expect(await authenticate(undefined)).toEqual({ ok: true, value: null })
  for (const header of [
    '',
    'Basic dXNlcjpwYXNz',
    'Bearer',
    'Bearer a.b',
    'Bearer a.b.c',
    `Bearer ${'a'.repeat(5000)}.b.c`,
  ])
    expect(await authenticate(header)).toMatchObject({ ok: false, error: { code: 'not-authenticated' } })
})

test('a token ends with its last second', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  const { token } = await minted(ports, keyring, { days: 1 })
  const authenticate = authenticator(ports, keyring)
  ports.clock.pass(DAY - 1000)
  expect((await authenticate(`Bearer ${token}`)).ok).toBe(true)
  ports.clock.pass(1000)
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ error: { message: 'the token has expired' } })
})

test('a token signed with the key before goes on while that key is in the ring', async () => {
  const ports = testPorts()
  const { token } = await minted(ports, await keyringOf(hs('old', 1)))
  expect(
    (await authenticator(ports, await keyringOf(hs('new', 2), hs('old', 1)))(`Bearer ${token}`)).ok,
  ).toBe(true)
  expect(await authenticator(ports, await keyringOf(hs('new', 2)))(`Bearer ${token}`)).toMatchObject({
    error: { message: 'the token is signed with a key that is not in use' },
  })
})

test('a revoked token is refused at once elsewhere within seconds, and forgotten once it would have expired', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  const { token, entry } = await minted(ports, keyring, { days: 1 })
  const elsewhere = authenticator(ports, keyring)
  expect((await elsewhere(`Bearer ${token}`)).ok).toBe(true)
  expect(await revokeToken(ports, entry.id)).toMatchObject({ ok: true })
  expect(await authenticator(ports, keyring)(`Bearer ${token}`)).toMatchObject({
    error: { message: 'the token has been revoked' },
  })
  ports.clock.pass(2000)
  expect((await elsewhere(`Bearer ${token}`)).ok).toBe(false)
  expect((await listTokens(ports)).items[0]?.revokedAt).toBeDefined()
  ports.clock.pass(DAY)
  expect(await revokedTokens(ports)).toEqual(new Set())
})

test('a key that another host drops opens nothing within seconds, and other keys go on', async () => {
  const ports = testPorts()
  const [old, retained] = [await keyringOf(hs('a', 1), hs('b', 2)), await keyringOf(hs('b', 2), hs('a', 1))]
  const { token } = await minted(ports, old, { days: 1 })
  const { token: other } = await minted(ports, retained, { days: 1 })
  const elsewhere = authenticator(ports, old)
  expect((await elsewhere(`Bearer ${token}`)).ok).toBe(true)
  await dropKeys(ports, ['a'])
  ports.clock.pass(2000)
  expect(await elsewhere(`Bearer ${token}`)).toMatchObject({
    error: { message: 'the token is signed with a key that is not in use' },
  })
  expect((await elsewhere(`Bearer ${other}`)).ok).toBe(true)
})

test('a token whose signature was checked before still ends, is still revoked, and goes with its key', async () => {
  for (const how of ['expired', 'revoked', 'rotated'] as const) {
    const ports = testPorts()
    let current = await keyringOf(ed)
    const keyring: Keyring = {
      get current() {
        return current.current
      },
      find: (kid) => current.find(kid),
    }
    const { token, entry } = await minted(ports, keyring, { days: 1 })
    const authenticate = authenticator(ports, keyring)
    for (const _ of [1, 2, 3]) expect((await authenticate(`Bearer ${token}`)).ok).toBe(true)
    if (how === 'expired') ports.clock.pass(DAY)
    if (how === 'revoked') {
      await revokeToken(ports, entry.id)
      ports.clock.pass(2000)
    }
    // Another key under the same name.
    if (how === 'rotated') current = await keyringOf(hs('ed', 1))
    expect((await authenticate(`Bearer ${token}`)).ok, how).toBe(false)
  }
})

test('a signature is checked once for a token, and once more when many others came between', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(ed)
  let checked = 0
  const counting: Keyring = {
    current: keyring.current,
    find(kid) {
      const key = keyring.find(kid)
      if (key === undefined) return undefined
      return counted
    },
  }
  const counted = new Proxy(keyring.current, {
    get(key, name, receiver) {
      if (name === 'check') checked++
      return Reflect.get(key, name, receiver)
    },
  })
  const authenticate = authenticator(ports, counting)
  const first = (await minted(ports, keyring)).token
  for (const _ of [1, 2, 3]) expect((await authenticate(`Bearer ${first}`)).ok).toBe(true)
  expect(checked).toBe(1)
  for (let n = 0; n < 1024; n++) await authenticate(`Bearer ${(await minted(ports, keyring)).token}`)
  expect(checked).toBe(1025)
  await authenticate(`Bearer ${first}`)
  expect(checked).toBe(1026)
})

test('revoking what is not there is refused with its id', async () => {
  expect(await revokeToken(testPorts(), 'nobody')).toMatchObject({
    ok: false,
    error: { code: 'unknown-token' },
  })
})

test('a token that is not listed is revoked for as long as it would hold', async () => {
  const [here, there] = [testPorts(), testPorts()]
  const keyring = await keyringOf(ed)
  const { token, entry } = await minted(there, keyring)
  expect(await revokeToken(here, entry.id, '2000-01-01T00:00:00.000Z')).toMatchObject({
    error: { code: 'bad-expiry' },
  })
  expect((await authenticator(here, keyring)(`Bearer ${token}`)).ok).toBe(true)
  expect(await revokeToken(here, entry.id, entry.expires)).toMatchObject({
    value: { id: entry.id, expires: entry.expires },
  })
  expect((await authenticator(here, keyring)(`Bearer ${token}`)).ok).toBe(false)
  expect(await listTokens(here)).toEqual({ items: [] })
})

test('the public half of a KMS key is read from what KMS gives, and nothing else is taken for one', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const half = kmsPublicKey(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
  expect(half).toMatchObject({ ok: true, value: { alg: 'EdDSA', x: publicKey.export({ format: 'jwk' }).x } })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  for (const text of ['', 'none', other.export({ format: 'der', type: 'spki' }).toString('base64')])
    expect(kmsPublicKey(text)).toMatchObject({ ok: false, error: { code: 'bad-key' } })
})

test('a public key does not pass as a shared secret, and an unsigned token passes nowhere', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(ed)
  const claims = { jti: 'x', sub: 'x', role: 'admin', scope: '*', iss: 'touchmove', exp: 4e9 }
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'ed' })
    .sign(Buffer.from(ed.x ?? '', 'base64url'))
  const authenticate = authenticator(ports, keyring)
  for (const token of [confused, `${new UnsecuredJWT(claims).encode()}x`, new UnsecuredJWT(claims).encode()])
    expect((await authenticate(`Bearer ${token}`)).ok).toBe(false)
})

test('a token of our key that is not one of ours is refused: no role, no expiry, another issuer', async () => {
  const ports = testPorts()
  const authenticate = authenticator(ports, await keyringOf(hs('a', 1)))
  const whole = { jti: 'x', sub: 'x', role: 'admin', scope: '*', iss: 'touchmove', exp: 4e9 }
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'a' })
      .sign(Buffer.from(secret(1), 'base64url'))
  expect((await authenticate(`Bearer ${await sign(whole)}`)).ok).toBe(true)
  for (const fault of [
    { role: 'king' },
    { exp: undefined },
    { iss: 'else' },
    { scope: 'all' },
    { jti: undefined },
  ])
    expect(
      (await authenticate(`Bearer ${await sign({ ...whole, ...fault })}`)).ok,
      JSON.stringify(fault),
    ).toBe(false)
})

test('no refusal echoes the token', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  const { token } = await minted(ports, keyring, { days: 1 })
  ports.clock.pass(2 * DAY)
  for (const header of [`Bearer ${token}`, `Bearer ${token}x`, `bearer x${token}`, token]) {
    const refusal = await authenticator(ports, keyring)(header)
    expect(refusal.ok).toBe(false)
    for (const part of token.split('.')) expect(JSON.stringify(refusal)).not.toContain(part)
  }
})

test('a ring is refused that has no key, a key twice, a short secret, or a key for another way of signing', async () => {
  const short: KeyRecord = { kid: 's', kty: 'oct', alg: 'HS256', k: Buffer.alloc(16).toString('base64url') }
  const crossed = { ...hs('c', 1), alg: 'EdDSA' } as KeyRecord
  for (const records of [[], [hs('a', 1), hs('a', 2)], [short], [crossed], [{ ...ed, x: 'no' }]])
    expect(await openKeyring(records)).toMatchObject({ ok: false, error: { code: 'bad-keys' } })
})

test('a ring with the public half alone checks tokens and mints none', async () => {
  const ports = testPorts()
  const { token } = await minted(ports, await keyringOf(ed))
  const { d: _, ...open } = ed
  const checking = await keyringOf(open as KeyRecord)
  expect((await authenticator(ports, checking)(`Bearer ${token}`)).ok).toBe(true)
  expect(await mintToken(ports, checking, { role: 'reader', scope: '*' })).toMatchObject({
    error: { code: 'bad-keys' },
  })
})

test('days and scope are checked before a token is minted', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  for (const days of [0, -1, Number.NaN, 4000])
    expect(await mintToken(ports, keyring, { role: 'reader', scope: '*', days })).toMatchObject({
      error: { code: 'bad-days' },
    })
  expect(await mintToken(ports, keyring, { role: 'reader', scope: 'x' })).toMatchObject({
    error: { code: 'bad-scope' },
  })
  expect(await listTokens(ports)).toEqual({ items: [] })
})

test('the authorizer admits the bearer of a good token, and says what it found', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  const { token, entry } = await minted(ports, keyring)
  const decide = authorizer(tokenVerifier(ports, keyring))
  const sent = (authorization?: string) =>
    decide({ headers: authorization === undefined ? {} : { authorization } } as Parameters<typeof decide>[0])
  const admitted = await sent(`Bearer ${token}`)
  expect(admitted).toEqual({
    isAuthorized: true,
    context: {
      ...{ id: entry.principal, token: entry.id, role: entry.role, scope: entry.scope },
      until: Date.parse(entry.expires),
    },
  })
  expect(await sent()).toEqual({ isAuthorized: false })
  expect(await sent('Bearer a.b.c')).toEqual({ isAuthorized: false })
})

test('behind an authorizer no signature is checked again, but expiry and revocation are', async () => {
  const ports = testPorts()
  const keyring = await keyringOf(hs('a', 1))
  const { token, entry } = await minted(ports, keyring)
  const header = `Bearer ${token}`
  const admitted = await authorizer(tokenVerifier(ports, keyring))({
    headers: { authorization: header },
  } as unknown as Parameters<ReturnType<typeof authorizer>>[0])
  if (!('context' in admitted)) throw new Error('the authorizer did not admit a good token')
  const event = toApiGatewayEvent('GET', '/games', { authorization: header })
  expect(verifiedInFront(event)).toBeNull()
  const context = { ...event.requestContext, authorizer: { lambda: admitted.context } }
  const verified = verifiedInFront({ ...event, requestContext: context })
  expect(verified).not.toBeNull()

  // This function knows none of the keys, so whatever it admits it has not checked itself.
  const strange = await keyringOf(hs('b', 2))
  const behind = () => authenticator(ports, strange)(header, verified)
  expect(await authenticator(ports, strange)(header)).toMatchObject({ ok: false })
  expect(await behind()).toMatchObject({ ok: true, value: { id: entry.principal, role: entry.role } })
  await revokeToken(ports, entry.id)
  expect(await behind()).toMatchObject({ error: { message: 'the token has been revoked' } })
  ports.clock.set(Date.parse(entry.expires))
  expect(await behind()).toMatchObject({ error: { message: 'the token has expired' } })
})
