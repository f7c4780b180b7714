/**
 * Decides what somebody who is no arbiter may not change in a game: its result, its setting, what an arbiter has corrected
 * (docs/roles.md). What a role may report at all is decided before, by `functions/auth/rights.ts`.
 */
import type { EventData, EventOf, EventType, StoredEvent } from '../../events/index.ts'
import { reduce } from '../game/fold.ts'
import { correctedEntry } from '../state/correct.ts'
import type { GameResult, GameState, LogEntry } from '../state/state.ts'
import { sameValue } from './same-value.ts'

/** The decisions that only an arbiter may make, as docs/roles.md prints them. */
export const ARBITER_ONLY_DECISIONS = {
  'result-given': 'a result where there is one already that the arbiter or the Laws gave',
  'result-corrected': 'after the end of the game, a correction that changes the result',
  'setting-corrected':
    'once play has begun, a correction of the start, edition, play, supervision, time control or regulations; a game taken from a file or a feed follows it until its session is started here',
  'ruled-correction': 'a correction of what an arbiter has corrected or taken back',
  'others-report': 'a correction of what somebody else reported',
} as const

/** Types of which a report may need an arbiter, depending on the game. */
export const MAY_NEED_ARBITER: ReadonlySet<EventType> = new Set([
  'result-set',
  'report-corrected',
  'details-corrected',
])

export type ArbiterOnlyDecision = keyof typeof ARBITER_ONLY_DECISIONS

/** Why a report is refused. `pointer` (RFC 6901) is the field of the report that is at fault. */
export interface AuthorityFault {
  readonly code: ArbiterOnlyDecision
  readonly pointer: string
  readonly detail: string
}

export interface ReporterRights {
  /** The role of an arbiter, or more: everything here is theirs to decide. */
  readonly isArbiter: boolean
  /** Whether the event of this seq was reported by the same reporter. */
  isOwn(seq: number): boolean
}

/** What needs an arbiter in a report; empty: it may be recorded. `state`: before the report; `report`: the event it would become. */
export function authorityFaults(
  state: GameState,
  report: StoredEvent,
  rights: ReporterRights,
): AuthorityFault[] {
  if (rights.isArbiter) return []
  switch (report.type) {
    case 'result-set':
      return resultFaults(state)
    case 'report-corrected':
      return [...correctionFaults(state.log, report.data, rights), ...changeFaults(state, report)]
    case 'details-corrected':
      return changeFaults(state, report)
    default:
      return []
  }
}

/** A result given by an operator, as imports do, may be replaced by another; any other result only by an arbiter. */
function resultFaults({ result, log }: GameState): AuthorityFault[] {
  if (result === null) return []
  const given = correctedEntry(log, result.seq, 'result-set')
  if (given?.by === 'operator') return []
  const who = given === null ? 'the Laws gave' : 'the arbiter gave'
  const detail = `the game has the result ${scoreOf(result)}, which ${who} with event ${result.seq}; an arbiter may set another`
  return [{ code: 'result-given', pointer: '/type', detail }]
}

function correctionFaults(
  log: readonly LogEntry[],
  { seqs }: EventData<'report-corrected'>,
  { isOwn }: ReporterRights,
): AuthorityFault[] {
  const ruled = seqsCorrectedByArbiter(log, isOwn)
  return seqs.flatMap((seq, k): AuthorityFault[] => {
    const pointer = `/data/seqs/${k}`
    if (!isOwn(seq)) {
      const detail = `event ${seq} was reported by somebody else; an arbiter may correct it`
      return [{ code: 'others-report', pointer, detail }]
    }
    if (!ruled.has(seq)) return []
    const detail = `an arbiter has corrected event ${seq} or what it corrected; an arbiter may do so again`
    return [{ code: 'ruled-correction', pointer, detail }]
  })
}

/**
 * The seqs that arbiters have corrected. Only an arbiter corrects the reports of others; and a correction of a correction
 * decides about what that corrected too.
 */
function seqsCorrectedByArbiter(log: readonly LogEntry[], isOwn: ReporterRights['isOwn']): Set<number> {
  const ruled = new Set<number>()
  const add = (seq: number): void => {
    if (ruled.has(seq)) return
    ruled.add(seq)
    const entry = log[seq - 1]
    if (entry?.type === 'report-corrected') seqsOf(entry).forEach(add)
  }
  for (const entry of log)
    if (entry.type === 'report-corrected' && (entry.by === 'arbiter' || !isOwn(entry.seq)))
      seqsOf(entry).forEach(add)
  return ruled
}

const seqsOf = ({ data }: LogEntry): readonly number[] => (data as EventData<'report-corrected'>).seqs

/** What a correction would change that only an arbiter may change, found by folding with it. */
function changeFaults(
  state: GameState,
  report: EventOf<'report-corrected' | 'details-corrected'>,
): AuthorityFault[] {
  const after = reduce(state, report)
  const faults: AuthorityFault[] = []
  if (state.result !== null && scoreOf(state.result) !== scoreOf(after.result)) {
    const detail = `the game has ended ${scoreOf(state.result)} and would read ${scoreOf(after.result)}; after the end an arbiter may correct what changes the result`
    faults.push({ code: 'result-corrected', pointer: '/data', detail })
  }
  if (!isUnderWay(state)) return faults
  for (const field of SETTING) {
    if (sameValue(state.details?.[field], after.details?.[field])) continue
    const pointer = report.type === 'details-corrected' ? `/data/fields/${field}` : '/data/seqs'
    const detail = `play has begun; an arbiter may correct ${field} now`
    faults.push({ code: 'setting-corrected', pointer, detail })
  }
  return faults
}

const SETTING = ['start', 'edition', 'play', 'supervision', 'timeControl', 'regulations'] as const

/** Has play begun? In a game taken from a file or a feed: has its session been started here? */
function isUnderWay({ startedAt, details, log }: GameState): boolean {
  if (startedAt === null) return false
  if ((details?.source?.kind ?? 'live') === 'live') return true
  return log.some(({ type }) => type === 'session-started' || type === 'clocks-started')
}

const scoreOf = (score: Pick<GameResult, 'white' | 'black'> | null): string =>
  score === null ? 'without a result' : `${score.white}-${score.black}`
