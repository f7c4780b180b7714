/** Delivers to one webhook what is new of one game, each delivery once the one before it was taken. */
import { loadCurrent } from '../app/access.ts'
import type { GameLoader } from '../app/dependencies.ts'
import type { FoldedGame } from '../app/games.ts'
import { gameStream } from '../app/stored-events.ts'
import { readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import { erasedDelivery, nextDelivery } from './delivery.ts'
import { deliveryCheckpoints } from './delivery-checkpoints.ts'
import type { DeliveryRetries } from './delivery-retries.ts'
import { markDue } from './due.ts'
import { type DeliverySender, deliveryKey } from './send-delivery.ts'
import type { Webhook } from './webhooks.ts'

/** How often to check whether what was delayed may be delivered by now, ms. */
const RECHECK_MS = 15_000

interface GameDeliveryDeps
  extends GameLoader,
    Pick<Ports, 'clock' | 'log' | 'persons' | 'registry' | 'views'> {}

/** Sends until there is nothing more to deliver, or a try fails; resolves with whether nothing is left. */
export type DeliverGame = (webhook: Webhook, game: string) => Promise<boolean>

/** `retry`: delivers the news of a stream again. */
export function gameDelivery(
  service: GameDeliveryDeps,
  { send, restMs }: DeliverySender,
  { isWaiting, retryAfter, succeeded }: DeliveryRetries,
  retry: (stream: string) => Promise<void>,
): DeliverGame {
  const checkpoints = deliveryCheckpoints(service)
  /** A process that may be frozen or ended between two tries stores what is due. */
  const persistsDue = !service.singleWriter

  const wait = async (ms: number, webhook: Webhook, game: string): Promise<false> => {
    if (persistsDue) await markDue(service, { tournament: webhook.tournament, webhook: webhook.id, game })
    const stream = gameStream(game)
    retryAfter(ms, deliveryKey(webhook, game), `webhooks of ${stream}`, () => retry(stream))
    return false
  }

  const deliver: DeliverGame = async (webhook, game) => {
    // Nothing later is delivered while an earlier delivery waits for another try.
    while (!isWaiting(deliveryKey(webhook, game))) {
      const record = await loadCurrent<FoldedGame>(service, service.games, gameStream(game))
      const tournament = await readTournament(service, webhook.tournament)
      if (!tournament.ok) return true
      const { seq: after, erased = 0 } = await checkpoints.read(webhook, game)
      const lessKnown = after > 0 && record.erased > erased
      if (after >= record.seq && !lessKnown) {
        // Another host may have delivered what this one failed at.
        succeeded(deliveryKey(webhook, game))
        return true
      }
      const rest = restMs(webhook)
      if (persistsDue && rest > 0) return wait(rest, webhook, game)
      const delivery = lessKnown
        ? erasedDelivery(webhook, game, record, after)
        : await nextDelivery(service, webhook, game, record, after, tournament.value.delay)
      if (delivery === null) return wait(RECHECK_MS, webhook, game)
      const { erased: gone } = record
      const pause = await send(webhook, game, delivery)
      if (pause !== null) return wait(pause, webhook, game)
      // The checkpoint advances only after an answer of 2xx, so that a delivery whose answer was lost is sent again.
      const at = new Date(service.clock.now()).toISOString()
      await checkpoints.advance(webhook, game, { seq: delivery.seq, at, erased: gone })
    }
    return false
  }

  /** One delivery at a time for a webhook and a game, whatever notifies of it. */
  return (webhook, game) =>
    service.games.inTurn(`webhook ${deliveryKey(webhook, game)}`, () => deliver(webhook, game))
}
