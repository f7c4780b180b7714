/**
 * Adds clock readings where moves are recorded at other instants than the source's readings lead to, as of a game without an hour
 * or one that was opened after it began: the record's clocks would otherwise show something else than the source.
 */
import { clockFace } from '../../../domain/clock/index.ts'
import { type Fold, openFold, step } from '../../../domain/game/index.ts'
import type { PgnGame } from '../../../domain/pgn/index.ts'
import { currentVersion, type StoredEvent } from '../../../events/index.ts'
import { hasClocks } from '../pgn-control.ts'
import { clockReading } from '../pgn-moves.ts'
import { reportKey } from './diff-source.ts'
import type { OutboundReport } from './outbox.ts'

/** `before`: what is sent before these reports. The reports with readings where the clocks would show something else without. */
export function withReadings(
  reports: readonly OutboundReport[],
  game: PgnGame,
  events: readonly StoredEvent[],
  before: readonly OutboundReport[],
): readonly OutboundReport[] {
  const [opening] = events
  if (opening === undefined || reports.length === 0 || !hasClocks(game)) return reports
  const fold = openFold()
  for (const event of events) step(fold, event)
  let { seq } = events.at(-1)!
  const take = (report: OutboundReport) => step(fold, asStored(report, opening, ++seq))
  for (const report of before) take(report)
  const all: OutboundReport[] = []
  for (const [index, report] of reports.entries()) {
    take(report)
    all.push(report)
    const ply = clockedPly(report)
    if (ply === null || plyOf(reports[index + 1]) === ply) continue
    const reading = readingAfter(fold, game, ply, report.at)
    if (reading === null) continue
    const isKnown = events.some(({ id }) => id === reading.id)
    const due = isKnown ? { ...reading, id: `${reading.id}-r${events.at(-1)!.seq}` } : reading
    take(due)
    all.push(due)
  }
  return all
}

const asStored = (report: OutboundReport, { game, principal }: StoredEvent, seq: number): StoredEvent => {
  const { at, type } = report
  const envelope = { game, seq, receivedAt: at, recordedAt: at, principal, v: currentVersion(type) }
  return { ...report, ...envelope } as StoredEvent
}

const plyOf = (report: OutboundReport | undefined): number =>
  Number(/^\d+/.exec((report && reportKey(report.id)) ?? '')?.[0] ?? 0)

/** The ply whose last report but its reading this may be. */
const clockedPly = (report: OutboundReport): number | null =>
  report.type === 'move-made' || report.type === 'clock-pressed' ? plyOf(report) : null

function readingAfter({ state }: Fold, game: PgnGame, ply: number, at: string): OutboundReport | null {
  if (state.clock.control === null) return null
  const side = state.points[state.here]?.move?.side
  if (side === undefined) return null
  const data = clockReading(game, ply - 1, side, clockFace(state.clock, state.at))
  return data === null ? null : { id: `pgn-${ply}-read`, type: 'clock-read', by: 'clock', at, data }
}
