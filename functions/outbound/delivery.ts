/** The bodies of deliveries: what came of a game after the last delivery. */
import { publicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { GameRecord } from '../app/games.ts'
import { gameEvents, restrictState } from '../app/read-game.ts'
import type { Ports } from '../ports.ts'
import type { Webhook } from './webhooks.ts'

export interface Delivery {
  /** The same for the same range of events. A repeat may reach further, under another id: receivers compare seqs. */
  readonly id: string
  /** Seq of the last event in it. */
  readonly seq: number
  readonly body: string
}

/** Events in one delivery; the rest comes in the next. */
const MAX_DELIVERY_EVENTS = 100

/**
 * The next delivery after event `after`; null: there is nothing that the webhook may know yet. `delay`: minutes by which
 * the public sees the tournament late.
 */
export async function nextDelivery(
  service: Pick<Ports, 'clock' | 'log' | 'persons'>,
  webhook: Webhook,
  game: string,
  record: GameRecord,
  after: number,
  delay: number,
): Promise<Delivery | null> {
  const late = webhook.reading === 'all' ? 0 : delay
  const seen = visibleSeq(record, { delay: late, now: service.clock.now() })
  if (seen <= after) return null
  // Public deliveries have no events, so that a state needs none before it.
  const seq = webhook.reading === 'all' ? Math.min(seen, after + MAX_DELIVERY_EVENTS) : seen
  const events = webhook.reading === 'all' ? await eventsOf(service, game, after, seq) : undefined
  const { at, state } = stateFor(webhook, record, seq)
  const { tournament, round } = record.folded.belonging
  const body = JSON.stringify({
    type: 'game.changed',
    tournament,
    round,
    game,
    after,
    seq,
    at,
    state,
    events,
  })
  return { id: `${webhook.id}.${game}.${after}-${seq}`, seq, body }
}

/** The delivery after an erasure: the state after the same event, without the erased person. */
export function erasedDelivery(webhook: Webhook, game: string, record: GameRecord, seq: number): Delivery {
  const { at, state } = stateFor(webhook, record, seq)
  const { tournament, round } = record.folded.belonging
  const body = JSON.stringify({ type: 'game.erased', tournament, round, game, seq, at, state })
  return { id: `${webhook.id}.${game}.${seq}-erased-${record.erased}`, seq, body }
}

/** The state after event `seq`, as the webhook may see it, and its instant. */
function stateFor(webhook: Webhook, record: GameRecord, seq: number) {
  const state = stateAfter(record, seq, `webhook ${webhook.id}`)
  const shown = publicState(state)
  return {
    at: new Date(state.at).toISOString(),
    state: webhook.reading === 'all' ? shown : restrictState(shown),
  }
}

const eventsOf = async (
  service: Pick<Ports, 'clock' | 'log' | 'persons'>,
  game: string,
  after: number,
  seq: number,
): Promise<StoredEvent[]> => (await gameEvents(service, game)).slice(after, seq)
