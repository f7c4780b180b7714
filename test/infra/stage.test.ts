import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { stageOf, tokenKeyEnvironment, webhookEnvironment, witnessEnvironment } from '../../infra/stage.ts'
import { independentWitness } from '../integrity/transparency/independent-verifier.ts'
import { synthesise } from './kit.ts'

const stage = (context: Record<string, string>) => stageOf((key) => context[key])

test('where webhooks may go is said to the functions that deal with them, and nothing where nothing is said', () => {
  const said = webhookEnvironment(stage({ stage: 'dev', webhooksTo: 'hooks.example.org,*.club.example' }))
  expect(said).toEqual({ WEBHOOKS_TO: 'hooks.example.org,*.club.example' })
  expect(webhookEnvironment(stage({ stage: 'dev' }))).toEqual({})
})

test('a list of places that cannot be read fails the synthesis, and not the first webhook', () => {
  expect(() => stage({ webhooksTo: 'https://hooks.example.org/in' })).toThrow(
    /-c webhooksTo: webhooks to "https/,
  )
})

test('witnesses are said to the function that signs checkpoints, and a key that is none fails the synthesis', () => {
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  expect(() => stage({ witnesses: `${key}@https://w.example` })).toThrow(/-c witnesses: .*not of a witness/)
  expect(() => stage({ witnesses: 'w.example' })).toThrow(
    /-c witnesses: w\.example: it is the key of a witness/,
  )
  const witness = independentWitness('w.example/1', generateKeyPairSync('ed25519')).vkey
  const said = `${witness}@https://w.example/a, ${witness}@https://w.example/b`
  expect(witnessEnvironment(stage({ witnesses: said }))).toEqual({ WITNESSES: said })
  expect(witnessEnvironment(stage({}))).toEqual({})
})

test('tokens are minted in the cloud by the key that is named, and a name that is none fails the synthesis', () => {
  const key = 'arn:aws:kms:eu-central-1:000000000000:key/token'
  expect(tokenKeyEnvironment(stage({ tokenKey: key }))).toEqual({ TOKEN_SIGNING_KEY: key })
  expect(tokenKeyEnvironment(stage({}))).toEqual({})
  for (const tokenKey of ['alias/tokens', 'arn:aws:s3:::tokens'])
    expect(() => stage({ tokenKey })).toThrow(/-c tokenKey: the ARN of a KMS key/)
})

const reservedIn = (context: Record<string, string>): Record<string, number> => {
  const { templates } = synthesise(context)
  const functions = Object.values(templates).flatMap((template) =>
    Object.entries(template.findResources('AWS::Lambda::Function')),
  )
  return Object.fromEntries(
    functions.flatMap(([id, { Properties }]) =>
      Properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[/^[a-z]+/.exec(id)![0], Properties.ReservedConcurrentExecutions]],
    ),
  )
}

test('an account with the smallest quota reserves nothing, and one with more what reports need, beside what readers may use', () => {
  expect(reservedIn({ stage: 'dev' })).toEqual({})
  expect(reservedIn({ stage: 'dev', concurrency: '100' })).toEqual({})
  for (const quota of [200, 1000, 10_000]) {
    const reserved = reservedIn({ stage: 'dev', concurrency: String(quota) })
    expect(Object.keys(reserved).sort()).toEqual([
      'administration',
      'authorizer',
      'commands',
      'reads',
      'reconciler',
      'winnable',
    ])
    const sum = Object.values(reserved).reduce((a, b) => a + b, 0)
    // A hundred must stay unreserved, and the consumers of the record have more than these.
    expect(quota - sum).toBeGreaterThan(100)
    expect(reserved['commands']).toBeGreaterThanOrEqual(reserved['reads']!)
  }
  for (const concurrency of ['9', 'x', '10.5']) expect(() => stage({ concurrency })).toThrow(/-c concurrency/)
}, 120_000)
