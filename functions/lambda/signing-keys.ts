/** The keys with which the deployed service mints tokens: the private half never leaves KMS. */
import { KMSClient } from '@aws-sdk/client-kms'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { type Keyring, openKeyring } from '../auth/keyring.ts'
import { kmsSigner } from '../integrity/anchors/kms.ts'
import { readEnvironment } from './environment.ts'

/**
 * `TOKEN_SIGNING_KEY` names the key. Its public half must be one of `TOKEN_KEYS`, or what it signed would open nothing. `bad-keys`:
 * no key is named, or its public half is not there. Rejects where KMS does not answer.
 */
export async function kmsSigningKeys(variables: NodeJS.ProcessEnv = process.env): Promise<Result<Keyring>> {
  const keyId = variables['TOKEN_SIGNING_KEY']
  if (keyId === undefined)
    return refuse(
      'bad-keys',
      'this service has no key that signs tokens: they are minted in the folder that has one, or it is deployed with tokenKey (docs/deploy.md)',
    )
  const signer = await kmsSigner(new KMSClient({}), keyId)
  if (!signer.ok) return refuse('bad-keys', `TOKEN_SIGNING_KEY: ${signer.error.message}`)
  const { tokenKeys } = readEnvironment(variables)
  const { key, sign } = signer.value
  const record = tokenKeys.find(({ x }) => x === key.text)
  if (record === undefined)
    return refuse(
      'bad-keys',
      'the public half of the key that signs tokens is not among those that check them: docs/deploy.md, "Once a stage"',
    )
  const keyring = await openKeyring(tokenKeys)
  if (!keyring.ok) return keyring
  const { kid, alg, check } = keyring.value.find(record.kid)!
  return ok({ current: { kid, alg, check, sign }, find: keyring.value.find })
}

/** Opens the keys at the first call and caches them; a refusal or a failure is not cached. */
export function rememberedKeys(open = kmsSigningKeys): () => Promise<Result<Keyring>> {
  let found: Result<Keyring> | null = null
  return async () => {
    if (found?.ok !== true) found = await open()
    return found
  }
}
