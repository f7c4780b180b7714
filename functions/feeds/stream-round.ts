/**
 * A round to be followed: its boards and all its games. `id:` counts the events of the round's feed, which are those of
 * the round's own stream and of its games, in whatever order they came.
 */
import { documentOf, type Portrait } from '../../domain/formats/changes.ts'
import { current, type Reading, readable } from '../app/access.ts'
import { type Glance, lastSeen, stateAfter } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { boardsOf, type FoldedRound, type RoundRecord, roundAfter } from '../app/round-state.ts'
import { type RoundId, viewOf } from '../app/rounds.ts'
import type { Service } from '../app/service.ts'
import { gameStream, roundStream } from '../app/stored-events.ts'
import { type Batch, batchOf, type SseMessage } from './sse.ts'
import { nextDue, shownPortrait, stepsBetween } from './stream-game.ts'
import type { StreamSource } from './stream-source.ts'

/** Batches kept for who comes back, and the most bytes they may have together. */
const MOST_BATCHES = 1_000
const MOST_BYTES = 8_000_000

/** A game at its board as it was shown last. */
interface ShownBoard {
  readonly board: number
  readonly players: string
  readonly portrait: Portrait
  readonly record: GameRecord
  /** How much of it was erased by then: what was sent before that is not sent again. */
  readonly erased: number
}

export function roundSource(service: Service, id: RoundId, reading: Reading, delay: number): StreamSource {
  const own = roundStream(id.tournament, id.round)
  const follower = `stream ${delay}`
  const streams = new Set([own])
  const shown = new Map<string, ShownBoard>()
  /** Games looked at, those that may not be seen yet included. */
  const records = new Map<string, GameRecord>()
  const past: { readonly from: number; readonly batch: Batch }[] = []
  let pastBytes = 0
  let round: { readonly record: RoundRecord; readonly seq: number; readonly fields: string } | null = null
  let whole: Batch | null = null

  const counter = () => [...shown.values()].reduce((sum, { portrait }) => sum + portrait.seq, round?.seq ?? 0)

  const keep = (from: number, batch: Batch) => {
    past.push({ from, batch })
    pastBytes += batch.bytes.length
    while (past.length > MOST_BATCHES || pastBytes > MOST_BYTES) pastBytes -= past.shift()!.batch.bytes.length
  }

  /** The round's own part; null where the round cannot be seen yet. */
  const lookAtRound = async (glance: Glance, messages: SseMessage[]): Promise<FoldedRound | null> => {
    const record = await current<FoldedRound>(service, service.rounds, own)
    const seq = lastSeen(record, glance)
    if (seq === 0) return null
    const folded = roundAfter(record, seq)
    const fields = JSON.stringify(viewOf(id, folded))
    if (seq !== round?.seq) messages.push({ name: 'round', data: fields })
    round = { record, seq, fields }
    for (const { game } of boardsOf(folded)) streams.add(gameStream(game))
    return folded
  }

  const lookAtGame = async (board: number, game: string, glance: Glance, messages: SseMessage[]) => {
    const record = await readable<FoldedGame>(service, service.games, gameStream(game))
    if (record === null) return
    records.set(game, record)
    const seq = lastSeen(record, glance)
    const before = shown.get(game)
    if (seq === 0 || (before?.portrait.seq === seq && before.board === board && before.record === record))
      return
    const state = stateAfter(record, seq, follower)
    const { white, black } = state.details ?? {}
    const isErased = before !== undefined && before.erased !== record.erased
    if (isErased) past.length = pastBytes = 0
    const players = `"white":${JSON.stringify(white ?? null)},"black":${JSON.stringify(black ?? null)}`
    const portrait = shownPortrait(reading, state)
    shown.set(game, { board, players, portrait, record, erased: record.erased })
    const place = `"game":${JSON.stringify(game)},"board":${board}`
    if (before === undefined || isErased || before.players !== players)
      messages.push({ name: 'game', data: `{${place},${players},"state":${documentOf(portrait)}}` })
    else if (before.portrait.seq !== seq)
      for (const { name, data } of stepsBetween(before.portrait, portrait, state, reading))
        messages.push({ name, data: `{${place},${data.slice(1)}` })
  }

  return {
    streams,
    async look(rung) {
      const glance: Glance = { delay, now: service.clock.now() }
      const from = counter()
      const first = round === null
      const messages: SseMessage[] = []
      const folded = await lookAtRound(glance, messages)
      if (folded === null) return null
      const all = rung === null || rung.has(own) || delay > 0
      for (const { board, game } of boardsOf(folded))
        if (all || rung.has(gameStream(game))) await lookAtGame(board, game, glance, messages)
      if (messages.length === 0) return null
      whole = null
      if (first) return this.whole()
      const batch = batchOf(counter(), messages)
      keep(from, batch)
      return batch
    },
    whole() {
      const boards = [...shown].sort(([, a], [, b]) => a.board - b.board)
      const games = boards.map(
        ([game, { board, players, portrait }]) =>
          `{"game":${JSON.stringify(game)},"board":${board},${players},"state":${documentOf(portrait)}}`,
      )
      const { fields = '{}' } = round ?? {}
      whole ??= batchOf(counter(), [
        { name: 'snapshot', data: `${fields.slice(0, -1)},"games":[${games.join(',')}]}` },
      ])
      return whole
    },
    since(last) {
      const now = counter()
      // Who counts as many events as there are has them all: his are a part of them.
      if (last === now) return { id: now, bytes: Buffer.alloc(0) }
      // Other processes may have counted the same number by other events.
      if (!service.soleWriter) return null
      const next = past.findIndex(({ from }) => from === last)
      if (next < 0) return null
      return { id: now, bytes: Buffer.concat(past.slice(next).map(({ batch }) => batch.bytes)) }
    },
    due() {
      const dues = [...records].map(([game, record]) =>
        nextDue(record, shown.get(game)?.portrait.seq ?? 0, delay),
      )
      if (round !== null) dues.push(nextDue(round.record, round.seq, delay))
      const instants = dues.filter((due) => due !== null)
      return instants.length === 0 ? null : Math.min(...instants)
    },
  }
}
