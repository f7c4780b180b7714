/**
 * A text that is followed beside a board whose sensors report the same game is another reader of that board. What it says of moves
 * is evidence, told as LiveChess's own line is (`move-made` by `board`), and it presses no clock.
 */
import { clockFace } from '../../../domain/clock/index.ts'
import { fold, type GameState, pathOf } from '../../../domain/game/index.ts'
import type { PgnGame } from '../../../domain/pgn/index.ts'
import type { Remark } from '../../../domain/reasons.ts'
import type { EventType, ReportedEvent, StoredEvent } from '../../../events/index.ts'
import { commonPlies, pliesOf, recordedGame } from '../continuation.ts'
import { hasClocks } from '../pgn-control.ts'
import { clockReading } from '../pgn-moves.ts'
import type { PgnPlan } from '../pgn-reports.ts'
import { diffSource, importedReports, plyOfKey, reportKey, type SourceDiff } from './diff-source.ts'
import type { OutboundReport } from './outbox.ts'
import { sourceRemarks } from './source-remark.ts'

export interface DiffBesideSensors extends SourceDiff {
  /** Something of the text is not on record yet: it is looked at again, though it stay the same. */
  readonly waits: boolean
  /** Where the text has another move than the record. */
  readonly differs: Remark | null
}

const CLOCK_REPORTS: ReadonlySet<EventType> = new Set<EventType>([
  'session-started',
  'clock-pressed',
  'clock-read',
])

/** Whether somebody else than a text tells this game's clocks. */
export const hasOtherClock = (events: readonly StoredEvent[]): boolean =>
  events.some(
    ({ type, id }) =>
      (type === 'clock-pressed' || type === 'clock-read') &&
      reportKey(id) === null &&
      !id.startsWith('live-'),
  )

/**
 * What is told of a text beside a board: the moves that it has after those on record, and another move in the place of the last one, each
 * once. While one of these is not on record the text is believed no further, and its result waits until all its moves are.
 */
export function diffBesideSensors(
  game: PgnGame,
  { id, reports, course }: PgnPlan,
  events: readonly StoredEvent[],
  now: number,
): DiffBesideSensors {
  const recorded = recordedGame(id, events).current
  const [had, has] = [pliesOf(recorded), pliesOf(course)]
  const isSameStart = recorded.start === course.start
  const common = isSameStart ? commonPlies(had, has) : 0
  const isWhole = isSameStart && common === has.length
  const isDifferent = !isWhole && (!isSameStart || common < had.length)
  const { live } = importedReports(events)
  const unrecorded = reports.filter((report) => {
    const key = reportKey(report.id) ?? ''
    return report.type !== 'move-made' || plyOfKey(key) > common || live.has(key)
  })
  const diff = diffSource(unrecorded.flatMap(asOtherReader), false, events, now)
  const state = fold(events)
  const isNext = diff.reports.some((report) => reportKey(report.id) === `${common + 1}-made`)
  const isTellable = ({ id: report, type }: OutboundReport) => {
    if (type === 'result-set') return isWhole && state.result === null
    if (type !== 'move-made') return true
    const ply = plyOfKey(reportKey(report) ?? '')
    const isNear = isSameStart && common >= had.length - 1
    return isNear && isNext && (isDifferent ? ply === common + 1 : ply > common)
  }
  // What comes in the place of moves that are taken back is compared with the record as it is without them.
  const isTakenBack = diff.corrections.length > 0
  const fresh = isTakenBack ? [] : diff.reports.filter(isTellable)
  const reading = isWhole && common === had.length ? readingBeside(game, common, state, events, now) : null
  return {
    ...diff,
    written: has.length,
    reports: reading === null || isTakenBack ? fresh : [reading, ...fresh],
    waits: isTakenBack || !isWhole,
    differs: isDifferent ? differing(common, had, has) : null,
  }
}

/** A report of the text, as another reader makes it. */
const asOtherReader = (report: ReportedEvent): ReportedEvent[] => {
  if (CLOCK_REPORTS.has(report.type)) return []
  return [report.type === 'move-made' ? { ...report, by: 'board' } : report]
}

const differing = (common: number, had: readonly string[], has: readonly string[]): Remark =>
  sourceRemarks.remark('other-than-board', {
    ply: common + 1,
    now: has[common] ?? '',
    was: had[common] ?? '',
  })

/** What the text reads on the clocks after its last move, where nobody else tells them; it also says whose clock runs, since nobody presses. */
function readingBeside(
  game: PgnGame,
  ply: number,
  state: GameState,
  events: readonly StoredEvent[],
  now: number,
): OutboundReport | null {
  const id = `pgn-${ply}-read`
  const { clock, result, status } = state
  const side = pathOf(state).at(-1)?.move?.side
  if (side === undefined || result !== null || status !== 'running' || clock.control === null) return null
  if (!hasClocks(game) || hasOtherClock(events) || events.some((event) => event.id === id)) return null
  const data = clockReading(game, ply - 1, side, clockFace(clock, now))
  if (data === null) return null
  const running = side === 'white' ? 'black' : 'white'
  return { id, type: 'clock-read', by: 'clock', at: new Date(now).toISOString(), data: { ...data, running } }
}
