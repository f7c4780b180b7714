/**
 * Applies corrections to the log: reports that were corrected are replaced, descriptions that were wrong are put right. A
 * correction may itself be corrected, so the last one is applied first.
 */
import type { EventData, EventOf, EventType } from '../../events/index.ts'
import type { LogEntry } from './state.ts'

type Correction = EventData<'report-corrected'>

/** Whether an entry is a correction, which changes nothing by itself once it is applied to others. */
export const isCorrection = (entry: LogEntry): boolean =>
  entry.type === 'report-corrected' || entry.type === 'details-corrected'

/** The earlier of two instants in the form in which they are stored, which sorts as text. */
export const earlierInstant = (a: string, b: string): string => (a < b ? a : b)

/** The latest instant at which an entry can have happened, as it is stored: its `at`, unless it was recorded before that. */
export const latestInstantOf = ({ at, recordedAt }: LogEntry): string => earlierInstant(at, recordedAt)

/**
 * The entries `before` a correction with it applied: each replacement takes the place of one of the reports, in order, and was
 * recorded when that was. Surplus replacements share the last place and happened at the latest when the entry after it did. A
 * place without replacement is empty. Seqs in `settled` stay as a later correction has left them. Null where the correction
 * names nothing before it.
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
 * The entries after every correction among them, in the order of the record. Of two corrections of one report the later
 * holds.
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

/** Merges corrections of the description into the opening, since they hold from the beginning. */
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

/** A player's entry with a correction's fields; null removes a field. */
function mergePlayer(
  player: PlayerEntry,
  correction: EventData<'details-corrected'>['fields']['white'],
): PlayerEntry {
  const merged = Object.entries({ ...player, ...correction }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged) as PlayerEntry
}

/** A log entry as an event. The fold reads no field of an event that an entry lacks. */
export const eventOf = (entry: LogEntry): EventOf => entry as unknown as EventOf
