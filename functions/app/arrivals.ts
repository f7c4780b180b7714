/**
 * When commits that another host recorded arrived here. A commit has only the time of its recording there, and a delayed view
 * must not show a commit before this host had it for as long as the delay.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** Commits from number `n` on arrived at this instant (ms since 1970) or later. */
export interface Arrival {
  readonly n: number
  readonly at: number
}

interface Arrivals {
  readonly notes: readonly Arrival[]
}

const PARTITION = 'arrivals'

const arrivalDocuments = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Arrivals>

/** Notes that commits from `n` on arrive now. It is written before the commits, so that none can be there without it. */
export async function noteArrival(ports: Pick<Ports, 'clock' | 'registry'>, stream: string, n: number) {
  const notes = await arrivalsOf(ports, stream)
  await arrivalDocuments(ports).put(PARTITION, stream, { notes: [...notes, { n, at: ports.clock.now() }] })
}

export async function arrivalsOf(
  ports: Pick<Ports, 'registry'>,
  stream: string,
): Promise<readonly Arrival[]> {
  return (await arrivalDocuments(ports).get(PARTITION, stream))?.value.notes ?? []
}

/** The earliest instant (ms) at which a commit can have arrived; null for one that was recorded here. */
export function arrivedAt(notes: readonly Arrival[], n: number): number | null {
  const before = notes.filter((note) => note.n <= n).map(({ at }) => at)
  return before.length === 0 ? null : Math.max(...before)
}
