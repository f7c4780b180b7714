/**
 * A round to be followed: its boards and all its games. `id:` counts the events of the round's feed, which are those of
 * the round's own stream and of its games, in whatever order they came.
 */

import {
  type MovesShown,
  type SerializedState,
  serializedText,
} from '../../domain/formats/change-messages.ts'
import { boardsOf, type RoundId, type RoundState } from '../../domain/state/round.ts'
import { loadCurrent, loadUnlessDamaged, type Visibility } from '../app/access.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq, withPeriodBegun } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import { roundViewOf } from '../app/rounds.ts'
import { gameStream, roundStream } from '../app/stored-events.ts'
import { type SseBatch, type SseMessage, sseBatch } from './sse.ts'
import {
  earlierOf,
  nextPeriodAt,
  nextVisibleAt,
  serializedBytes,
  serializeVisible,
  stepsBetween,
} from './stream-game.ts'
import type { StreamSource } from './stream-source.ts'
import type { FeedSources } from './viewpoint.ts'

/** Batches cached for readers who resume, and the most bytes they may have together. */
const MAX_BATCHES = 1_000
const MAX_BATCH_BYTES = 8_000_000
/** Bytes of changes that a returning reader is sent; who has missed more is sent the whole round. */
const MAX_RESUMED_BYTES = 256 * 1024

/** A game at its board as it was shown last. */
interface ShownBoard {
  readonly board: number
  readonly players: string
  readonly serialized: SerializedState
  readonly record: GameRecord
  /** How much of it was erased by then: what was sent before that is not sent again. */
  readonly erased: number
  /** The instant of its clocks, ms. */
  readonly at: number
  /** When its next period will be seen to begin, ms. */
  readonly nextPeriod: number | null
}

export function roundStreamSource(
  service: FeedSources,
  id: RoundId,
  reading: Visibility,
  delay: number,
  moves: MovesShown,
): StreamSource {
  const own = roundStream(id.tournament, id.round)
  const follower = `stream ${delay}`
  const streams = new Set([own])
  const shown = new Map<string, ShownBoard>()
  /** Games looked at, those that may not be seen yet included. */
  const records = new Map<string, GameRecord>()
  const past: { readonly from: number; readonly batch: SseBatch }[] = []
  let pastBytes = 0
  let round: { readonly record: RoundRecord; readonly seq: number; readonly fields: string } | null = null
  let whole: SseBatch | null = null

  const counter = () =>
    [...shown.values()].reduce((sum, { serialized }) => sum + serialized.seq, round?.seq ?? 0)

  const keep = (from: number, batch: SseBatch) => {
    past.push({ from, batch })
    pastBytes += batch.bytes.length
    while (past.length > MAX_BATCHES || pastBytes > MAX_BATCH_BYTES)
      pastBytes -= past.shift()!.batch.bytes.length
  }

  /** The round's own part; null where the round cannot be seen yet. */
  const lookAtRound = async (asOf: AsOf, messages: SseMessage[]): Promise<RoundState | null> => {
    const record = await loadCurrent<RoundState>(service, service.rounds, own)
    const seq = visibleSeq(record, asOf)
    if (seq === 0) return null
    const folded = roundAfter(record, seq)
    const fields = JSON.stringify(roundViewOf(id, folded))
    if (seq !== round?.seq) messages.push({ name: 'round', data: fields })
    round = { record, seq, fields }
    for (const { game } of boardsOf(folded)) streams.add(gameStream(game))
    return folded
  }

  const lookAtGame = async (board: number, game: string, asOf: AsOf, messages: SseMessage[]) => {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    if (record === null) return
    records.set(game, record)
    const seq = visibleSeq(record, asOf)
    const before = shown.get(game)
    if (seq === 0) return
    const state = withPeriodBegun(stateAfter(record, seq, follower), asOfInstant(asOf))
    const isShown = before?.serialized.seq === seq && before.at === state.at
    if (isShown && before.board === board && before.record === record) return
    const { white, black } = state.details ?? {}
    const isErased = before !== undefined && before.erased !== record.erased
    if (isErased) past.length = pastBytes = 0
    const players = `"white":${JSON.stringify(white ?? null)},"black":${JSON.stringify(black ?? null)}`
    const serialized = serializeVisible(reading, state, moves)
    const nextPeriod = nextPeriodAt(state, delay)
    shown.set(game, { board, players, serialized, record, erased: record.erased, at: state.at, nextPeriod })
    const place = `"game":${JSON.stringify(game)},"board":${board}`
    if (before === undefined || isErased || before.players !== players)
      messages.push({ name: 'game', data: `{${place},${players},"state":${serializedText(serialized)}}` })
    else if (!isShown)
      for (const { name, data } of stepsBetween(before.serialized, serialized, state.log, reading))
        messages.push({ name, data: `{${place},${data.slice(1)}` })
  }

  return {
    streams,
    async refresh(changed) {
      const asOf: AsOf = { delay, now: service.clock.now() }
      const from = counter()
      const first = round === null
      const messages: SseMessage[] = []
      const folded = await lookAtRound(asOf, messages)
      if (folded === null) return null
      const all = changed === null || changed.has(own) || delay > 0
      for (const { board, game } of boardsOf(folded))
        if (all || changed.has(gameStream(game))) await lookAtGame(board, game, asOf, messages)
      if (messages.length === 0) return null
      whole = null
      if (first) return this.snapshot()
      const batch = sseBatch(counter(), messages)
      keep(from, batch)
      return batch
    },
    snapshot() {
      const boards = [...shown].sort(([, a], [, b]) => a.board - b.board)
      const games = boards.map(
        ([game, { board, players, serialized }]) =>
          `{"game":${JSON.stringify(game)},"board":${board},${players},"state":${serializedText(serialized)}}`,
      )
      const { fields = '{}' } = round ?? {}
      whole ??= sseBatch(counter(), [
        { name: 'snapshot', data: `${fields.slice(0, -1)},"games":[${games.join(',')}]}` },
      ])
      return whole
    },
    since(last) {
      const now = counter()
      const next = past.findIndex(({ from }) => from === last)
      // A reader who has counted as many events as there are has them all; a period begins without one.
      if (last === now && next < 0) return { id: now, bytes: Buffer.alloc(0) }
      // Other processes may have counted the same number by other events.
      if (!service.singleWriter || next < 0) return null
      const missed = past.slice(next).map(({ batch }) => batch.bytes)
      // The whole is encoded and compressed once for all readers; what each has missed, for each anew.
      if (missed.reduce((sum, { length }) => sum + length, 0) > MAX_RESUMED_BYTES) return null
      return { id: now, bytes: Buffer.concat(missed) }
    },
    bytes() {
      const shownBytes = [...shown.values()].reduce(
        (sum, { serialized }) => sum + serializedBytes(serialized),
        0,
      )
      return shownBytes + pastBytes + (whole?.bytes.length ?? 0)
    },
    dueAt() {
      const dues = [...records].map(([game, record]) =>
        earlierOf(
          nextVisibleAt(record, shown.get(game)?.serialized.seq ?? 0, delay),
          shown.get(game)?.nextPeriod ?? null,
        ),
      )
      if (round !== null) dues.push(nextVisibleAt(round.record, round.seq, delay))
      const instants = dues.filter((due) => due !== null)
      return instants.length === 0 ? null : Math.min(...instants)
    },
  }
}
