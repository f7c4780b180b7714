/**
 * Compares what a source shows of a game with what it has put into the record: what is new is reported, and what the source has
 * changed is retracted. Sources are rewritten in place; nothing is assumed of them but that they number their plies.
 */
import type { Remark } from '../../../domain/reasons.ts'
import type { EventData, ReportedEvent, StoredEvent } from '../../../events/index.ts'
import type { OutboundReport } from './outbox.ts'
import { sourceRemarks } from './source-remark.ts'

/** The effective events of a source in the record, by what they are for: `5-made`, `5-read`, `result`. */
interface SourceReports {
  readonly live: ReadonlyMap<string, StoredEvent>
  /** Keys that others have corrected: the source does not overwrite them. */
  readonly correctedElsewhere: ReadonlySet<string>
}

const PREFIX = 'pgn-'

/** `pgn-5-made-r17` → `5-made`: what was reported again bears the number of the record at which it was. */
export const reportKey = (id: string): string | null =>
  id.startsWith(PREFIX)
    ? id
        .slice(PREFIX.length)
        .replace(/-r\d+$/, '')
        .replace(/^result-.*$/, 'result')
    : null

const AFTER_ALL_PLIES = 1_000_000

/** The ply of a key: 0 for what is no ply's; results come after all. */
export const plyOfKey = (key: string): number =>
  key === 'result' ? AFTER_ALL_PLIES : Number(/^\d+/.exec(key)?.[0] ?? 0)

/** What imports and sources reported of a game, by key. */
export interface ImportedReports {
  /** Reports that have not been retracted. */
  readonly live: ReadonlyMap<string, StoredEvent>
  /** As last reported, also what others have corrected since. */
  readonly lastReported: ReadonlyMap<string, StoredEvent>
}

export const importedReports = (events: readonly StoredEvent[]): ImportedReports => sourceReportsOf(events)

function sourceReportsOf(events: readonly StoredEvent[]): SourceReports & ImportedReports {
  const bySeq = new Map(events.map((event) => [event.seq, event]))
  const live = new Map<string, StoredEvent>()
  const lastReported = new Map<string, StoredEvent>()
  const correctedElsewhere = new Set<string>()
  for (const event of events) {
    const key = reportKey(event.id)
    if (event.type !== 'report-corrected') {
      if (key !== null) for (const each of [live, lastReported]) each.set(key, event)
      continue
    }
    for (const seq of event.data.seqs) {
      const corrected = reportKey(bySeq.get(seq)?.id ?? '')
      if (corrected === null || live.get(corrected)?.seq !== seq) continue
      live.delete(corrected)
      if (key === null) correctedElsewhere.add(corrected)
      else lastReported.delete(corrected)
    }
  }
  return { live, lastReported, correctedElsewhere }
}

/** Whether the moves of this game come from elsewhere: boards, an operator, another feed. */
export const hasOtherSource = (events: readonly StoredEvent[]): boolean =>
  events.some(
    ({ type, id }) => (type === 'move-made' || type === 'piece-lifted') && reportKey(id) === null,
  ) && !events.some(({ id }) => reportKey(id) !== null)

/** Whether a board of sensors reports this game. */
export const hasSensors = (events: readonly StoredEvent[]): boolean =>
  events.some(({ type, by }) => (type === 'piece-lifted' || type === 'piece-placed') && by === 'board')

/** As many as one correction takes. */
const MAX_SEQS = 500

export interface SourceDiff {
  /** What takes reports back; where it is refused, nothing else of the text can be entered. */
  readonly corrections: readonly OutboundReport[]
  readonly reports: readonly OutboundReport[]
  /** What was taken back, for a person to read. */
  readonly corrected: readonly Remark[]
  /** Moves among what is taken back, and moves that the source tells in all. */
  readonly gone: number
  readonly written: number
}

/** `plan`: all reports of the source now, the opening first. `now`: when it was read (ms); no report is later. */
export function diffSource(
  plan: readonly ReportedEvent[],
  clocked: boolean,
  events: readonly StoredEvent[],
  now: number,
): SourceDiff {
  const { live, correctedElsewhere } = sourceReportsOf(events)
  const started = events.some(({ type }) => type === 'session-started')
  const reported = new Map<string, ReportedEvent>()
  for (const report of plan) {
    const key = reportKey(report.id)
    if (key === null || report.type === 'game-opened' || correctedElsewhere.has(key)) continue
    if (report.type === 'session-started' && started) continue
    reported.set(key, report)
  }
  const wrong = firstDifferingPly(live, reported)
  const head = events.at(-1)?.seq ?? 0
  const back = [...live].filter(([key]) => key !== 'started' && plyOfKey(key) >= wrong)
  const known = [...live.keys()].filter((key) => plyOfKey(key) < wrong)
  const last = Math.max(0, ...known.map(plyOfKey).filter((ply) => ply < AFTER_ALL_PLIES))
  const seen = new Date(now).toISOString()
  const news = [...reported].filter(([key]) => {
    if (live.has(key) && plyOfKey(key) < wrong) return false
    // A reading of a ply that others follow would come too late to be one.
    return plyOfKey(key) >= wrong || plyOfKey(key) >= last || key === 'started'
  })
  const reports = news.map(([key, { at, by, data, id, type }]): OutboundReport => {
    const again = back.some(([old]) => old === key) || events.some((event) => event.id === id)
    return { id: again ? `${id}-r${head}` : id, type, by, data, at: clocked && at < seen ? at : seen }
  })
  const countMoves = (entries: Iterable<[string, Pick<ReportedEvent, 'type'>]>) =>
    [...entries].filter(([, { type }]) => type === 'move-made' || type === 'move-recorded').length
  const gone = countMoves(back)
  const written = countMoves(reported)
  if (back.length === 0) return { corrections: [], reports, corrected: [], gone, written }
  // Another result comes in place of the one before: taking that back is the arbiter's, once the game has ended.
  const isOnlyResult =
    back.every(([key]) => key === 'result') && reported.has('result') && reports.length === 1
  const seqs = back.map(([, event]) => event.seq).sort((a, b) => a - b)
  const texts = (of: Iterable<[string, Pick<ReportedEvent, 'type' | 'data'>]>) =>
    [...of].filter(([key]) => plyOfKey(key) >= wrong).map(([, event]) => textOf(event))
  const was = texts(back).filter((text) => text !== '')
  const is = texts(reported).filter((text) => text !== '')
  const corrections: OutboundReport[] = []
  for (let from = 0; from < seqs.length && !isOnlyResult; from += MAX_SEQS) {
    const data = { seqs: seqs.slice(from, from + MAX_SEQS), reason: 'the source tells it otherwise now' }
    const id = `${PREFIX}corrected-r${head}-${from}`
    corrections.push({ id, type: 'report-corrected', by: 'operator', at: seen, data })
  }
  const ply = back.every(([key]) => key === 'result') ? null : wrong
  const corrected = correctedRemark({ was: was.join(' '), now: is.join(' '), ply, isOnlyResult })
  return { corrections, reports, corrected: [corrected], gone, written }
}

interface TakenBack {
  readonly was: string
  /** '' where the source tells nothing in its place. */
  readonly now: string
  /** From which ply on; null where it is the result alone. */
  readonly ply: number | null
  /** Another result that comes in the place of the one before. */
  readonly isOnlyResult: boolean
}

function correctedRemark({ was, now, ply, isOnlyResult }: TakenBack): Remark {
  const { remark } = sourceRemarks
  if (ply !== null)
    return now === '' ? remark('moves-back-none', { ply, was }) : remark('moves-back', { ply, was, now })
  if (isOnlyResult) return remark('result-other', { was, now })
  return now === '' ? remark('result-back-none', { was }) : remark('result-back', { was, now })
}

/** The first ply at which the source differs from its earlier reports. */
function firstDifferingPly(
  live: ReadonlyMap<string, StoredEvent>,
  reported: ReadonlyMap<string, ReportedEvent>,
): number {
  let wrong = Number.POSITIVE_INFINITY
  let late = false
  const last = Math.max(0, ...[...live.keys()].map(plyOfKey).filter((ply) => ply < AFTER_ALL_PLIES))
  for (const [key, event] of live) {
    if (key === 'started') continue
    const now = reported.get(key)
    // A move that was told before the board reported, or after, is the same move.
    const isBySame = now?.by === event.by || now?.by === 'board'
    const same = now !== undefined && now.type === event.type && isBySame && isSame(now, event)
    if (same) continue
    // A clock reading that is gone, or that the source now has otherwise, makes no move wrong.
    if (event.type === 'clock-read' || event.type === 'clock-pressed') continue
    if (key === 'result') late = true
    else wrong = Math.min(wrong, plyOfKey(key))
  }
  // Moves after a result: it came too early, and is reported again after them.
  const moves = [...reported.keys()].map(plyOfKey).filter((ply) => ply < AFTER_ALL_PLIES)
  if (live.has('result') && Math.max(0, ...moves) > last) late = true
  return late ? Math.min(wrong, Math.max(last, 0) + 0.5) : wrong
}

/** A result's reason is free text, kept apart from the event. */
function isSame(now: ReportedEvent, event: StoredEvent): boolean {
  if (now.type !== 'result-set' || event.type !== 'result-set') return equal(now.data, event.data)
  return now.data.white === event.data.white && now.data.black === event.data.black
}

export const equal = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

function textOf({ type, data }: Pick<ReportedEvent, 'type' | 'data'>): string {
  if (type === 'move-made')
    return `${(data as EventData<'move-made'>).from}${(data as EventData<'move-made'>).to}`
  if (type === 'move-recorded') return (data as EventData<'move-recorded'>).text
  if (type !== 'result-set') return ''
  const { white, black } = data as EventData<'result-set'>
  return `${white}–${black}`
}
