/** A deployed service mints tokens with a key in KMS; what is missing is said before anything is signed. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { kmsSigningKeys, rememberedKeys } from '../../functions/lambda/signing-keys.ts'
import { type StandInAws, standInAws } from '../infra/stand-in-aws.ts'
import { VARIABLES } from '../infra/starting.ts'
import { testPorts } from '../kit/service.ts'

let aws: StandInAws
beforeAll(async () => {
  aws = await standInAws()
  // The SDK reads where KMS is from the environment.
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', aws.url)
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await aws.close()
})

const own = () => ({ kid: 'kms', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: aws.publicKey })
const variables = (more: Record<string, string>) => ({ ...VARIABLES, ...more })

test('what the key in KMS signed is taken by everybody who has its public half', async () => {
  const ports = testPorts()
  const keys = await kmsSigningKeys(
    variables({ TOKEN_SIGNING_KEY: 'k', TOKEN_KEYS: JSON.stringify([own()]) }),
  )
  if (!keys.ok) throw new Error(keys.error.message)
  const minted = await mintToken(ports, keys.value, { role: 'reader', scope: '*', days: 1 })
  if (!minted.ok) throw new Error(minted.error.message)
  const found = await authenticator(ports, keys.value)(`Bearer ${minted.value.token}`)
  expect(found).toMatchObject({
    ok: true,
    value: { role: 'reader', scope: '*', token: minted.value.entry.id },
  })
})

test('without a key, or with one that nobody checks, nothing is minted and the refusal says what would be right', async () => {
  expect(await kmsSigningKeys(variables({}))).toMatchObject({
    ok: false,
    error: { code: 'bad-keys', message: expect.stringContaining('docs/deploy.md') },
  })
  expect(await kmsSigningKeys(variables({ TOKEN_SIGNING_KEY: 'k' }))).toMatchObject({
    ok: false,
    error: { code: 'bad-keys', message: expect.stringContaining('not among those that check them') },
  })
})

test('the key is asked for once; a refusal is not remembered', async () => {
  let asked = 0
  const refusing = { ok: false, error: { code: 'bad-keys', message: 'not yet' } } as const
  const keys = await kmsSigningKeys(
    variables({ TOKEN_SIGNING_KEY: 'k', TOKEN_KEYS: JSON.stringify([own()]) }),
  )
  const open = rememberedKeys(async () => (++asked === 1 ? refusing : keys))
  expect(await open()).toBe(refusing)
  for (const _ of [1, 2]) expect(await open()).toBe(keys)
  expect(asked).toBe(2)
})
