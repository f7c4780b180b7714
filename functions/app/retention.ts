/** How long what is kept apart from events stays: each kind has its period, and one command applies them. */
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type Outcome, refused } from '../refusal.ts'
import type { Documents } from '../store/documents.ts'
import { type Renew, showErased } from './erase.ts'
import { dropIdleKeys, traces } from './person-identity.ts'
import type { KeptPerson, KeptText } from './personal-data.ts'
import type { Service } from './service.ts'
import { recordedEvents } from './stored-events.ts'
import { readCommits } from './streams.ts'
import { refusalOfWhole } from './whole-record.ts'

/**
 * `words`: notes, reasons and conditions, which may tell of illness or misconduct. `tags`: what an import said besides.
 * `persons`: names, FIDE ids, titles, ratings and federations, without which a result is nobody's.
 */
export const KEPT_KINDS = ['words', 'tags', 'persons'] as const
export type KeptKind = (typeof KEPT_KINDS)[number]

/** Days from the last event of the stream; null: for good. Reasons and legal grounds: docs/storage.md. */
export const RETENTION: Readonly<Record<KeptKind, number | null>> = { words: 730, tags: 3_650, persons: null }

export interface Retired {
  readonly streams: number
  readonly erased: Readonly<Record<KeptKind, number>>
}

const DAY = 86_400_000

/** Erases what has outlived its period. `dry`: only counts. Done again it finds nothing more. */
export async function applyRetention(
  service: Service,
  principal: Principal | null,
  periods: Readonly<Record<KeptKind, number | null>> = RETENTION,
  dry = false,
  renew: Renew = async () => {},
): Promise<Outcome<Retired>> {
  const refusal = refusalOfWhole(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  for (const [kind, days] of Object.entries(periods))
    if (days !== null && !(Number.isInteger(days) && days >= 0))
      return refused('invalid', `the period of ${kind} is ${days}; it is a whole number of days, or none`)
  const erased = { words: 0, tags: 0, persons: 0 }
  let streams = 0
  for (const category of ['game', 'round'])
    for await (const { stream } of service.log.streams(category)) {
      const counts = await retireStream(service, stream, periods, dry, renew)
      if (counts === null) continue
      streams++
      for (const kind of KEPT_KINDS) erased[kind] += counts[kind]
    }
  return { ok: true, value: { streams, erased } }
}

/** Null where nothing of the stream is due. */
async function retireStream(
  service: Service,
  stream: string,
  periods: Readonly<Record<KeptKind, number | null>>,
  dry: boolean,
  renew: Renew,
): Promise<Record<KeptKind, number> | null> {
  const found: { sk: string; kind: KeptKind; value: KeptPerson | KeptText }[] = []
  for await (const { sk, value } of (service.persons as Documents<KeptPerson | KeptText>).query(stream))
    found.push({ sk, kind: kindOf(value), value })
  if (found.length === 0) return null
  const age = service.clock.now() - (await lastInstant(service, stream))
  const due = found.filter(({ kind }) => periods[kind] !== null && age > periods[kind] * DAY)
  if (due.length === 0) return null
  const counts = { words: 0, tags: 0, persons: 0 }
  for (const { sk, kind, value } of due) {
    counts[kind]++
    if (dry) continue
    await service.persons.delete(stream, sk)
    if (!('fields' in value)) continue
    await traces(service).delete(`person#${value.person}`, traceKey(stream, sk))
    await dropIdleKeys(service, value.person)
  }
  if (!dry) await showErased(service, stream, renew)
  return counts
}

/** `entry#key#0` of a stream is traced as `entry#stream#key#0` (door.ts). */
const traceKey = (stream: string, sk: string): string => `entry#${stream}#${sk.slice('entry#'.length)}`

const kindOf = (value: KeptPerson | KeptText): KeptKind => {
  if ('fields' in value) return 'persons'
  return value.kind === 'tags' ? 'tags' : 'words'
}

async function lastInstant(ports: Pick<Ports, 'log'>, stream: string): Promise<number> {
  const head = await ports.log.head(stream)
  if (head === null) return 0
  const commits = await readCommits(ports, stream)
  const last = commits.flatMap(recordedEvents).at(-1)
  return last === undefined ? 0 : Date.parse(last.event.recordedAt)
}
