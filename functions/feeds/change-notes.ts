/**
 * Notes by which hosts that share a store inform each other of the streams they changed: each host writes a document for all
 * changes of 100 ms, in a partition of its own. A host that is killed may leave one unwritten, so that readers of notes also
 * compare views from time to time (shared-changes.ts).
 */
import type { Consumer } from '../app/change-notifier.ts'
import { batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

export interface ChangeNotes {
  /** Notes what this host changed. */
  readonly consumer: Consumer
  /** The streams that other hosts have noted since the last call; null: notes may be missing, and any stream may have changed. */
  read(): Promise<ReadonlySet<string> | null>
}

/** A host that notes changes; `at` (ms): its last heartbeat, by its own clock. */
interface NotingHost {
  readonly at: number
}

interface ChangeNote {
  readonly streams: readonly string[]
}

const HOSTS = 'change-notes'
const partitionOf = (host: string): string => `${HOSTS}#${host}`
const keyOf = (n: number): string => String(n).padStart(12, '0')

/** The least time between two notes of a host, ms. */
const INTERVAL_MS = 100
/** Notes of a host that are retained: a host that reads twice a second misses none. */
const MAX_NOTES = 100
/** Streams in a note: a document of at most 200 KB. */
const MAX_STREAMS = 1_000
const HEARTBEAT_MS = 60_000
/** A host without a new heartbeat for so long has ended, or has had nothing to note: its notes are removed. */
const ENDED_AFTER_MS = 600_000

export function openChangeNotes(
  service: Pick<Ports, 'clock' | 'ids' | 'views'>,
  wait: (ms: number) => Promise<void>,
): ChangeNotes {
  const { clock, ids, views } = service
  const host = ids.next()
  const hosts = views as Documents<NotingHost>
  const notes = views as Documents<ChangeNote>
  const changed = new Set<string>()
  let isWriting = false
  let [written, heartbeatAt] = [0, Number.NEGATIVE_INFINITY]
  let positions: ReadonlyMap<string, number> | null = null
  /** The last heartbeat of each other host, and since when it is known here: clocks of two hosts are never compared. */
  let heartbeats: ReadonlyMap<string, { readonly at: number; readonly since: number }> = new Map()

  const remove = async (ended: string): Promise<void> => {
    for await (const { pk, sk } of notes.query(partitionOf(ended))) await notes.delete(pk, sk)
    await hosts.delete(HOSTS, ended)
  }

  /** Writes the heartbeat of this host, before a note and at most once a minute, and removes hosts that have none any more. */
  const writeHeartbeat = async (): Promise<void> => {
    const at = clock.now()
    if (at - heartbeatAt < HEARTBEAT_MS) return
    await hosts.put(HOSTS, host, { at })
    heartbeatAt = at
    const now = new Map<string, { readonly at: number; readonly since: number }>()
    for await (const { sk, value } of hosts.query(HOSTS)) {
      const before = heartbeats.get(sk)
      const said = before?.at === value.at ? before : { at: value.at, since: at }
      if (at - said.since > ENDED_AFTER_MS) await remove(sk)
      else now.set(sk, said)
    }
    heartbeats = now
  }

  /** Writes notes until nothing is left. What could not be written stays, and is written with the next change. */
  const writeAll = async (): Promise<void> => {
    while (changed.size > 0) {
      await writeHeartbeat()
      const streams = [...changed]
      for (const some of batchesOf(streams, MAX_STREAMS)) {
        // No number is used twice: a note whose answer was lost may have been read.
        written++
        await notes.put(partitionOf(host), keyOf(written), { streams: some })
        for (const stream of some) changed.delete(stream)
        if (written > MAX_NOTES) await notes.delete(partitionOf(host), keyOf(written - MAX_NOTES))
      }
      await wait(INTERVAL_MS)
    }
  }

  return {
    consumer: {
      name: 'change-notes',
      async onChange(stream) {
        changed.add(stream)
        if (isWriting) return
        isWriting = true
        await writeAll().finally(() => {
          isWriting = false
        })
      },
    },
    async read() {
      const found = new Set<string>()
      const now = new Map<string, number>()
      let isWhole = positions !== null
      for await (const { sk: other } of hosts.query(HOSTS)) {
        if (other === host) continue
        const from = positions?.get(other) ?? 0
        let last = from
        for await (const { sk, value } of notes.query(partitionOf(other), '', keyOf(from))) {
          isWhole &&= Number(sk) === last + 1
          last = Number(sk)
          for (const stream of value.streams) found.add(stream)
        }
        now.set(other, last)
      }
      positions = now
      return isWhole ? found : null
    },
  }
}
