/** A process's requests to its own embedded database: dynalite's operations themselves, without a network between. */
import { createRequire } from 'node:module'
import { type DynamoClient, DynamoError } from '../store/dynamo-client.ts'

/** Of an operation of dynalite: how its request is checked, and what it does. */
interface Operation {
  readonly checks: { readonly types: object; readonly custom?: unknown }
  act(store: unknown, request: object, done: (error: Failure | null, answer: object) => void): void
}

/** What dynalite fails with; `body` is what it would send. Without a status it is a fault of its own. */
interface Failure extends Error {
  readonly statusCode?: number
  readonly body?: { readonly __type: string; readonly message?: string; readonly Message?: string }
}

interface Checks {
  checkTypes(request: object, types: object): object
  checkValidations(request: object, types: object, custom: unknown, store: unknown): void
}

export interface Direct {
  readonly client: DynamoClient
  /** Takes no more requests and resolves when those under way are answered. */
  shut(): Promise<void>
}

/**
 * The client of a store that dynalite keeps in this process. Each request over the loopback interface would cost two
 * signatures, two parsers and four trips through the system for what are a few reads in memory and a write.
 */
export function directClient(store: unknown): Direct {
  const dynalite = createRequire(createRequire(import.meta.url).resolve('dynalite'))
  const { checkTypes, checkValidations } = dynalite('./validations') as Checks
  const operations = new Map<string, Operation>()
  const operationOf = (name: string): Operation => {
    const file = `${name[0]?.toLowerCase()}${name.slice(1)}`
    const known = operations.get(name)
    if (known !== undefined) return known
    const found = {
      checks: dynalite(`./validations/${file}`),
      act: dynalite(`./actions/${file}`),
    } as Operation
    operations.set(name, found)
    return found
  }
  let underWay = 0
  let closed = false
  let idle: (() => void) | null = null

  const perform = (name: string, input: object): Promise<object> => {
    const { checks, act } = operationOf(name)
    const request = checkTypes({ ...input }, checks.types)
    checkValidations(request, checks.types, checks.custom, store)
    return new Promise((resolve, reject) =>
      act(store, request, (error, answer) => (error ? reject(error) : resolve(answer))),
    )
  }

  const send = async (name: string, input: object): Promise<object> => {
    if (closed) throw new DynamoError('ServiceUnavailable', 'the database is closed', 503)
    underWay++
    try {
      return await perform(name, input)
    } catch (error) {
      throw refusalOf(error as Failure)
    } finally {
      underWay--
      if (underWay === 0) idle?.()
    }
  }

  return {
    client: { send: send as DynamoClient['send'], destroy: () => {} },
    async shut() {
      closed = true
      if (underWay > 0) await new Promise<void>((resolve) => (idle = resolve))
    },
  }
}

function refusalOf(error: Failure): Error {
  const { statusCode, body } = error
  if (statusCode === undefined || body === undefined) return error
  return new DynamoError(body.__type.replace(/^.*#/, ''), body.message ?? body.Message ?? '', statusCode)
}
