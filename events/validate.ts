/** Validates reports, and lines of a file of the record: each becomes an event of the vocabulary, or is refused field by field. */
import type * as z from 'zod'
import {
  type ReportedEvent,
  type RoundReport,
  reportSchema,
  type StoredEvent,
  storedSchema,
} from './envelope.ts'
import { type EventFault, faultsOf, mismatch } from './field-faults.ts'
import {
  EVENT_TYPES,
  type EventType,
  GAME_DATA,
  ROUND_DATA,
  ROUND_EVENT_TYPES,
  type RoundEventType,
} from './schemas.ts'
import { currentVersion, upcast } from './upcast.ts'

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: EventFault[] }

/** A fault of one of several reports. */
export type IndexedFault = EventFault & { readonly index: number }

type Type = EventType | RoundEventType

/** `receivedAt`: when the report reached the service, in milliseconds since 1970; without it no `at` is too late. */
export interface ReceiptOptions {
  readonly receivedAt?: number
}

/** How far an `at` may lie ahead of its receipt. */
const MAX_AHEAD_MS = 24 * 3_600_000

/** Schemas are made when a type first comes, so that a start costs nothing for types that never come. */
const lazySchemas = (
  make: (type: Type, data: z.ZodType) => z.ZodType,
  data: Readonly<Record<string, z.ZodType>>,
) => {
  const made = new Map<string, z.ZodType>()
  return (type: unknown): z.ZodType | undefined => {
    if (typeof type !== 'string') return undefined
    const known = made.get(type)
    if (known !== undefined || !Object.hasOwn(data, type)) return known
    const schema = make(type as Type, data[type]!)
    made.set(type, schema)
    return schema
  }
}

const reports = lazySchemas(reportSchema, GAME_DATA)
const roundReports = lazySchemas(reportSchema, ROUND_DATA)
const storedEvents = lazySchemas(storedSchema, GAME_DATA)

const refused = (...errors: EventFault[]): { ok: false; errors: EventFault[] } => ({ ok: false, errors })

function parseWith<T>(
  schemaOf: (type: unknown) => z.ZodType | undefined,
  types: readonly string[],
  value: unknown,
): Parsed<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(mismatch([], value, 'an object with id, type, at, by and data'))
  }
  const type = 'type' in value ? value.type : undefined
  const schema = schemaOf(type)
  if (schema === undefined) return refused(mismatch(['type'], type, 'a type of the vocabulary', types))
  const result = schema.safeParse(value)
  return result.success ? { ok: true, value: result.data as T } : refused(...faultsOf(result.error, value))
}

const futureFaults = (at: string, path: PropertyKey[], receivedAt: number): EventFault[] =>
  Date.parse(at) <= receivedAt + MAX_AHEAD_MS
    ? []
    : [
        mismatch(
          path,
          at,
          `an instant at most 24 hours after the receipt at ${new Date(receivedAt).toISOString()}`,
        ),
      ]

/** An `at` more than 24 hours after receipt is malformed, in a correction's replacement too. */
const faultsOfTime = (event: ReportedEvent | RoundReport, receivedAt: number): EventFault[] => {
  const faults = futureFaults(event.at, ['at'], receivedAt)
  if (event.type !== 'report-corrected') return faults
  const replaced = (event.data.replacement ?? []).flatMap(({ at }, i) =>
    at === undefined ? [] : futureFaults(at, ['data', 'replacement', i, 'at'], receivedAt),
  )
  return [...faults, ...replaced]
}

const checkTime = <T extends ReportedEvent | RoundReport>(
  parsed: Parsed<T>,
  receipt: ReceiptOptions,
): Parsed<T> => {
  if (!parsed.ok || receipt.receivedAt === undefined) return parsed
  const faults = faultsOfTime(parsed.value, receipt.receivedAt)
  return faults.length === 0 ? parsed : refused(...faults)
}

/**
 * A report about a game. `data` may be left out where no field is required; instants come out with milliseconds.
 *
 * @example
 * ```ts
 * import { parseReport } from 'touchmove'
 *
 * const at = '2026-03-14T14:00:00.000Z'
 * const report = parseReport({ id: 'a', type: 'move-made', at, by: 'white', data: { from: 'e2', to: 'e9' } })
 * console.log(report.ok ? report.value.type : report.errors[0]?.detail)
 * // data.to is "e9"; it takes a square, a1 … h8
 * ```
 */
export const parseReport = (value: unknown, receipt: ReceiptOptions = {}): Parsed<ReportedEvent> =>
  checkTime(parseWith<ReportedEvent>(reports, EVENT_TYPES, value), receipt)

/** A report about a round. */
export const parseRoundReport = (value: unknown, receipt: ReceiptOptions = {}): Parsed<RoundReport> =>
  checkTime(parseWith<RoundReport>(roundReports, ROUND_EVENT_TYPES, value), receipt)

/** Reports about a game, all or none: the faults say to which of them (`index`, from 0) they belong. */
export function parseReports(
  values: readonly unknown[],
  receipt: ReceiptOptions = {},
): { ok: true; value: ReportedEvent[] } | { ok: false; errors: IndexedFault[] } {
  const value: ReportedEvent[] = []
  const errors: IndexedFault[] = []
  values.forEach((each, index) => {
    const parsed = parseReport(each, receipt)
    if (parsed.ok) value.push(parsed.value)
    else errors.push(...parsed.errors.map((fault) => ({ index, ...fault })))
  })
  return errors.length === 0 ? { ok: true, value } : { ok: false, errors }
}

/** The event with its `data` in the current version; everything else is left as it is. */
const upcastEvent = (value: unknown): Parsed<unknown> => {
  if (typeof value !== 'object' || value === null || !('v' in value) || !('type' in value))
    return { ok: true, value }
  const { type, v } = value
  if (typeof type !== 'string' || typeof v !== 'number' || !Object.hasOwn(GAME_DATA, type))
    return { ok: true, value }
  const newer = upcast(type, v, 'data' in value ? value.data : undefined)
  if (!newer.ok) return refused({ pointer: '/v', detail: newer.error })
  return { ok: true, value: v === currentVersion(type) ? value : { ...value, data: newer.value } }
}

/**
 * A game's event out of a file of the record (one JSON object a line). What the service would have added and the
 * line does not say is filled in: `seq` with `place` (1, 2, 3 …), `game` and `principal` with `file`, the instants with `at`.
 */
export function parseStoredEvent(value: unknown, place: number): Parsed<StoredEvent> {
  const current = upcastEvent(value)
  if (!current.ok) return current
  const parsed = parseWith<ReportedEvent & Partial<StoredEvent>>(storedEvents, EVENT_TYPES, current.value)
  if (!parsed.ok) return parsed
  const event = parsed.value
  const receivedAt = event.receivedAt ?? event.recordedAt ?? event.at
  const filled = {
    ...event,
    game: event.game ?? 'file',
    seq: event.seq ?? place,
    receivedAt,
    recordedAt: event.recordedAt ?? receivedAt,
    principal: event.principal ?? 'file',
    v: currentVersion(event.type),
  }
  return { ok: true, value: filled as StoredEvent }
}
