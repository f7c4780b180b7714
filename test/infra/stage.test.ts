import { expect, test } from 'vitest'
import { stageOf, webhookEnvironment } from '../../infra/stage.ts'
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
      'sweeper',
      'winnable',
    ])
    const sum = Object.values(reserved).reduce((a, b) => a + b, 0)
    // A hundred must stay unreserved, and the consumers of the record have more than these.
    expect(quota - sum).toBeGreaterThan(100)
    expect(reserved['commands']).toBeGreaterThanOrEqual(reserved['reads']!)
  }
  for (const concurrency of ['9', 'x', '10.5']) expect(() => stage({ concurrency })).toThrow(/-c concurrency/)
}, 120_000)
