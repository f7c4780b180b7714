/** Proposes the times of the clocks when a position is restored; the arbiter decides them (7.1; 2009: 6.13). */
import type { StoredEvent } from '../../../../events/index.ts'
import { SIDES, type Side } from '../../../../events/vocabulary.ts'
import type { GameFrame } from '../replay/frame.ts'
import { openReplay, type RecordReplay } from '../replay/record-replay.ts'
import type { EventDraft, Proposal } from './proposal.ts'

type BySide = Readonly<Record<Side, number>>

/** Both clocks, in ms, with their periods and move counters. */
export interface ClockSetting {
  readonly white: number
  readonly black: number
  readonly period: BySide
  readonly moveCounter: BySide
}

/**
 * The clocks to be set with a proposal. Where it restores a position: the times that the clocks would then show, without what the presses
 * after that position have added, with its period and move counter. Where it corrects the end of the game: what they showed at the end.
 * Null where it does neither, where the game would be over, where there is no clock, and while a verdict gives time to a player, since
 * setting the clocks would settle that. `at`: ms since 1970.
 */
export function restoredClocks(
  events: readonly StoredEvent[],
  { drafts, restoredBy }: Proposal,
  at: number,
): ClockSetting | null {
  if (drafts.some(({ type }) => type === 'report-corrected')) return reopenedClocks(events, drafts, at)
  const restoring = drafts.find(({ type }) => type === 'position-restored') ?? events[(restoredBy ?? 0) - 1]
  const to = restoring?.type === 'position-restored' ? restoring.data.seq : undefined
  if (to === undefined || to > events.length) return null
  const replay = openReplay(events)
  const then = replay.frame(to).gameState?.clock
  const after = stateAfterDrafts(events, drafts, at)
  const face = after.clockAt(Math.max(at, after.at))
  if (then === undefined || face === null || after.state.result !== null) return null
  if (after.gameState?.verdicts.some(({ due }) => due.includes('clock'))) return null
  const gained = gainedByPresses(replay, to, restoredBy ?? events.length)
  const left = (side: Side) => Math.max(0, face[side] - gained[side])
  return {
    white: left('white'),
    black: left('black'),
    period: { ...then.period },
    moveCounter: { ...then.presses },
  }
}

/** What the clocks showed when the game ended, where a correction takes its end back: without setting them they would run on from then. */
function reopenedClocks(
  events: readonly StoredEvent[],
  drafts: readonly EventDraft[],
  at: number,
): ClockSetting | null {
  const replay = openReplay(events)
  const ended = replay.frame(events.length).gameState?.result?.seq
  if (ended === undefined) return null
  const after = stateAfterDrafts(events, drafts, at)
  const then = replay.frame(ended)
  const face = then.clockAt(then.at)
  const clock = then.gameState?.clock
  if (after.state.result !== null || face === null || clock === undefined) return null
  const { white, black } = face
  return { white, black, period: { ...clock.period }, moveCounter: { ...clock.presses } }
}

/** What both clocks show at an instant, ms since 1970; null without a clock. */
export function presentSetting(events: readonly StoredEvent[], at: number): ClockSetting | null {
  const last = openReplay(events).frame(events.length)
  const face = last.clockAt(Math.max(at, last.at))
  const clock = last.gameState?.clock
  if (face === null || clock === undefined) return null
  const { white, black } = face
  return { white, black, period: { ...clock.period }, moveCounter: { ...clock.presses } }
}

/** What each side has used of its time, ms: how far its clock has run down between events. Null without a clock. */
export function usedTimes(events: readonly StoredEvent[], at: number): BySide | null {
  const replay = openReplay(events)
  const used = { white: 0, black: 0 }
  for (let seq = 1; seq <= events.length; seq++) {
    const [from, to] = [replay.times[seq - 1]!, replay.times[seq] ?? at]
    const frame = replay.frame(seq)
    const [before, after] = [frame.clockAt(from), frame.clockAt(Math.max(from, to))]
    if (before === null || after === null) continue
    for (const side of SIDES) used[side] += Math.max(0, before[side] - after[side])
  }
  return replay.frame(events.length).clockAt(at) === null ? null : used
}

/** The game as it would stand with these events recorded at an instant, ms since 1970. */
export function stateAfterDrafts(
  events: readonly StoredEvent[],
  drafts: readonly EventDraft[],
  at: number,
): GameFrame {
  const instant = new Date(at).toISOString()
  const [opened] = events
  const stored = drafts.map((draft, k) => ({
    ...draft,
    id: `draft-${k}`,
    game: opened?.game ?? '',
    seq: events.length + k + 1,
    at: instant,
    receivedAt: instant,
    recordedAt: instant,
    principal: '',
    v: 1,
  })) as StoredEvent[]
  const all = [...events, ...stored]
  return openReplay(all).frame(all.length)
}

/** What the presses after event `to`, up to event `last`, have added to each side's clock, ms: bonuses, and the time of a new period. */
function gainedByPresses(replay: RecordReplay, to: number, last: number): BySide {
  const gained = { white: 0, black: 0 }
  for (const { type, by, seq } of replay.events.slice(to, last)) {
    if (type !== 'clock-pressed' || (by !== 'white' && by !== 'black')) continue
    const at = replay.times[seq - 1]!
    const before = replay.frame(seq - 1).clockAt(at)
    const after = replay.frame(seq).clockAt(at)
    if (before !== null && after !== null) gained[by] += Math.max(0, after[by] - before[by])
  }
  return gained
}

/** The event that sets the clocks. */
export const clockSetDraft = (
  { white, black, period, moveCounter }: ClockSetting,
  reason: string,
): EventDraft => ({
  type: 'clock-set',
  by: 'arbiter',
  data: {
    white: Math.round(white),
    black: Math.round(black),
    period: { ...period },
    moveCounter: { ...moveCounter },
    reason,
  },
})

/** The event that settles the verdict about times after a restoration by leaving the clocks as they are. `restored`: its seq. */
export const timesLeftDraft = (restored: number): EventDraft => ({
  type: 'verdict-decided',
  by: 'arbiter',
  data: { rule: 'restore-times', seq: restored, decision: 'done' },
})
