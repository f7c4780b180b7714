/** What a text adds to a game on record that it continues: moves, the result, and a newer description. */
import { writeTimeControl } from '../../domain/clock/index.ts'
import { DEFAULTABLE_TAGS, FOLLOWED, hasErasedTags, UNSAID_KEY } from '../../domain/formats/pgn-source.ts'
import { describingTags } from '../../domain/formats/pgn-tags.ts'
import { fold, type GameState } from '../../domain/game/index.ts'
import type { EventData, ReportedEvent, StoredEvent } from '../../events/index.ts'
import type { RecordedGame } from './continuation.ts'
import type { PgnPlan } from './pgn-reports.ts'
import { correctDetails, openingPlayers } from './sources/details.ts'
import { equal, importedReports, plyOfKey, reportKey } from './sources/diff-source.ts'

type Opened = EventData<'game-opened'>

export interface MissingReports {
  /** In their order. */
  readonly reports: readonly ReportedEvent[]
  /** Another time control than the one by which the clocks run: an arbiter may correct it, and an import need not. */
  readonly timeControl: readonly ReportedEvent[]
}

/** Reports that the record lacks. `events`: all of the game's, `game` what they tell. */
export function missingReports(
  plan: PgnPlan,
  game: RecordedGame,
  events: readonly StoredEvent[],
): MissingReports {
  const { live } = importedReports(events)
  const [opening, ...others] = plan.reports
  const used = new Set(events.map(({ id }) => id))
  const hasStarted = events.some(({ type }) => type === 'session-started')
  const plies = game.current.moves.split('\n').length - 1
  const isNews = ({ id, type }: ReportedEvent): boolean => {
    const key = reportKey(id)
    if (key === null || live.has(key)) return false
    if (type === 'session-started') return !hasStarted
    // The last move may have come without its press; an earlier clock reading would come too late.
    return plyOfKey(key) > plies || (plyOfKey(key) === plies && live.has(`${plies}-made`))
  }
  const news = others.filter(isNews).map((report) => {
    const wasTakenBack = used.has(report.id)
    return wasTakenBack ? { ...report, id: `${report.id}-r${game.head}` } : report
  })
  if (opening === undefined) return { reports: news, timeControl: [] }
  const description = descriptionCorrections(opening, events, hasStarted)
  return {
    reports: [...description, ...news],
    timeControl: hasStarted ? timeControlCorrection(opening, events) : [],
  }
}

/** A time control that the text itself names, and the game does not have. */
function timeControlCorrection(opening: ReportedEvent, events: readonly StoredEvent[]): ReportedEvent[] {
  const { timeControl, play, source } = opening.data as Opened
  const last = events.at(-1)
  const isInferred = (source?.tags?.[UNSAID_KEY] ?? '').split(' ').includes('TimeControl')
  if (timeControl === undefined || isInferred || last === undefined) return []
  const set = events.flatMap((event) =>
    event.type === 'game-opened'
      ? [event.data.timeControl]
      : event.type === 'details-corrected'
        ? (event.data.fields.timeControl ?? [])
        : [],
  )
  if (equal(set.at(-1), timeControl)) return []
  const data = { fields: { timeControl, play }, reason: 'a later text of the same game says so' }
  const id = `source-control-r${last.seq}`
  return [{ id, type: 'details-corrected', by: 'operator', at: last.at, data } as ReportedEvent]
}

/** The later text's own tags, comments and players' particulars come in place of the earlier one's. */
function descriptionCorrections(
  opening: ReportedEvent,
  events: readonly StoredEvent[],
  hasStarted: boolean,
): ReportedEvent[] {
  const [first] = events
  const last = events.at(-1)
  if (first?.type !== 'game-opened' || first.data.source?.kind !== 'pgn' || last === undefined) return []
  const { source: stated, timeControl, play } = opening.data as Opened
  const before = latestSource(events)
  // Who was erased, and what was erased with them, does not come back with a later text.
  const isErased = hasErasedTags(before)
  const own = withDescription(asFollowed(stated, before), opening.data as Opened, fold(events).details)
  const source = withTimeControl(own, opening.data as Opened, hasStarted)
  const [players] = correctDetails(openingPlayers(opening), null, events).reports
  const fields = {
    ...(players?.data as { fields?: object } | undefined)?.fields,
    ...(!isErased && source !== undefined && JSON.stringify(source) !== JSON.stringify(before) && { source }),
    // A text without clocks says nothing of the time control; one with clocks has begun the session.
    ...(!hasStarted && timeControl !== undefined && { timeControl, play }),
  }
  if (Object.keys(fields).length === 0) return []
  const data = { fields, reason: 'a later text of the same game says so' }
  const id = `source-details-r${last.seq}`
  return [{ id, type: 'details-corrected', by: 'operator', at: last.at, data }]
}

/** Tags that describe a game beside its players and its clocks. */
const DESCRIBING = DEFAULTABLE_TAGS.filter((name) => name !== 'TimeControl')

/** What the record would write otherwise of a game that was opened with less, or in another round, is stored as it is written. */
function withDescription(
  source: Opened['source'],
  opened: Opened,
  recorded: GameState['details'],
): Opened['source'] {
  const unsaid = (source?.tags?.[UNSAID_KEY] ?? '').split(' ')
  const [own, other] = [describingTags(opened, ''), describingTags(recorded, '')]
  const stated = DESCRIBING.flatMap((name) => {
    const value = own[name]
    return value === undefined || value === other[name] || unsaid.includes(name) ? [] : [[name, value]]
  })
  if (source === undefined || stated.length === 0) return source
  return { ...source, tags: { ...Object.fromEntries(stated), ...source.tags } }
}

/** Where the clocks run by another time control, the text's own is stored as it is written. */
function withTimeControl(
  source: Opened['source'],
  { timeControl }: Opened,
  hasStarted: boolean,
): Opened['source'] {
  const tags = source?.tags ?? {}
  const isSaid = !(tags[UNSAID_KEY] ?? '').split(' ').includes('TimeControl')
  if (source === undefined || !hasStarted || timeControl === undefined || !isSaid) return source
  return { ...source, tags: { TimeControl: writeTimeControl(timeControl), ...tags } }
}

/** A game that is followed stays one that is followed. */
function asFollowed(source: Opened['source'], before: Opened['source']): Opened['source'] {
  const mark = before?.tags?.[FOLLOWED]
  if (source === undefined || mark === undefined) return source
  return { ...source, tags: { ...source.tags, [FOLLOWED]: mark } }
}

/** The last `source` on record. */
function latestSource(events: readonly StoredEvent[]): Opened['source'] {
  const sources = events.flatMap((event) =>
    event.type === 'game-opened'
      ? [event.data.source]
      : event.type === 'details-corrected' && event.data.fields.source !== undefined
        ? [event.data.fields.source]
        : [],
  )
  return sources.at(-1)
}
