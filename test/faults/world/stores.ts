/** Faults between the service and its store: around the DynamoDB client, and around the ports over memory. */
import { type HttpHandler, HttpRequest } from '@smithy/core/protocols'
import type { StoredCommit } from '../../../functions/store/commit.ts'
import { type CommitLog, StoreUnavailable, UnknownOutcome } from '../../../functions/store/commit-log.ts'
import type { Dynamo } from '../../../functions/store/dynamodb-client.ts'
import { handlerOf, quickClient, Refusal, type Send, sendBy } from '../../kit/faulty-client.ts'
import { sleep } from '../../kit/store.ts'
import type { Director } from './director.ts'

/** How likely each fault is for a request. */
const ODDS = { lost: 0.05, unanswered: 0.08, delayed: 0.05, throttled: 0.05, stale: 0.7 }

const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

export interface Line {
  /** The present client: another one after each restart of the database. */
  client(): Dynamo
  endpoint(): string
  /** The disk is said to be full: writes are refused on their way. */
  refusesWrites(): boolean
  /** Told of each commit that the database took, whatever its sender learns. */
  onCommit(stream: string): void
  readonly commitsTable: string
}

/** A client of the same database behind a bad line, and behind what else stands before that. */
export function faultyClient(director: Director, line: Line, before: (send: Send) => Send): Dynamo {
  const behind =
    (way: Send): Send =>
    async (operation, input) => {
      if (director.strikes('request throttled', ODDS.throttled))
        throw new Refusal('ThrottlingException', 'slow down', 400)
      if (director.strikes('request lost on the way there', ODDS.lost)) throw reset()
      if (director.strikes('request delayed', ODDS.delayed)) await sleep(1 + director.below(40))
      if (line.refusesWrites() && operation !== 'Query' && operation !== 'GetItem') {
        director.count('disk full')
        throw new Refusal('InternalServerError', 'No space left', 500)
      }
      let answer: object
      try {
        answer = await way(operation, input)
      } catch (error) {
        // Only the database says so: the write came through to it, and the disk took no more.
        if (/File too large|No space left/.test((error as Error).message)) director.count('disk full')
        throw error
      }
      if (operation === 'PutItem' && input['TableName'] === line.commitsTable)
        line.onCommit((input['Item'] as { pk: { S: string } }).pk.S)
      if (director.strikes('request lost on the way back', ODDS.unanswered)) throw reset()
      if (operation === 'Query' && input['IndexName'] !== undefined)
        return staleIndex(director, answer as { Items?: unknown[] })
      return answer
    }
  // The present client's request handler and address are looked up when a request is sent.
  const wayOf =
    (request: HttpRequest): Send =>
    async (operation, input) => {
      const { config } = line.client().retrying
      const { hostname, port } = new URL(line.endpoint())
      const there = new HttpRequest({ ...request, hostname, port: Number(port) })
      return sendBy(config.requestHandler as unknown as HttpHandler, there)(operation, input)
    }
  return quickClient(
    'http://127.0.0.1:1',
    handlerOf((request) => before(behind(wayOf(request)))),
  )
}

/** What the index showed before: without its latest entries, and with one whose commit was never put. */
function staleIndex<Page extends { Items?: unknown[] }>(director: Director, page: Page): Page {
  if (!director.strikes('stale index read', ODDS.stale)) return page
  const items = (page.Items ?? []).slice(0, director.below((page.Items ?? []).length + 1))
  const phantom = {
    pk: { S: 'game#phantom' },
    sk: { N: '1' },
    cat: { S: 'game' },
    catAt: { S: '2026-03-14T14:00:00.000Z' },
  }
  return { ...page, Items: [...items, phantom] }
}

/** The same log behind a bad line, for stores in memory. */
export function faultyLog(log: CommitLog, director: Director, onCommit: (stream: string) => void): CommitLog {
  const trouble = async () => {
    if (director.strikes('request throttled', ODDS.throttled)) throw new StoreUnavailable('slow down')
    if (director.strikes('request delayed', ODDS.delayed)) await sleep(director.below(3))
  }
  return {
    ...log,
    async append(commit) {
      await trouble()
      if (director.strikes('request lost on the way there', ODDS.lost)) throw new UnknownOutcome('lost')
      const outcome = await log.append(commit)
      if (outcome === 'stored') onCommit(commit.stream)
      if (director.strikes('request lost on the way back', ODDS.unanswered)) throw new UnknownOutcome('lost')
      return outcome
    },
    async load(stream, afterN): Promise<readonly StoredCommit[]> {
      await trouble()
      return log.load(stream, afterN)
    },
    async *streams(category, since) {
      const all = []
      for await (const entry of log.streams(category, since)) all.push(entry)
      const stale = director.strikes('stale index read', ODDS.stale)
      yield* stale ? all.slice(0, director.below(all.length + 1)) : all
    },
  }
}
