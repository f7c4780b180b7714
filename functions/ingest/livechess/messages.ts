/**
 * What DGT LiveChess 2 says on its local WebSocket (`ws://HOST:1982/api/v1.0`), and what it is asked. The interface comes
 * with LiveChess's own documentation; `docs/connect.md` lists what is used of it.
 */

import * as z from 'zod'
import { parseJson } from '../../../domain/json-text.ts'
import { nullIfInvalid } from '../null-if-invalid.ts'

const clock = z.object({
  /** Seconds. */
  white: z.number(),
  black: z.number(),
  /** True: White's runs; false: Black's; null: stopped. */
  run: z.boolean().nullish(),
  /** When it was read, ms since 1970. */
  time: z.number(),
})
export type FeedClock = z.output<typeof clock>

const serialnr = z.union([z.string(), z.number()]).transform(String)

const eboard = z.object({ serialnr, state: nullIfInvalid(z.string()) })
export type ListedBoard = z.output<typeof eboard>

/** What has changed on a board; on subscription all that is known of it. */
const change = z.object({
  serialnr,
  state: nullIfInvalid(z.string()),
  /** LiveChess was told to turn the board's squares round. */
  flipped: nullIfInvalid(z.boolean()),
  /** Placement. */
  board: nullIfInvalid(z.string()),
  clock: nullIfInvalid(clock),
  /** The position from which `san` is played, all of it; `match`: the board stands as at its end. */
  start: nullIfInvalid(z.string()),
  san: nullIfInvalid(z.array(z.string())),
  match: nullIfInvalid(z.boolean()),
})
export type BoardChange = z.output<typeof change>

const envelope = z.object({
  response: z.enum(['call', 'feed', 'error']),
  id: z.number(),
  param: z.unknown(),
  /** The LiveChess computer's own clock, ms since 1970. */
  time: nullIfInvalid(z.number()),
})

export type Message =
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly boards: readonly ListedBoard[]
      readonly time: number | null
    }
  | { readonly kind: 'feed'; readonly id: number; readonly change: BoardChange; readonly time: number | null }
  | { readonly kind: 'error'; readonly id: number; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly text: string }

export function readLiveChessMessage(text: string): Message {
  const outer = envelope.safeParse(parseJson(text))
  if (!outer.success) return unreadable(text)
  const { response, id, param } = outer.data
  const time = outer.data.time ?? null
  if (response === 'error') {
    const parsed = z.object({ message: z.string() }).safeParse(param)
    return { kind: 'error', id, reason: parsed.success ? parsed.data.message : JSON.stringify(param) }
  }
  if (response === 'call') {
    const boards = Array.isArray(param) ? param.flatMap((each) => eboard.safeParse(each).data ?? []) : []
    return { kind: 'answer', id, boards, time }
  }
  const parsed = change.safeParse(param)
  return parsed.success ? { kind: 'feed', id, change: parsed.data, time } : unreadable(text)
}

const unreadable = (text: string): Message => ({
  kind: 'unreadable',
  text: text.slice(0, 80),
})

export const boardsRequest = (id: number): string => JSON.stringify({ call: 'eboards', id, param: null })

/** `feed`: the number under which its messages come. */
export const subscribeRequest = (id: number, feed: number, serialnr: string): string =>
  JSON.stringify({ call: 'subscribe', id, param: { feed: 'eboardevent', id: feed, param: { serialnr } } })
