/** `touchmove watch GAME`: follows a game live. */
import { setTimeout as wait } from 'node:timers/promises'
import { Command } from 'commander'
import { createParser } from 'eventsource-parser'
import * as z from 'zod'
import {
  applyChangeMessage,
  type GameDocument,
  MESSAGE_NAMES,
  type MessageName,
} from '../../../../domain/formats/change-messages.ts'
import { offeringSides } from '../../../../domain/formats/standing-offers.ts'
import { problemText } from '../../../http/api-client.ts'
import { failureReason } from '../../../http-client.ts'
import { CommandFailure } from '../failure.ts'
import { printClock, printLine, printNote } from '../print.ts'
import {
  fetchJson,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readJson,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

/** Pause between a lost connection and the next try, ms. */
const RETRY_MS = 1000
/** Pause between two requests for changes, where no stream is served, ms: caches hold an answer for one second. */
const POLL_MS = 2000

const text = z.string()
const ply = z.int().min(1)
const moveShape = z.looseObject({
  ...{ ply, san: text, uci: text, seq: z.int(), clock: z.int().nullable(), legal: z.boolean() },
})
const stateShape = z.looseObject({
  ...{ seq: z.int(), at: text, status: text },
  moves: z.array(moveShape),
  verdicts: z.array(z.looseObject({ rule: text, against: text.nullable(), status: text })).optional(),
  offer: text.nullable().optional(),
  counterOffer: text.optional(),
  result: z.looseObject({ white: text, black: text, rule: text.nullable() }).nullable(),
})
type WatchedState = z.output<typeof stateShape>
type WatchedMove = z.output<typeof moveShape>

const retractionShape = z.looseObject({
  ...{ seq: z.int(), at: text, ply },
  moves: z.array(z.looseObject({ san: text })),
  why: z.array(z.looseObject({ type: text, by: text, reason: text.optional() })),
})
type Retraction = z.output<typeof retractionShape>

const changeShape = z
  .looseObject({ ply: ply.optional(), moves: z.array(moveShape).optional() })
  .refine(({ ply, moves }) => ply === undefined || moves !== undefined, {
    path: ['moves'],
    error: 'is missing beside ply',
  })
const MESSAGES = {
  snapshot: stateShape,
  retract: retractionShape,
  change: changeShape,
  clock: changeShape,
  end: changeShape,
} as const satisfies Record<MessageName, z.ZodType>
const changesShape = z.looseObject({
  id: text,
  messages: z.array(z.looseObject({ event: text, data: z.unknown() })),
})

export const watchCommand = (): Command =>
  withRecordOptions(
    new Command('watch').description('follow a game until it ends').argument('<game>', 'its id'),
  ).action((game: string, options: RecordOptions) => readRecord(options, (client) => watch(client, game)))

const print = (lines: readonly string[]) => {
  for (const line of lines) printLine(line)
}

async function watch(client: RecordClient, game: string): Promise<void> {
  if (client.stream === undefined) {
    const state = await fetchJson(client, `/games/${pathSegment(game)}`, stateShape)
    print(changeLines(null, state))
    if (state.result === null) printNote('no host serves this folder, so nothing new will come')
    return
  }
  let seen: WatchedState | null = null
  let lastId: string | null = null
  let ended = false
  const onMessage = (name: string, id: string | undefined, text: string) => {
    const data = readMessage(name, text)
    if (data === null) return
    if (name === 'retract') print(retractionLines(data as unknown as Retraction))
    const before = seen as unknown as GameDocument | null
    const after = readJson(
      STREAM,
      answerOf(applyChangeMessage(before, name as MessageName, data)),
      stateShape,
    )
    // A retraction has printed its own lines.
    print(name === 'retract' ? [] : changeLines(seen, after))
    seen = after
    lastId = id ?? lastId
    ended ||= name === 'end'
  }
  while (!ended) {
    const headers = { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) }
    const path = `/games/${pathSegment(game)}/stream`
    const response = await client.stream(path, headers).catch((error: Error) => {
      // A host that has answered before may be restarting; one that never answered is not there.
      if (seen === null) throw new CommandFailure(`the host does not answer: ${failureReason(error)}`)
      return null
    })
    if (response?.status === 404) return followChanges(client, game, onMessage, () => ended)
    if (response !== null && response.status < 500) await followStream(response, onMessage, () => ended)
    if (!ended) await wait(RETRY_MS)
  }
}

/** Asks for changes until the game ends: the cloud serves no streams. */
async function followChanges(
  client: RecordClient,
  game: string,
  onMessage: (name: string, id: string | undefined, data: string) => void,
  isOver: () => boolean,
): Promise<void> {
  const path = `/games/${pathSegment(game)}/changes`
  for (let id = '0'; !isOver(); await wait(POLL_MS)) {
    const answer = await client.request('GET', `${path}?after=${id}`).catch((error: unknown) => {
      // Without a first answer there may be no such service at all.
      if (id === '0') throw error
      return null
    })
    if (answer === null || answer.status >= 500) continue
    const changes = readJson(path, answer, changesShape)
    for (const { event, data } of changes.messages) onMessage(event, changes.id, JSON.stringify(data))
    id = changes.id
  }
}

/** Reads until the connection or the game ends. */
async function followStream(
  response: Response,
  onMessage: (name: string, id: string | undefined, data: string) => void,
  isOver: () => boolean,
): Promise<void> {
  if (!response.ok) {
    const answer = { status: response.status, headers: {}, text: await response.text() }
    throw new CommandFailure(problemText(answer))
  }
  if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? ''))
    throw new CommandFailure(`${STREAM} is none: no Touchmove host answers there`)
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      if (!isOver()) onMessage(event, id, data)
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of untilDisconnected(response.body as unknown as AsyncIterable<Uint8Array>)) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (isOver()) return
  }
}

/** Ends where the connection is lost as where it is closed: the next try resumes after the last id. */
async function* untilDisconnected(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    // Errors of the reader do not come here: only reading the body can throw.
  }
}

const STREAM = 'the stream'

/** Null for an unknown name, which a later version may send. Throws CommandFailure where the text is no message of this name. */
function readMessage(name: string, text: string): z.output<(typeof MESSAGES)[MessageName]> | null {
  const known = MESSAGE_NAMES.find((each) => each === name)
  return known === undefined ? null : readJson(STREAM, { status: 200, headers: {}, text }, MESSAGES[known])
}

const answerOf = (value: unknown) => ({ status: 200, headers: {}, text: JSON.stringify(value) })

function retractionLines({ ply, moves, why }: Retraction): string[] {
  const causes = why.map(({ type, by, reason }) => `${type} by ${by}${reason ? `: ${reason}` : ''}`)
  const sans = moves.map(({ san }) => san).join(' ')
  return [`taken back from ply ${ply}: ${sans}${causes.length > 0 ? ` (${causes.join('; ')})` : ''}`]
}

/** A line for each thing that a state shows and the one before did not. */
function changeLines(before: WatchedState | null, now: WatchedState): string[] {
  const common = commonMoves(before?.moves ?? [], now.moves)
  const { verdicts = [] } = now
  const known = new Set((before?.verdicts ?? []).map((verdict) => JSON.stringify(verdict)))
  return [
    ...now.moves.slice(common).map(moveLine),
    ...verdicts
      .filter((verdict) => !known.has(JSON.stringify(verdict)))
      .map(
        ({ rule, against, status }) =>
          `verdict: ${rule}${against === null ? '' : ` against ${against}`}: ${status}`,
      ),
    ...offeringSides(now)
      .filter((side) => before === null || !offeringSides(before).includes(side))
      .map((side) => `${side} offers a draw`),
    ...(before !== null && now.status !== before.status ? [now.status] : []),
    ...(now.result === null || JSON.stringify(now.result) === JSON.stringify(before?.result)
      ? []
      : [`result: ${now.result.white}-${now.result.black} ${now.result.rule ?? ''}`.trimEnd()]),
  ]
}

/** How many moves two states share from the start. A move that was shown is not shown again when it is completed. */
function commonMoves(before: readonly WatchedMove[], now: readonly WatchedMove[]): number {
  let common = 0
  const same = (a: WatchedMove | undefined, b: WatchedMove | undefined) =>
    a !== undefined && b !== undefined && a.seq === b.seq && a.uci === b.uci
  while (same(before[common], now[common])) common++
  return common
}

function moveLine({ ply, san, clock, legal }: WatchedMove): string {
  const number = `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '...'}`
  const text = `${number} ${san}${legal ? '' : ' (not legal)'}`
  return clock === null ? text : `${text.padEnd(16)} ${printClock(clock)}`
}
