/** The rulings that an arbiter can make about a verdict: a button for each, and the events that it records. */

import type { GameState, Verdict } from '../../../../domain/game/index.ts'
import { fenOf } from '../../../../domain/state/fens.ts'
import type { EventData } from '../../../../events/index.ts'
import { PENALTIES, type Penalty, type Side } from '../../../../events/vocabulary.ts'
import type { EventDraft } from './proposal.ts'
import { timesLeftDraft } from './restored-clocks.ts'

export type RulingKind =
  | 'all'
  | 'restore'
  | 'time'
  | 'result'
  | 'notice'
  | 'uphold'
  | 'reject'
  | 'start'
  | 'penalty'
  | 'draw'
  | 'both-lose'
  | 'clocks'
  | 'leave-times'
  | 'nothing-due'

export interface Ruling {
  readonly kind: RulingKind
  readonly drafts: readonly EventDraft[]
  /** For a ruling that sets the clocks: seq of the restoration after which they are set. */
  readonly restoredBy?: number
  /** For granted time: the player and ms; for a penalty: which. */
  readonly side?: Side
  readonly ms?: number
  readonly penalty?: Penalty
  /** Code of the verdict's option that it carries out. */
  readonly option?: string
}

const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')

/** Penalties that need no more than a player. */
const SIMPLE_PENALTIES: readonly Penalty[] = ['warning', 'loss', 'fine', 'round-exclusion', 'expulsion']

const isOpen = ({ status }: Verdict): boolean =>
  status === 'awaits-arbiter' || status === 'awaits-claim' || status === 'undetermined'

/** The rulings in the order of their buttons; none for a verdict that is settled. */
export function rulingsFor(verdict: Verdict, state: GameState): readonly Ruling[] {
  if (!isOpen(verdict)) return []
  const parts = [...decisions(verdict, state), ...dueParts(verdict)]
  const due = dueParts(verdict)
  const all =
    parts.length > 1 && due.length > 0
      ? [{ kind: 'all' as const, drafts: parts.flatMap(({ drafts }) => drafts) }]
      : []
  const notice = verdict.status === 'awaits-claim' ? noticeOf(verdict) : []
  return [...all, ...notice, ...due, ...claimRulings(verdict, state), ...optionRulings(verdict, state)]
}

/** The events of a ruling, computed again after new events; null where its verdict leaves nothing of it to be done. */
export function recomputeRuling(
  ruling: Ruling,
  verdict: Verdict,
  state: GameState,
): readonly EventDraft[] | null {
  if (!isOpen(verdict)) return null
  if (ruling.kind === 'all') {
    const due = dueParts(verdict)
    return due.length === 0 ? null : [...decisions(verdict, state), ...due].flatMap(({ drafts }) => drafts)
  }
  const same = rulingsFor(verdict, state).find(
    ({ kind, side, penalty, option }) =>
      kind === ruling.kind && side === ruling.side && penalty === ruling.penalty && option === ruling.option,
  )
  return same?.drafts ?? null
}

/** A ruling for each part of what is due by the Laws: restored position, time, result. */
function dueParts({ due, remedy, against, articles }: Verdict): Ruling[] {
  const found: Ruling[] = []
  const [article] = articles
  if (due.includes('restore') && remedy.restore !== null)
    found.push({
      kind: 'restore',
      drafts: [{ type: 'position-restored', by: 'arbiter', data: { seq: remedy.restore } }],
    })
  if (due.includes('clock'))
    for (const side of ['white', 'black'] as const) {
      const ms = remedy.clock?.[side]
      if (ms === undefined) continue
      const draft: EventDraft =
        against === other(side)
          ? {
              type: 'penalty-imposed',
              by: 'arbiter',
              data: { on: against, penalty: 'opponent-time', ms, ...(article !== undefined && { article }) },
            }
          : {
              type: 'time-granted',
              by: 'arbiter',
              data: { [side]: ms, reason: article ?? '' } as EventData<'time-granted'>,
            }
      found.push({ kind: 'time', side, ms, drafts: [draft] })
    }
  if (due.includes('result') && remedy.result !== null) {
    const { white, black } = remedy.result
    found.push({
      kind: 'result',
      drafts: [{ type: 'result-set', by: 'arbiter', data: { white, black, reason: article ?? '' } }],
    })
  }
  return found
}

const NOTICES: Readonly<Record<string, EventData<'irregularity-noticed'>['kind']>> = {
  'unpromoted-pawn': 'unpromoted-pawn',
  'press-without-move': 'press-without-move',
  'two-hands': 'two-hands',
}

const noticeOf = ({ rule, evidence }: Verdict): Ruling[] => [
  {
    kind: 'notice',
    drafts: [
      {
        type: 'irregularity-noticed',
        by: 'arbiter',
        data: { kind: NOTICES[rule] ?? 'illegal-move', seqs: [...evidence] },
      },
    ],
  },
]

/** Seq of the claim that a verdict is based on, if it is still to be decided. */
function openClaim(verdict: Verdict, { claims }: GameState): number | null {
  const claim = claims.find(
    ({ seq, decision }) => decision === null && (seq === verdict.seq || seq === verdict.establishedBy),
  )
  return claim?.seq ?? null
}

const decide = (claim: number, decision: 'upheld' | 'rejected'): EventDraft => ({
  type: 'claim-decided',
  by: 'arbiter',
  data: { claim, decision },
})

/** The decision that comes before the rest: an incorrect draw claim is rejected, a correct claim of an offence is upheld. */
function decisions(verdict: Verdict, state: GameState): Ruling[] {
  const claim = openClaim(verdict, state)
  if (claim === null || verdict.due.length === 0) return []
  const wrong = verdict.rule === 'draw-claim-incorrect'
  return [{ kind: wrong ? 'reject' : 'uphold', drafts: [decide(claim, wrong ? 'rejected' : 'upheld')] }]
}

function claimRulings(verdict: Verdict, state: GameState): Ruling[] {
  const claim = openClaim(verdict, state)
  if (claim === null) return []
  const reject: Ruling = { kind: 'reject', drafts: [decide(claim, 'rejected')] }
  if (verdict.rule === 'draw-claim-incorrect') return [reject]
  return [{ kind: 'uphold', drafts: [decide(claim, 'upheld')] }, reject]
}

const drawn = (reason: string): EventDraft => ({
  type: 'result-set',
  by: 'arbiter',
  data: { white: '½', black: '½', reason },
})

/** The rulings that carry out options of verdicts, by their codes. Options that are no single act are left to the form. */
const OPTION_ACTS: Readonly<Record<string, (verdict: Verdict, state: GameState) => Omit<Ruling, 'option'>>> =
  {
    'restore-before': restoreBefore,
    'restore-second': restoreBefore,
    'start-again': startClocks,
    'declare-draw': declareDraw,
    'consent-draw': declareDraw,
    'consent-offer': declareDraw,
    'both-lose': ({ articles: [article = ''] }) => ({
      kind: 'both-lose',
      drafts: [{ type: 'result-set', by: 'arbiter', data: { white: '0', black: '0', reason: article } }],
    }),
    accident: nothingDue,
    'no-penalty': nothingDue,
    'go-on': nothingDue,
    'otherwise-on': nothingDue,
    'otherwise-played': nothingDue,
    'let-stand': nothingDue,
    'leave-times': ({ seq }) => ({ kind: 'leave-times', drafts: [timesLeftDraft(seq)] }),
  }

function restoreBefore({ evidence: [first], seq }: Verdict): Omit<Ruling, 'option'> {
  const before = Math.max(1, (first ?? seq) - 1)
  return { kind: 'restore', drafts: [{ type: 'position-restored', by: 'arbiter', data: { seq: before } }] }
}

function startClocks(_: Verdict, state: GameState): Omit<Ruling, 'option'> {
  return {
    kind: 'start',
    drafts: [{ type: 'clocks-started', by: 'arbiter', data: { side: turnOf(state) } }],
  }
}

function declareDraw({ articles: [article = ''] }: Verdict): Omit<Ruling, 'option'> {
  return { kind: 'draw', drafts: [drawn(article)] }
}

function nothingDue({ rule, seq }: Verdict): Omit<Ruling, 'option'> {
  return {
    kind: 'nothing-due',
    drafts: [{ type: 'verdict-decided', by: 'arbiter', data: { rule, seq, decision: 'nothing-due' } }],
  }
}

function optionRulings(verdict: Verdict, state: GameState): Ruling[] {
  const setsClocks = verdict.rule === 'restore-times'
  return verdict.options.flatMap(({ code }): Ruling[] => {
    if (code === 'set-times' && setsClocks)
      return [{ kind: 'clocks', restoredBy: verdict.seq, drafts: [], option: code }]
    const penalty = PENALTIES.find((each) => each === code)
    if (penalty !== undefined) return penaltyRuling(verdict, penalty)
    const act = Object.hasOwn(OPTION_ACTS, code) ? OPTION_ACTS[code] : undefined
    return act === undefined ? [] : [{ ...act(verdict, state), option: code }]
  })
}

function penaltyRuling({ against, articles }: Verdict, penalty: Penalty): Ruling[] {
  if (against === null || !SIMPLE_PENALTIES.includes(penalty)) return []
  const [article] = articles
  return [
    {
      kind: 'penalty',
      penalty,
      drafts: [
        {
          type: 'penalty-imposed',
          by: 'arbiter',
          data: { on: against, penalty, ...(article !== undefined && { article }) },
        },
      ],
    },
  ]
}

const turnOf = (state: GameState): Side =>
  fenOf(state.points, state.points[state.here]).split(' ')[1] === 'b' ? 'black' : 'white'

/** A key of a verdict: two verdicts with the same key are the same verdict in two states. */
export const verdictKey = ({ rule, seq, against, evidence }: Verdict): string =>
  [rule, seq, against, ...evidence].join(' ')

/** The verdicts of one list that the other does not have, or has with another status, remedy or options. */
export function verdictDifferences(
  a: readonly Verdict[],
  b: readonly Verdict[],
): { readonly onlyA: Set<Verdict>; readonly onlyB: Set<Verdict> } {
  const said = (verdict: Verdict) =>
    JSON.stringify([verdictKey(verdict), verdict.status, verdict.remedy, verdict.options])
  const inA = new Set(a.map(said))
  const inB = new Set(b.map(said))
  return {
    onlyA: new Set(a.filter((each) => !inB.has(said(each)))),
    onlyB: new Set(b.filter((each) => !inA.has(said(each)))),
  }
}
