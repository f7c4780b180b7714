import { expect, test } from 'vitest'
import { stageOf, webhookEnvironment } from '../../infra/stage.ts'

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
