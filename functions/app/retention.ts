/** Retention of personal data: each kind has its period, and one command erases what has outlived it. */

import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Documents } from '../store/documents.ts'
import type { Eraser } from './dependencies.ts'
import { eraseEntries } from './entries.ts'
import { announceErasure, type RefreshViews } from './erase.ts'
import { dropUnusedKeys, personTraces } from './person-identity.ts'
import type { StoredPerson, StoredText } from './personal-data.ts'
import { recordedEvents } from './stored-events.ts'
import { readCommits } from './streams.ts'
import { refusalUnlessFullAdmin } from './whole-record.ts'

/**
 * `words`: notes, reasons and conditions, which may mention illness or misconduct. `tags`: what else an import said.
 * `persons`: names, FIDE ids, titles, ratings and federations, without which a result is nobody's. `entries`: the players of
 * tournaments' entry lists, with births and sexes.
 */
export const PERSONAL_DATA_KINDS = ['words', 'tags', 'persons', 'entries'] as const
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number]

/**
 * Days from the last event of the stream, for entries of the tournament; null: for good. Reasons and legal grounds:
 * docs/storage.md.
 */
export const RETENTION_DAYS: Readonly<Record<PersonalDataKind, number | null>> = {
  words: 730,
  tags: 3_650,
  persons: null,
  entries: null,
}

export interface RetentionReport {
  /** Games and rounds of which something went. */
  readonly streams: number
  readonly erased: Readonly<Record<PersonalDataKind, number>>
}

const DAY_MS = 86_400_000

/** Erases what has outlived its period. `dry`: only counts. A repetition finds nothing more. Refused: `invalid` periods. */
export async function applyRetention(
  service: Eraser & Pick<Ports, 'clock' | 'log'>,
  principal: Principal | null,
  periods: Readonly<Record<PersonalDataKind, number | null>> = RETENTION_DAYS,
  dry = false,
  renew: RefreshViews = async () => {},
): Promise<AppResult<RetentionReport>> {
  const refusal = refusalUnlessFullAdmin(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  for (const [kind, days] of Object.entries(periods))
    if (days !== null && !(Number.isInteger(days) && days >= 0))
      return refused('invalid', `the period of ${kind} is ${days}; it is a whole number of days, or none`)
  const erased = { words: 0, tags: 0, persons: 0, entries: 0 }
  const lastEvents = new Map<string, number>()
  let streams = 0
  for (const category of ['game', 'round'])
    for await (const { stream } of service.log.streams(category)) {
      if (periods.entries !== null) await noteLastEvent(service, stream, lastEvents)
      const counts = await applyToStream(service, stream, periods, dry, renew)
      if (counts === null) continue
      streams++
      for (const kind of PERSONAL_DATA_KINDS) erased[kind] += counts[kind]
    }
  for (const [tournament, at] of lastEvents)
    if (periods.entries !== null && service.clock.now() - at > periods.entries * DAY_MS)
      erased.entries += await eraseEntries(service, tournament, dry)
  if (erased.entries > 0 && !dry) service.responses.clear()
  return { ok: true, value: { streams, erased } }
}

/** Notes the last event of the stream's tournament, ms. Entry lists of tournaments without rounds and games are never due. */
async function noteLastEvent(
  service: Pick<Ports, 'log'>,
  stream: string,
  lastEvents: Map<string, number>,
): Promise<void> {
  const events = (await readCommits(service, stream)).flatMap(recordedEvents)
  const [, ofRound] = /^round#([^/]+)\//.exec(stream) ?? []
  const tournament = ofRound ?? events[0]?.margin.tournament
  const last = events.at(-1)
  if (tournament === undefined || last === undefined) return
  const at = Date.parse(last.event.recordedAt)
  lastEvents.set(tournament, Math.max(at, lastEvents.get(tournament) ?? 0))
}

/** Erases what is due of one stream, and counts it by kind; null where nothing is due. */
async function applyToStream(
  service: Eraser & Pick<Ports, 'clock' | 'log'>,
  stream: string,
  periods: Readonly<Record<PersonalDataKind, number | null>>,
  dry: boolean,
  renew: RefreshViews,
): Promise<Record<PersonalDataKind, number> | null> {
  const found: { sk: string; kind: PersonalDataKind; value: StoredPerson | StoredText }[] = []
  for await (const { sk, value } of (service.persons as Documents<StoredPerson | StoredText>).query(stream))
    found.push({ sk, kind: kindOf(value), value })
  if (found.length === 0) return null
  const age = service.clock.now() - (await lastInstant(service, stream))
  const due = found.filter(({ kind }) => periods[kind] !== null && age > periods[kind] * DAY_MS)
  if (due.length === 0) return null
  const counts = { words: 0, tags: 0, persons: 0, entries: 0 }
  for (const { sk, kind, value } of due) {
    counts[kind]++
    if (dry) continue
    await service.persons.delete(stream, sk)
    if (!('fields' in value)) continue
    await personTraces(service).delete(`person#${value.person}`, traceKey(stream, sk))
    await dropUnusedKeys(service, value.person)
  }
  if (!dry) await announceErasure(service, stream, renew)
  return counts
}

/** `entry#key#0` of a stream is traced as `entry#stream#key#0` (personal-data.ts). */
const traceKey = (stream: string, sk: string): string => `entry#${stream}#${sk.slice('entry#'.length)}`

const kindOf = (value: StoredPerson | StoredText): PersonalDataKind => {
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
