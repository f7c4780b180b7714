/** Sends one delivery to its receiver, signed, and says how long to wait where it is not taken. */
import type { Ports } from '../ports.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryRetries } from './delivery-retries.ts'
import type { Post } from './post.ts'
import { waitBefore } from './retry-wait.ts'
import { signatureHeaders } from './sign.ts'
import type { Webhook } from './webhooks.ts'

/** A receiver slower than this rests, so that other receivers of the same process are served. */
const SLOW_MS = 1000
/** A slow receiver rests nine times as long as it took, and so uses a tenth of the process's time at most. */
const REST_FACTOR = 9

export interface DeliverySender {
  /** Null: the receiver answered 2xx. Else how long to wait before the next try, ms. */
  send(webhook: Webhook, game: string, delivery: Delivery): Promise<number | null>
  /** For how long a slow receiver is not to be asked about any game, ms; not above 0 where it may be asked. */
  restMs(webhook: Webhook): number
}

export function deliverySender(
  service: Pick<Ports, 'clock' | 'webhookTargets'>,
  retries: DeliveryRetries,
  post: Post,
  log: (line: string) => void,
): DeliverySender {
  /** Until when a webhook's receiver rests, ms since 1970. */
  const resting = new Map<string, number>()

  const answerTo = async ({ url, secret }: Webhook, { id, body }: Delivery, now: number) => {
    if (!(service.webhookTargets?.allows(url) ?? true))
      return new Error('the operator lets webhooks go elsewhere only')
    const signature = signatureHeaders(secret, id, Math.floor(now / 1000), body)
    const headers = { 'content-type': 'application/json', ...signature }
    return post(url, headers, body).catch((error: Error) => error)
  }

  return {
    async send(webhook, game, delivery) {
      const now = service.clock.now()
      const key = deliveryKey(webhook, game)
      const answer = await answerTo(webhook, delivery, now)
      const took = service.clock.now() - now
      if (took > SLOW_MS) resting.set(receiverOf(webhook), now + took + took * REST_FACTOR)
      if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) {
        retries.succeeded(key)
        return null
      }
      const attempt = retries.failed(key)
      const why = answer instanceof Error ? answer.message : `status ${answer.status}`
      const wait = waitBefore(attempt, answer instanceof Error ? null : answer.retryAfter, now)
      const which = `webhook ${webhook.id} of ${webhook.tournament}, game ${game}`
      log(`${which}: ${why}, try ${attempt}; again in ${Math.round(wait / 1000)} s`)
      return wait
    },
    restMs: (webhook) => (resting.get(receiverOf(webhook)) ?? 0) - service.clock.now(),
  }
}

const receiverOf = ({ tournament, id }: Webhook): string => `${tournament}/${id}`

/** Names a webhook's deliveries of one game. */
export const deliveryKey = (webhook: Webhook, game: string): string => `${receiverOf(webhook)} ${game}`

/** Whether a key names a webhook's deliveries of this game. */
export const isDeliveryOf = (game: string, key: string): boolean => key.endsWith(` ${game}`)
