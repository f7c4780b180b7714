/**
 * How far each webhook has been sent. Checkpoints lie in the registry, since the record does not have them: if they were lost with
 * the views, a receiver would be sent everything again.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import type { Webhook } from './webhooks.ts'

/** Delivered up to `seq`, with so many erasures. */
export interface DeliveryCheckpoint {
  readonly seq: number
  /** RFC 3339; null before anything was delivered. */
  readonly at: string | null
  readonly erased?: number
}

export interface DeliveryCheckpoints {
  /** `seq` is 0 where nothing was delivered. */
  read(webhook: Webhook, game: string): Promise<DeliveryCheckpoint>
  /** Sets the checkpoint; it never goes back, also where several processes deliver. */
  advance(webhook: Webhook, game: string, checkpoint: DeliveryCheckpoint): Promise<void>
}

const NOTHING: DeliveryCheckpoint = { seq: 0, at: null }

export function deliveryCheckpoints({
  registry,
  views,
}: Pick<Ports, 'registry' | 'views'>): DeliveryCheckpoints {
  const checkpoints = registry as Documents<DeliveryCheckpoint>
  const advance: DeliveryCheckpoints['advance'] = async (webhook, game, checkpoint) => {
    const { seq, erased = 0 } = checkpoint
    await checkpoints.putIfNewer(partitionOf(webhook), game, versionNumber(seq, erased), checkpoint)
  }

  /** Reads the checkpoint that an older release stored among the views, and copies it here. */
  const moved = async (webhook: Webhook, game: string): Promise<DeliveryCheckpoint> => {
    const former = (await (views as Documents<DeliveryCheckpoint>).get(formerPartition(webhook), game))?.value
    if (former !== undefined) await advance(webhook, game, former)
    return former ?? NOTHING
  }

  return {
    read: async (webhook, game) =>
      (await checkpoints.get(partitionOf(webhook), game))?.value ?? (await moved(webhook, game)),
    advance,
  }
}

const partitionOf = ({ tournament, id }: Webhook): string => `delivered#${tournament}/${id}`
const formerPartition = ({ tournament, id }: Webhook): string => `webhook#${tournament}/${id}`

/** An erasure is no event: its delivery comes after those before it and before the next event. */
const versionNumber = (seq: number, erased: number): number => seq + erased / (erased + 1)
