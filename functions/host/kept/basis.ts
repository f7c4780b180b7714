/**
 * What an answer rests on: the records and the partitions of the registry that were read for it, and how long what it does
 * not show yet stays unseen. Nobody declares it; it is noted while the answer is made, so that a route cannot forget a part.
 */
import type { Basis } from '../../http/reply.ts'
import { type Glance, lastSeen } from '../../record/past.ts'
import type { Service } from '../../record/service.ts'
import type { StreamRecord, Streams } from '../../record/streams.ts'
import type { Documents } from '../../store/documents.ts'

/** Whether the same question would be answered the same way at this instant. */
export type Holds = Basis['holds']

export interface NotedReads {
  /** The service to answer from. */
  readonly service: Service
  /** What has been read so far; null where it was something of which nobody can tell whether it still stands. */
  holds(): Holds | null
}

/** How far a record was read and what of it was erased by then: no two readings of a stream that differ share both. */
interface Read {
  readonly stream: string
  readonly seq: number
  readonly erased: number
  readonly streams: { warm(stream: string): Pick<StreamRecord<unknown>, 'seq' | 'erased'> | undefined }
  /** When more of it is to be seen than was seen (ms since 1970). */
  readonly due: number
}

/** What says nothing of the record: it may be asked for. */
const HARMLESS = new Set<string | symbol>(['soleWriter', 'readsViews', 'metrics', 'watch'])

const MINUTE = 60_000

/**
 * Only where this process alone writes: elsewhere what is warm may be behind. The records themselves are not held: a
 * tournament's file reads thousands.
 */
export function noteReads(service: Service, glance: Glance): NotedReads {
  const reads = new Map<string, Read>()
  const partitions = new Map<string, number>()
  let other = false

  const noted = <Folded, S extends Streams<never, Folded>>(streams: S): S => {
    // The first time it is read counts: where it has gone on since, the answer may be made of both.
    const note = (record: StreamRecord<Folded>) => {
      const { stream, seq, erased } = record
      if (!reads.has(stream)) reads.set(stream, { stream, seq, erased, streams, due: dueIn(record, glance) })
    }
    return {
      ...streams,
      warm(stream) {
        const record = streams.warm(stream)
        if (record !== undefined) note(record)
        return record
      },
      async load(stream, reread) {
        const loaded = await streams.load(stream, reread)
        note(loaded.state)
        return loaded
      },
    }
  }

  const notePartition = (pk: string) => {
    if (!partitions.has(pk)) partitions.set(pk, service.registryWrites(pk))
  }
  const registry: Documents<unknown> = {
    ...service.registry,
    get(pk, sk) {
      notePartition(pk)
      return service.registry.get(pk, sk)
    },
    query(pk, ...rest) {
      notePartition(pk)
      return service.registry.query(pk, ...rest)
    },
  }
  const instead: Partial<Service> = { games: noted(service.games), rounds: noted(service.rounds), registry }

  return {
    service: new Proxy(service, {
      get(target, name: keyof Service) {
        if (Object.hasOwn(instead, name)) return instead[name]
        if (!HARMLESS.has(name)) other = true
        return target[name]
      },
    }),
    holds: () => (other ? null : holdsOf([...reads.values()], partitions, glance, service)),
  }
}

function holdsOf(
  reads: readonly Read[],
  partitions: ReadonlyMap<string, number>,
  glance: Glance,
  { registryWrites }: Pick<Service, 'registryWrites'>,
): Holds {
  const registry = Array.from(partitions, ([pk, writes]) => ({ pk, writes }))
  // With a delay an answer changes without a commit, once the next event is old enough; and it was given from its own
  // instant on, so that a clock that is set back shows nothing sooner.
  const late = glance.delay > 0
  const until = reads.reduce((first, { due }) => Math.min(first, due), Number.POSITIVE_INFINITY)
  const isInTime = (now: number) => now >= glance.now && now < until
  return (clock) => {
    if (late && !isInTime(clock.now())) return false
    for (const { stream, seq, erased, streams } of reads) {
      const record = streams.warm(stream)
      if (record?.seq !== seq || record.erased !== erased) return false
    }
    for (const { pk, writes } of registry) if (registryWrites(pk) !== writes) return false
    return true
  }
}

/** When more of a record is to be seen than a glance sees. */
function dueIn({ known, seq }: Pick<StreamRecord<unknown>, 'known' | 'seq'>, glance: Glance): number {
  const next = known[lastSeen({ known, seq }, glance)]
  return next === undefined ? Number.POSITIVE_INFINITY : next + glance.delay * MINUTE
}
