/** The store of a worker thread: each call is sent to the main thread, which alone may open the database. */
import { errorMessage } from '../../error-message.ts'
import type { Ports } from '../../ports.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import type { Documents } from '../../store/documents.ts'
import { createPendingCalls } from '../pending-calls.ts'

export type StorePorts = Pick<Ports, 'log' | 'persons' | 'registry' | 'views'>

export interface StoreCall {
  readonly number: number
  readonly port: keyof StorePorts
  readonly method: string
  readonly args: readonly unknown[]
}

export type StoreAnswer = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly failure: string; readonly isUnavailable: boolean }
)

type Method = (...args: readonly unknown[]) => unknown

/** Performs a worker's call; what an async iterable yields is sent as one list. Never throws. */
export async function answerStoreCall(
  ports: StorePorts,
  { number, port, method, args }: StoreCall,
): Promise<StoreAnswer> {
  try {
    const methods = ports[port] as unknown as Readonly<Record<string, Method>>
    const answer = methods[method]!(...args)
    return { number, value: isAsyncIterable(answer) ? await listOf(answer) : await answer }
  } catch (error) {
    const failure = errorMessage(error)
    return { number, failure, isUnavailable: error instanceof StoreUnavailable }
  }
}

const isAsyncIterable = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

async function listOf(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = []
  for await (const part of parts) list.push(part)
  return list
}

export interface RemoteStore {
  readonly ports: StorePorts
  /** To be called with the main thread's answer to a call. */
  answer(answer: StoreAnswer): void
}

/** Ports whose calls are given to `send`, which sends them to the main thread. */
export function openRemoteStore(send: (call: StoreCall) => void): RemoteStore {
  const calls = createPendingCalls<unknown>()
  const ask =
    (port: keyof StorePorts, method: string) =>
    (...args: readonly unknown[]): Promise<unknown> => {
      const { number, answer } = calls.open()
      send({ number, port, method, args })
      return answer
    }
  const many = (port: keyof StorePorts, method: string) =>
    async function* (...args: readonly unknown[]) {
      yield* (await ask(port, method)(...args)) as readonly unknown[]
    }
  const documents = (port: Exclude<keyof StorePorts, 'log'>): Documents<unknown> => ({
    get: ask(port, 'get') as Documents<unknown>['get'],
    put: ask(port, 'put') as Documents<unknown>['put'],
    putAll: ask(port, 'putAll') as Documents<unknown>['putAll'],
    putIfNewer: ask(port, 'putIfNewer') as Documents<unknown>['putIfNewer'],
    putIfAbsent: ask(port, 'putIfAbsent') as Documents<unknown>['putIfAbsent'],
    delete: ask(port, 'delete') as Documents<unknown>['delete'],
    query: many(port, 'query') as Documents<unknown>['query'],
  })
  return {
    ports: {
      log: {
        append: ask('log', 'append') as Ports['log']['append'],
        load: ask('log', 'load') as Ports['log']['load'],
        head: ask('log', 'head') as Ports['log']['head'],
        at: ask('log', 'at') as Ports['log']['at'],
        streams: many('log', 'streams') as Ports['log']['streams'],
      },
      persons: documents('persons'),
      registry: documents('registry'),
      views: documents('views'),
    },
    answer(answer) {
      if ('value' in answer) return calls.resolve(answer.number, answer.value)
      calls.reject(
        answer.number,
        answer.isUnavailable ? new StoreUnavailable(answer.failure) : new Error(answer.failure),
      )
    },
  }
}
