/**
 * Deliveries that are due, stored where processes end between two tries: a deployed function is frozen between its calls,
 * and its timers with it, so that the reconciler delivers what is stored here.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

export interface DueDelivery {
  readonly tournament: string
  readonly webhook: string
  /** Null: every game of the tournament. */
  readonly game: string | null
}

const PARTITION = 'webhooks-due'

const dues = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<DueDelivery>
const keyOf = ({ tournament, webhook, game }: DueDelivery): string =>
  `${tournament}/${webhook} ${game ?? '*'}`

export const markDue = (service: Pick<Ports, 'registry'>, due: DueDelivery): Promise<void> =>
  dues(service).put(PARTITION, keyOf(due), due)

export const clearDue = (service: Pick<Ports, 'registry'>, due: DueDelivery): Promise<void> =>
  dues(service).delete(PARTITION, keyOf(due))

export async function listDue(service: Pick<Ports, 'registry' | 'views'>): Promise<DueDelivery[]> {
  await moveFormer(service)
  const all: DueDelivery[] = []
  for await (const { value } of dues(service).query(PARTITION)) all.push(value)
  return all
}

/** Moves what older releases stored among the views, which may be deleted. */
async function moveFormer(service: Pick<Ports, 'registry' | 'views'>): Promise<void> {
  for await (const { sk, value } of (service.views as Documents<DueDelivery>).query(PARTITION)) {
    await markDue(service, value)
    await service.views.delete(PARTITION, sk)
  }
}
