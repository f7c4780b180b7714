/** A reader of server-sent events, as any consumer is one. */
import { PassThrough } from 'node:stream'
import { createParser } from 'eventsource-parser'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../domain/formats/change-messages.ts'
import type { Reply } from '../../functions/http/reply.ts'
import { httpEvent, type ServiceClient } from '../kit/service.ts'

export interface Received {
  readonly id: string | undefined
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a message is what it expects there
  readonly data: any
}

export interface Following {
  readonly status: number
  readonly headers: Reply['headers']
  readonly received: Received[]
  /** The last id received. */
  lastId(): string | undefined
  readonly out: PassThrough
  close(): void
}

/** Follows a stream of the router. */
export async function follow(
  client: ServiceClient,
  path: string,
  { token, lastId }: { token?: string; lastId?: string | undefined } = {},
): Promise<Following> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  }
  const reply = await client.router(httpEvent('GET', path, headers))
  const out = new PassThrough({ highWaterMark: 1_000_000 })
  const received: Received[] = []
  let last = lastId
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      last = id ?? last
      received.push({ id, name: event ?? 'message', data: JSON.parse(data) })
    },
  })
  out.on('data', (bytes: Buffer) => parser.feed(bytes.toString('utf8')))
  await reply.stream?.(out)
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    received,
    lastId: () => last,
    out,
    close: () => out.destroy(),
  }
}

/** What a reader of a game's stream holds after all that was received. */
export const heldGame = (received: readonly Received[]): GameDocument | null =>
  received.reduce<GameDocument | null>(
    (held, { name, data }) => applyChangeMessage(held, name as MessageName, data),
    null,
  )

/** What a reader of a round's stream holds: the round, and its games by their ids. */
export function heldRound(received: readonly Received[]) {
  // biome-ignore lint/suspicious/noExplicitAny: documents as a consumer holds them
  let round: any = null
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let games = new Map<string, any>()
  for (const { name, data } of received) {
    if (name === 'snapshot') {
      const { games: all, ...rest } = data
      round = rest
      games = new Map(all.map((each: { game: string }) => [each.game, each]))
    } else if (name === 'round') round = data
    else if (name === 'game') games.set(data.game, data)
    else {
      const { game, board: _, ...message } = data
      const held = games.get(game)
      games.set(game, { ...held, state: applyChangeMessage(held.state, name as MessageName, message) })
    }
  }
  return { round, games }
}
