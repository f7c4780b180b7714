/** A game to be followed: its state and what changes it, `id:` being the seq. */
import {
  causesBetween,
  documentOf,
  type Message,
  messagesBetween,
  type Portrait,
  portraitOf,
} from '../../domain/formats/changes.ts'
import type { GameState } from '../../domain/game/index.ts'
import { current, type Reading } from '../app/access.ts'
import { type Glance, lastSeen, stateAfter } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { shownTo } from '../app/read-game.ts'
import type { Service } from '../app/service.ts'
import { gameStream } from '../app/stored-events.ts'
import { type Batch, batchOf } from './sse.ts'
import type { StreamSource } from './stream-source.ts'

const MINUTE = 60_000

/** A state as far as its reader may see it, to be compared with the next. */
export const shownPortrait = (reading: Reading, state: GameState): Portrait =>
  portraitOf(shownTo(reading, state))

/** The messages between two states of a game, for readers of one kind. */
export const stepsBetween = (
  before: Portrait,
  after: Portrait,
  state: GameState,
  reading: Reading,
): Message[] =>
  messagesBetween(
    before,
    after,
    causesBetween(state, before.seq, reading === 'all').filter(({ seq }) => seq <= after.seq),
  )

/** When the event after `seq` will be seen with so many minutes of delay; null where there is none, or no delay. */
export function nextDue({ known }: Pick<GameRecord, 'known'>, seq: number, delay: number): number | null {
  const next = known[seq]
  return delay === 0 || next === undefined ? null : next + delay * MINUTE
}

export function gameSource(service: Service, game: string, reading: Reading, delay: number): StreamSource {
  const stream = gameStream(game)
  const follower = `stream ${delay}`
  let record: GameRecord | null = null
  let shown: Portrait | null = null
  let whole: Batch | null = null
  let erased = 0

  const opening = (portrait: Portrait): Message[] => {
    const { result = 'null', at } = portrait.fields
    const end: Message = { name: 'end', data: `{"seq":${portrait.seq},"at":${at},"result":${result}}` }
    return [{ name: 'snapshot', data: documentOf(portrait) }, ...(result === 'null' ? [] : [end])]
  }

  return {
    streams: new Set([stream]),
    async look() {
      const glance: Glance = { delay, now: service.clock.now() }
      record = await current<FoldedGame>(service, service.games, stream)
      const seq = lastSeen(record, glance)
      // What was erased is shown to nobody any more, so all are given the whole anew.
      const before = record.erased === erased ? shown : null
      if (seq === 0 || seq === before?.seq) return null
      erased = record.erased
      const state = stateAfter(record, seq, follower)
      shown = shownPortrait(reading, state)
      whole = null
      return batchOf(seq, before === null ? opening(shown) : stepsBetween(before, shown, state, reading))
    },
    whole() {
      whole ??= batchOf(shown!.seq, opening(shown!))
      return whole
    },
    since(id) {
      if (record === null || shown === null || id < 1 || id > shown.seq) return null
      if (id === shown.seq) return { id, bytes: Buffer.alloc(0) }
      const before = shownPortrait(reading, stateAfter(record, id, 'asked'))
      return batchOf(shown.seq, stepsBetween(before, shown, record.folded.fold.state, reading))
    },
    due: () => (record === null || shown === null ? null : nextDue(record, shown.seq, delay)),
  }
}
