import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Result } from '../../domain/result.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { openKeyring } from '../../functions/auth/keyring.ts'
import { folderKeys } from '../../functions/auth/signing-key-file.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { readEnvironment } from '../../functions/lambda/environment.ts'
import { temporaryFolder } from '../kit/command.ts'
import { testPorts } from '../kit/service.ts'

const scratch = temporaryFolder()
const folder = scratch.path
const file = join(folder, 'keys.json')

function need<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

afterAll(() => scratch.remove())

test('the first start makes a key, the second finds the same', async () => {
  expect(await folderKeys(folder)).toMatchObject({ ok: false, error: { code: 'key-missing' } })
  expect((await folderKeys(folder, true)).ok).toBe(true)
  const made = readFileSync(file, 'utf8')
  expect((await folderKeys(folder)).ok).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('a damaged key file is refused by its name, and left as it is', async () => {
  for (const damage of ['garbage', '{"kid":"x"}', '']) {
    writeFileSync(file, damage)
    const keyring = await folderKeys(folder)
    expect(keyring).toMatchObject({ ok: false, error: { code: 'bad-keys' } })
    expect(keyring.ok ? '' : keyring.error.message).toContain(file)
    expect(readFileSync(file, 'utf8')).toBe(damage)
  }
})

test('a new folder signs with Ed25519, and shows the public halves of its keys and nothing secret', async () => {
  const fresh = join(folder, 'not', 'there')
  const keys = need(await folderKeys(fresh, true))
  const halves = need(keys.publicHalves())
  expect(halves).toEqual([
    { kid: keys.keyring.current.kid, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: expect.any(String) },
  ])
  const { kid } = keys.keyring.current
  need(await keys.rotate(new Set([kid])))
  expect(need(keys.publicHalves()).map((half) => half.kid)).toEqual([keys.keyring.current.kid, kid])
})

test('a token minted in the folder is let in by a process that has only the public halves, from its environment', async () => {
  const keys = need(await folderKeys(join(folder, 'prod'), true))
  const ports = testPorts()
  const { token } = need(await mintToken(ports, keys.keyring, { role: 'operator', scope: '*' }))
  const { tokenKeys } = readEnvironment({
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'nobody',
    AWS_SECRET_ACCESS_KEY: 'nothing',
    TABLE_COMMITS: 'c',
    TABLE_PERSONS: 'p',
    TABLE_REGISTRY: 'r',
    TABLE_VIEWS: 'v',
    TOKEN_KEYS: JSON.stringify(need(keys.publicHalves())),
  })
  const checking = need(await openKeyring(tokenKeys))
  expect(await authenticator(testPorts(), checking)(`Bearer ${token}`)).toMatchObject({ ok: true })
  expect(await mintToken(ports, checking, { role: 'reader', scope: '*' })).toMatchObject({ ok: false })
})

test('a folder from before goes on with its shared secret; its public half is refused with what to do, and then left out', async () => {
  const old = join(folder, 'old')
  mkdirSync(old)
  const k = Buffer.alloc(32, 7).toString('base64url')
  writeFileSync(join(old, 'keys.json'), JSON.stringify([{ kid: 'old', kty: 'oct', alg: 'HS256', k }]))
  const keys = need(await folderKeys(old))
  const { token } = need(await mintToken(testPorts(), keys.keyring, { role: 'reader', scope: '*' }))
  expect(keys.publicHalves()).toMatchObject({
    ok: false,
    error: { code: 'shared-secret', message: expect.stringContaining('touchmove token rotate') },
  })
  need(await keys.rotate(new Set(['old'])))
  expect((await authenticator(testPorts(), keys.keyring)(`Bearer ${token}`)).ok).toBe(true)
  const shown = JSON.stringify(need(keys.publicHalves()))
  expect(shown).not.toContain('old')
  expect(shown).not.toContain(k)
})
