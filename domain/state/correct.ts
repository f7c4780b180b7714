/**
 * Reading the record as it now reads: reports that were corrected are replaced, descriptions that were wrong are put right.
 * A correction may itself be corrected, so the last one is looked at first.
 */
import type { EventData, EventOf, EventType } from '../../events/index.ts'
import type { LogEntry } from './state.ts'

type Correction = EventData<'report-corrected'>

/** Entries that change nothing by themselves once they have been carried out on others. */
export const isSilent = (entry: LogEntry): boolean =>
  entry.type === 'report-corrected' || entry.type === 'details-corrected'

/** Of two instants in the form in which they are stored, which sorts as text. */
export const earlierInstant = (a: string, b: string): string => (a < b ? a : b)

/** When an entry happened at the latest, in the form in which instants are stored. */
export const latestInstantOf = ({ at, recordedAt }: LogEntry): string => earlierInstant(at, recordedAt)

/**
 * `before` as a correction reads it: each replacement stands in the place of one of the reports it replaces, in order, and
 * was received with it. Surplus ones share the last place; they had happened by the time of the entry that comes after
 * it, which they do not move. Without a replacement a place is empty. What a later correction has put right (`settled`)
 * stays as that one says. Null where the correction names nothing before it.
 */
function asReplaced(
  before: readonly LogEntry[],
  correction: LogEntry,
  settled: ReadonlySet<number>,
): LogEntry[] | null {
  const { seqs, replacement = [] } = correction.data as Correction
  const isWrong = ({ seq }: LogEntry) => seq < correction.seq && seqs.includes(seq)
  const last = before.findLastIndex(isWrong)
  if (last < 0) return null
  const next = before[last + 1] ?? correction
  let place = 0
  return before.flatMap((entry, i) => {
    if (!isWrong(entry)) return [entry]
    const first = place++
    if (settled.has(entry.seq)) return [entry]
    return replacement
      .slice(first, i === last ? undefined : place)
      .map(({ type, at, by, data }, surplus) => ({
        seq: entry.seq,
        type,
        at: at ?? entry.at,
        recordedAt: surplus === 0 ? entry.recordedAt : latestInstantOf(next),
        by,
        data,
      }))
  })
}

/**
 * The entries as they read after every correction among them, in the order of the record. Of two corrections of one
 * report the later has the last word.
 */
export function asCorrected(entries: readonly LogEntry[]): LogEntry[] {
  let read = [...entries]
  const settled = new Set<number>()
  for (let i = read.length - 1; i >= 0; i--) {
    const entry = read[i] as LogEntry
    if (entry.type !== 'report-corrected') continue
    const before = asReplaced(read.slice(0, i), entry, settled)
    for (const seq of (entry.data as Correction).seqs) settled.add(seq)
    if (before === null) continue
    read = [...before, ...read.slice(i)]
    i = before.length
  }
  return withDetails(read)
}

/** The entry of a type that stands at a seq after all corrections; null where none does. */
export const correctedEntry = (entries: readonly LogEntry[], seq: number, type: EventType): LogEntry | null =>
  asCorrected(entries).findLast((entry) => entry.seq === seq && entry.type === type) ?? null

/** Corrections of the description hold from the opening on. */
function withDetails(entries: LogEntry[]): LogEntry[] {
  const opening = entries.findIndex((entry) => entry.type === 'game-opened')
  if (opening < 0) return entries
  let data = (entries[opening] as LogEntry).data as EventData<'game-opened'>
  let corrected = false
  for (const entry of entries) {
    if (entry.type !== 'details-corrected') continue
    corrected = true
    data = mergeDetails(data, (entry.data as EventData<'details-corrected'>).fields)
  }
  if (!corrected) return entries
  return entries.map((entry, i) => (i === opening ? { ...entry, data } : entry))
}

function mergeDetails(
  data: EventData<'game-opened'>,
  fields: EventData<'details-corrected'>['fields'],
): EventData<'game-opened'> {
  const { white, black, ...others } = fields
  return {
    ...data,
    ...(others as Partial<EventData<'game-opened'>>),
    white: mergePlayer(data.white, white),
    black: mergePlayer(data.black, black),
  }
}

type PlayerEntry = EventData<'game-opened'>['white']

/** Null takes a field away. */
function mergePlayer(
  player: PlayerEntry,
  correction: EventData<'details-corrected'>['fields']['white'],
): PlayerEntry {
  const merged = Object.entries({ ...player, ...correction }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged) as PlayerEntry
}

/** The event a log entry stands for, so far as the fold looks at it. */
export const eventOf = (entry: LogEntry): EventOf => entry as unknown as EventOf
