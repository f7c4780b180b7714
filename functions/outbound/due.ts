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

const dues = ({ views }: Pick<Ports, 'views'>) => views as Documents<DueDelivery>
const keyOf = ({ tournament, webhook, game }: DueDelivery): string =>
  `${tournament}/${webhook} ${game ?? '*'}`

export const markDue = (service: Pick<Ports, 'views'>, due: DueDelivery): Promise<void> =>
  dues(service).put(PARTITION, keyOf(due), due)

export const clearDue = (service: Pick<Ports, 'views'>, due: DueDelivery): Promise<void> =>
  dues(service).delete(PARTITION, keyOf(due))

export async function listDue(service: Pick<Ports, 'views'>): Promise<DueDelivery[]> {
  const all: DueDelivery[] = []
  for await (const { value } of dues(service).query(PARTITION)) all.push(value)
  return all
}
