/**
 * A round to be followed: its boards and all its games. `id:` counts the events of the round's feed, which are those of
 * the round's own stream and of its games, in whatever order they came.
 */

import type { MovesShown } from '../../domain/formats/change-messages.ts'
import { boardsOf, type RoundId, type RoundState } from '../../domain/state/round.ts'
import { loadCurrent, type Visibility } from '../app/access.ts'
import { type AsOf, visibleSeq } from '../app/earlier-states.ts'
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import { roundViewOf } from '../app/rounds.ts'
import { gameStream, roundStream } from '../app/stored-events.ts'
import { openSentBatches, type SentBatches } from './sent-batches.ts'
import { openSentWhole } from './sent-whole.ts'
import { openShownBoards, type RoundSeat, type ShownBoards } from './shown-boards.ts'
import { type SseBatch, type SseMessage, sseBatch } from './sse.ts'
import { earlierOf, nextVisibleAt } from './stream-game.ts'
import type { StreamSource } from './stream-source.ts'
import type { FeedSources } from './viewpoint.ts'

/** Bytes of changes that a returning reader is sent; who has missed more is sent the whole round. */
const MAX_RESUMED_BYTES = 256 * 1024
/** Messages of looks that failed; where there are more, the next look that succeeds sends the whole round. */
const MAX_UNSENT = 1_000

export function roundStreamSource(
  service: FeedSources,
  id: RoundId,
  reading: Visibility,
  delay: number,
  moves: MovesShown,
): StreamSource {
  const own = roundStream(id.tournament, id.round)
  const streams = new Set([own])
  const sent = openSentBatches()
  let round: LookedAtRound | null = null
  const whole = openSentWhole()
  /** Messages that were not sent, since the looks that found them failed later on. */
  let unsent: SseMessage[] = []
  /** The event id that readers had before these. */
  let unsentFrom: number | null = null
  /** Whether the next look that succeeds sends the whole round. */
  let sendsWhole = true
  const dropUnsent = () => {
    if (unsent.length > 0) sendsWhole = true
    unsent = []
  }
  const boards = openShownBoards(service, { reading, delay, moves }, () => {
    sent.clear()
    whole.clear()
    dropUnsent()
  })

  const counter = () => boards.events() + (round?.seq ?? 0)
  const nextOwnAt = () => (round === null ? null : nextVisibleAt(round.record, round.seq, delay))

  /** The round's own part; false where the round cannot be seen yet. */
  const lookAtRound = async (asOf: AsOf, messages: SseMessage[]): Promise<boolean> => {
    const record = await loadCurrent<RoundState>(service, service.rounds, own)
    const seq = visibleSeq(record, asOf)
    if (seq === 0) return false
    if (round?.record === record && round.seq === seq) return true
    const folded = roundAfter(record, seq)
    const fields = JSON.stringify(roundViewOf(id, folded))
    if (seq !== round?.seq) messages.push({ name: 'round', data: fields })
    const removed = [...folded.removed].map((game): RoundSeat => ({ game, board: null }))
    round = { record, seq, fields, seats: [...boardsOf(folded), ...removed] }
    for (const { game } of round.seats) streams.add(gameStream(game))
    return true
  }

  const makeWhole = (): SseBatch => {
    const { fields = '{}' } = round ?? {}
    const data = `${fields.slice(0, -1)},"games":[${boards.texts().join(',')}]}`
    return sseBatch(counter(), [{ name: 'snapshot', data }])
  }

  return {
    belonging: id,
    streams,
    async refresh(changed) {
      const asOf: AsOf = { delay, now: service.clock.now() }
      if (unsent.length > MAX_UNSENT) dropUnsent()
      unsentFrom ??= counter()
      const found: SseMessage[] = []
      const nextOwn = nextOwnAt()
      const asksRound =
        round === null || changed === null || changed.has(own) || (nextOwn !== null && nextOwn <= asOf.now)
      try {
        if (asksRound && !(await lookAtRound(asOf, found))) return null
        const isReseated = found.length > 0
        const hasChanged = (game: string) => changed === null || changed.has(gameStream(game))
        const concerned = (round?.seats ?? []).filter(
          ({ game }) => isReseated || hasChanged(game) || boards.isDue(game, asOf.now),
        )
        await boards.look(concerned, asOf, hasChanged, found)
      } finally {
        unsent.push(...found)
      }
      const [messages, from, isWhole] = [unsent, unsentFrom, sendsWhole]
      unsent = []
      unsentFrom = null
      sendsWhole = false
      if (messages.length === 0 && !isWhole) return null
      if (isWhole) {
        whole.clear()
        return whole.batches(makeWhole)[0]
      }
      const batch = sseBatch(counter(), messages)
      sent.add(from, batch)
      whole.add(batch)
      return batch
    },
    snapshot: () => whole.batches(makeWhole),
    since: (last) => missedSince(last, counter(), { boards, sent, isOnlyWriter: service.singleWriter }),
    bytes: () => boards.bytes() + sent.bytes() + whole.bytes(),
    dueAt: () => earlierOf(boards.dueAt(), nextOwnAt()),
  }
}

/** What a reader who has counted `last` events lacks of `now`; null: they are sent the whole round. */
function missedSince(
  last: number,
  now: number,
  { boards, sent, isOnlyWriter }: { boards: ShownBoards; sent: SentBatches; isOnlyWriter: boolean },
): SseBatch | null {
  // Who was away may still show what was erased meanwhile, which no event tells: they get the whole.
  if (boards.hasErasures()) return null
  const missed = sent.after(last)
  // A reader who has counted as many events as there are has them all; a period begins without one.
  if (missed === null) return last === now ? { id: now, bytes: Buffer.alloc(0) } : null
  // Other processes may have counted the same number by other events.
  if (!isOnlyWriter) return null
  const texts = missed.map(({ bytes }) => bytes)
  // The whole is encoded and compressed once for all readers; what each has missed, for each anew.
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_RESUMED_BYTES) return null
  return { id: now, bytes: Buffer.concat(texts) }
}

/** A round as it was seen last. */
interface LookedAtRound {
  readonly record: RoundRecord
  readonly seq: number
  /** Its own part of a message, in JSON. */
  readonly fields: string
  /** The boards in their order, then the games that were taken out. */
  readonly seats: readonly RoundSeat[]
}
