/** What no state may be, whatever was reported: each fault is a sentence. */
import { hasClock } from '../../../domain/clock/index.ts'
import {
  fold,
  type GameState,
  publicState,
  resumeFold,
  step,
  type Verdict,
} from '../../../domain/game/index.ts'
import { COUNTED_OFFENCES } from '../../../domain/laws/article-07-penalty.ts'
import { type Points, SIDES, type StoredEvent } from '../../../events/index.ts'
import { canonicalText } from '../../../functions/store/canonical.ts'

type Score = { white: Points; black: Points }

const isOpen = ({ status }: Verdict): boolean => status === 'awaits-arbiter' || status === 'awaits-claim'

/** A point is a point, won on the board or by forfeit. */
const WORTH = { '1': 1, '+': 1, '½': 0.5, '0': 0, '-': 0 } as const
const written = ({ white, black }: Score): string => `${WORTH[white]}:${WORTH[black]}`

const scoreOf = ({ remedy }: Verdict): string => (remedy.result === null ? '' : written(remedy.result))

/** Verdicts by which the Laws ended the game and nobody overruled them. */
const decisions = (state: GameState): Verdict[] =>
  state.verdicts.filter(({ status, remedy }) => status === 'final' && remedy.result !== null)

function faultsOfResult(state: GameState): string[] {
  const { result, status } = state
  const decided = decisions(state)
  const faults: string[] = []
  if (new Set(decided.map(scoreOf)).size > 1) faults.push('two final verdicts give different results')
  if ((status === 'ended') !== (result !== null)) faults.push(`status ${status} with result ${result?.white}`)
  if (result === null) {
    if (decided.length > 0) faults.push('a final verdict gives a result, and there is none')
    return faults
  }
  if (result.rule !== null) {
    const own = decided.filter(({ rule }) => rule === result.rule)
    if (own.length !== 1 || scoreOf(own[0] as Verdict) !== written(result))
      faults.push(`the result by ${result.rule} has no verdict of its own`)
  }
  if (decided.some((verdict) => scoreOf(verdict) !== written(result)))
    faults.push('a final verdict stands against the result')
  if (state.act.mustPlay !== null || state.offer !== null)
    faults.push('the game is over, and something is still due')
  if (state.clock.running !== null) faults.push('the game is over, and a clock runs')
  return faults
}

function faultsOfVerdict(verdict: Verdict, state: GameState): string[] {
  const { rule, due, articles, seq, evidence, options, remedy, status, establishedBy } = verdict
  const faults: string[] = []
  if (!isOpen(verdict) && status !== 'undetermined' && due.length > 0)
    faults.push(`${status} ${rule} still has ${due} due`)
  if (articles.length === 0) faults.push(`${rule} cites no article of ${verdict.edition}`)
  if (state.details !== null && verdict.edition !== state.details.edition)
    faults.push(`${rule} is judged by ${verdict.edition}`)
  if ([seq, establishedBy ?? 1, ...evidence].some((each) => each < 1 || each > state.seq))
    faults.push(`${rule} rests on what is not on record`)
  if (status === 'applied' && !verdict.counted && COUNTED_OFFENCES.includes(rule))
    faults.push(`${rule} is applied and does not count`)
  if (evidence.length === 0) faults.push(`${rule} rests on nothing`)
  if (
    status === 'awaits-arbiter' &&
    options.length === 0 &&
    remedy.restore === null &&
    remedy.clock === null &&
    remedy.result === null &&
    !DECIDED_FREELY.has(rule)
  )
    faults.push(`${rule} waits for the arbiter and tells him nothing`)
  if (remedy.restore !== null && (remedy.restore < 0 || remedy.restore >= state.seq))
    faults.push(`${rule} restores what is not on record`)
  return faults
}

/** Verdicts on which the Laws give the arbiter neither remedy nor list. */
const DECIDED_FREELY = new Set(['result-signed', 'appeal'])

function faultsOfCounters(state: GameState): string[] {
  const faults: string[] = []
  for (const side of SIDES) {
    const counted = state.verdicts.filter((verdict) => verdict.counted && verdict.against === side)
    if (state.illegalMoves[side] !== counted.length)
      faults.push(`${side} has ${state.illegalMoves[side]} illegal moves, ${counted.length} verdicts`)
    if (hasClock(state.clock) && !(state.clock.remaining[side] >= 0))
      faults.push(`${side} has ${state.clock.remaining[side]} ms`)
  }
  const here = state.points[state.here]
  if (here === undefined || here.count < 1 || here.quiet < 0 || here.ply < 0)
    faults.push('the position counts below nothing')
  return faults
}

/** What is wrong with a state after an event. */
export function faultsOf(state: GameState): string[] {
  const faults = [...faultsOfResult(state), ...faultsOfCounters(state)]
  if (state.act.mustPlay?.length === 0) faults.push('nothing may be played')
  for (const verdict of state.verdicts) faults.push(...faultsOfVerdict(verdict, state))
  return faults
}

/** What is wrong with folding it at once, nobody looking at the states between. */
export function faultsOfRefolding(events: readonly StoredEvent[], stepped: GameState): string[] {
  return JSON.stringify(fold(events)) === JSON.stringify(stepped)
    ? []
    : ['folded at once it gives another state']
}

/** What is wrong with taking it up from JSON after `cut` events. */
export function faultsOfResuming(events: readonly StoredEvent[], stepped: GameState, cut: number): string[] {
  const snapshot = JSON.stringify(fold(events.slice(0, cut)))
  const rest = resumeFold(JSON.parse(snapshot) as GameState)
  for (const event of events.slice(cut)) step(rest, event)
  // A state from JSON has its fields in another order.
  return canonicalText(rest.state) === canonicalText(stepped)
    ? []
    : [`taken up after ${cut} events it gives another state`]
}

/** Plain values throughout: nothing that JSON leaves out or changes. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  return Array.isArray(value) ? value.every(isPlain) : Object.values(value).every(isPlain)
}

export function faultsOfPublic(state: GameState): string[] {
  const shown = publicState(state, state.at + 1000)
  const faults = isPlain(shown) ? [] : ['the public state is not plain JSON']
  const { white = 0, black = 0 } = shown.clocks ?? {}
  if (Math.min(white, black) < 0) faults.push('the clocks show less than nothing')
  return faults
}
