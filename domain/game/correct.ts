/**
 * Reading the record as it now reads: reports that were corrected are replaced, descriptions that were wrong are put right.
 * A correction may itself be corrected, so the last one is looked at first.
 */
import type { EventData, EventOf } from '../../events/index.ts'
import { millisOf } from './instant.ts'
import type { LogEntry, Reread } from './state.ts'

type Correction = EventData<'report-corrected'>

/** Entries that change nothing by themselves once they have been carried out on others. */
export const isSilent = (entry: LogEntry): boolean =>
  entry.type === 'report-corrected' || entry.type === 'details-corrected'

/** The replacements take the places of what they replace, in order; surplus ones share the last. */
function replacements(correction: Correction, replaced: readonly LogEntry[]): LogEntry[] {
  return (correction.replacement ?? []).map((event, i) => {
    const place = replaced[Math.min(i, replaced.length - 1)] as LogEntry
    return { seq: place.seq, type: event.type, at: event.at ?? place.at, by: event.by, data: event.data }
  })
}

/** The entries as they read after every correction among them, in the order of the record. */
export function asCorrected(entries: readonly LogEntry[]): LogEntry[] {
  let read = [...entries]
  for (let i = read.length - 1; i >= 0; i--) {
    const entry = read[i] as LogEntry
    if (entry.type !== 'report-corrected') continue
    const correction = entry.data as Correction
    const wrong = new Set(correction.seqs.filter((seq) => seq < entry.seq))
    const first = read.findIndex((earlier) => wrong.has(earlier.seq))
    if (first < 0 || first >= i) continue
    const before = read.slice(0, i)
    const kept = before.filter((earlier) => !wrong.has(earlier.seq))
    const place = before.slice(0, first).filter((earlier) => !wrong.has(earlier.seq)).length
    const instead = replacements(
      correction,
      before.filter((earlier) => wrong.has(earlier.seq)),
    )
    read = [...kept.slice(0, place), ...instead, ...kept.slice(place), ...read.slice(i)]
    i = kept.length + instead.length
  }
  return withDetails(read)
}

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
    white: { ...data.white, ...(white as Partial<typeof data.white>) },
    black: { ...data.black, ...(black as Partial<typeof data.black>) },
  }
}

/** An entry that is read where another stands: before it, and not later than it. `moved`: its own seq then. */
export type ReadEntry = LogEntry & { moved?: number }

/** The entries in the order in which later ones show that they have to be read. */
export function asReread(entries: readonly LogEntry[], rereads: readonly Reread[]): ReadEntry[] {
  let read: ReadEntry[] = [...entries]
  for (const reread of rereads) {
    if (!('seqs' in reread)) continue
    const place = read.findIndex(({ seq, moved }) => seq === reread.before && moved === undefined)
    const at = read[place]?.at
    if (at === undefined) continue
    const isMoved = ({ seq }: LogEntry, index: number) => index > place && reread.seqs.includes(seq)
    const moved = read.filter(isMoved).map((entry) => ({
      ...entry,
      seq: reread.before - 1,
      at: millisOf(entry.at) > millisOf(at) ? at : entry.at,
      moved: entry.seq,
    }))
    const kept = read.filter((entry, index) => !isMoved(entry, index))
    read = [...kept.slice(0, place), ...moved, ...kept.slice(place)]
  }
  return read
}

/** The event a log entry stands for, so far as the fold looks at it. */
export const eventOf = (entry: LogEntry): EventOf => entry as unknown as EventOf
