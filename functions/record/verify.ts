/** Goes through a stream again: its links, its order, its words, and what it folds to today. */
import { fold, REDUCER_VERSION } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import { canonicalJson } from '../store/canonical.ts'
import { type ChainFaultKind, verifyChain } from '../store/chain.ts'
import type { Commit } from '../store/commit.ts'
import { EMPTY, type Head } from '../store/commit-log.ts'
import { sha256 } from '../store/hash.ts'
import { join } from './door.ts'
import { RecordDamaged, type Recorded, recordedEvents } from './recorded.ts'

/**
 * The chain's faults (store/chain.ts), and: `unreadable`: newer than this program; `wrong-seq`: events are not numbered
 * through; `repeated-id`: an event id stands twice; `back-in-time`: stored before the commit before it; `altered-text`:
 * kept words are not those whose digest the event holds.
 */
export type FaultKind =
  | ChainFaultKind
  | 'unreadable'
  | 'wrong-seq'
  | 'repeated-id'
  | 'back-in-time'
  | 'altered-text'

export interface RecordFault {
  readonly kind: FaultKind
  /** Number of the first commit that does not hold. */
  readonly n: number
  readonly message: string
}

export interface Verification {
  readonly stream: string
  /** How far the record holds. */
  readonly head: Head
  readonly events: number
  readonly fault: RecordFault | null
  /** Events of which something was erased: chain and result stand without it. */
  readonly erased: number
  /** What a game's events fold to, if the record holds: compare digests of one reducer version only. */
  readonly reading: { readonly reducer: number; readonly digest: string } | null
}

/** The first commit that does not hold, or none; an empty stream holds. */
export async function verifyStream(ports: Ports, stream: string): Promise<Verification> {
  const stored = await ports.log.load(stream, 0)
  const chain = verifyChain(stream, stored)
  const commits = chain.ok ? chain.value : wholePart(stream, stored, chain.error.n)
  const read = readAll(commits)
  const joined = await join<StoredEvent>(ports, stream, read.recorded)
  const forged = joined.findIndex(({ genuine }) => !genuine)
  const faults = [
    ...(chain.ok ? [] : [{ kind: chain.error.kind, n: chain.error.n, message: chain.error.message }]),
    ...(read.fault === null ? [] : [read.fault]),
    ...(forged < 0 ? [] : [alteredText(commits, forged)]),
  ]
  const [fault = null] = faults.sort((a, b) => a.n - b.n)
  const holding = fault === null ? commits : commits.slice(0, fault.n - 1)
  const last = holding.at(-1)
  return {
    stream,
    head: last === undefined ? EMPTY : { n: last.n, hash: last.hash },
    events: holding.reduce((count, { events }) => count + events.length, 0),
    fault,
    erased: joined.filter(({ whole }) => !whole).length,
    reading:
      fault === null && stream.startsWith('game#') ? readingOf(joined.map(({ event }) => event)) : null,
  }
}

/** The commits before the first fault of the chain. */
function wholePart(stream: string, stored: Parameters<typeof verifyChain>[1], faulty: number): Commit[] {
  const whole = verifyChain(stream, stored.slice(0, faulty - 1))
  return whole.ok ? whole.value : []
}

/** Events up to the first commit whose events cannot be read or are not in order. */
function readAll(commits: readonly Commit[]): { recorded: Recorded[]; fault: RecordFault | null } {
  const recorded: Recorded[] = []
  const ids = new Set<string>()
  let at = ''
  for (const commit of commits) {
    const { n } = commit
    const fault = (kind: FaultKind, message: string) => ({
      recorded,
      fault: { kind, n, message: `commit ${n}: ${message}` },
    })
    if (commit.at < at)
      return fault('back-in-time', `it was stored at ${commit.at}, the one before it at ${at}`)
    at = commit.at
    let events: Recorded[]
    try {
      events = recordedEvents(commit)
    } catch (error) {
      if (!(error instanceof RecordDamaged)) throw error
      return { recorded, fault: { kind: 'unreadable', n, message: error.message } }
    }
    for (const each of events) {
      const { seq, id } = each.event
      const due = recorded.length + 1
      if (seq !== due) return fault('wrong-seq', `an event has seq ${seq}; ${due} is due`)
      if (ids.has(id)) return fault('repeated-id', `the event id ${id} stands twice in the record`)
      ids.add(id)
      recorded.push(each)
    }
  }
  return { recorded, fault: null }
}

function alteredText(commits: readonly Commit[], index: number): RecordFault {
  const numbers = commits.flatMap(({ n, events }) => events.map(() => n))
  const n = numbers[index] ?? 1
  const message = `commit ${n}: words kept for event ${index + 1} are not those it was recorded with`
  return { kind: 'altered-text', n, message }
}

function readingOf(events: readonly StoredEvent[]): Verification['reading'] {
  const { result, verdicts } = fold(events)
  const text = canonicalJson({ result: result && { ...result, reason: undefined }, verdicts })
  return text.ok ? { reducer: REDUCER_VERSION, digest: sha256(text.value) } : null
}
