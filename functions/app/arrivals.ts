/**
 * When commits that another host recorded came here. A commit says only when it was recorded there; a reader who sees a game late
 * must not see sooner what this host did not have.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** Commits from `n` on came at this instant (ms since 1970) or later. */
export interface Arrival {
  readonly n: number
  readonly at: number
}

interface Arrivals {
  readonly notes: readonly Arrival[]
}

const PARTITION = 'arrivals'

const arrivalDocuments = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Arrivals>

/** Written before the commits are: what came may be noted in vain, never missed. */
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

/** Since when a commit has been here at the earliest; null for one that was recorded here. */
export function arrivedAt(notes: readonly Arrival[], n: number): number | null {
  const before = notes.filter((note) => note.n <= n).map(({ at }) => at)
  return before.length === 0 ? null : Math.max(...before)
}
