/** What the arbiter notices, decides, orders and records. */
import { fenOf, type Verdict } from '../../../domain/game/index.ts'
import {
  DUTIES,
  INCIDENTS,
  IRREGULARITIES,
  PENALTIES,
  POINTS,
  SETUP_FAULTS,
  SIDES,
  VERDICT_DECISIONS,
} from '../../../events/index.ts'
import { type Desk, other } from './desk.ts'
import { decides, someSeqs } from './talk.ts'

export const notices = (desk: Desk): void =>
  desk.report('irregularity-noticed', desk.chance(85) ? 'arbiter' : 'operator', {
    kind: desk.one(IRREGULARITIES),
    ...(desk.chance(30) ? { seqs: someSeqs(desk) } : {}),
  })

/** The arbiter does what a verdict that waits for him asks for, or decides otherwise. */
export function answers(desk: Desk): void {
  const open = desk.state.verdicts.filter(({ status }) => status === 'awaits-arbiter')
  const verdict = open.at(-1)
  if (verdict === undefined) return
  const { due, remedy } = verdict
  if (desk.chance(15)) {
    const { rule, seq } = desk.one(desk.state.verdicts)
    desk.report('verdict-decided', 'arbiter', { rule, seq, decision: desk.one(VERDICT_DECISIONS) })
    return
  }
  if (due.includes('restore') && remedy.restore !== null)
    desk.report('position-restored', 'arbiter', { seq: Math.max(1, remedy.restore) })
  for (const side of SIDES) {
    const ms = remedy.clock?.[side]
    if (ms === undefined || !due.includes('clock')) continue
    if (desk.chance(60))
      desk.report('penalty-imposed', 'arbiter', { on: other(side), penalty: 'opponent-time', ms })
    else desk.report('clock-set', 'arbiter', { [side]: 60_000 + ms, reason: verdict.rule })
  }
  if (due.includes('result')) sets(desk, verdict)
  else if (due.length === 0) shrugs(desk, verdict)
  if (desk.state.clock.running === null && desk.chance(80))
    desk.report('clocks-started', 'arbiter', { side: desk.turn })
}

/** A result that is due: refused more often than given, so that games go on. */
function sets(desk: Desk, { remedy, seq }: Verdict): void {
  if (desk.chance(25) && remedy.result !== null)
    desk.report('result-set', 'arbiter', { ...remedy.result, reason: 'due' })
  else if (desk.chance(50)) desk.report('claim-decided', 'arbiter', { claim: seq, decision: 'rejected' })
}

function shrugs(desk: Desk, { against, rule }: Verdict): void {
  if (against === null) decides(desk)
  else
    desk.report('penalty-imposed', 'arbiter', {
      on: against,
      penalty: desk.one(['warning', 'time', 'loss']),
      ms: 30_000,
      ...(rule === 'player-stops-clock' ? { article: '6.11.4' } : {}),
    })
}

export const restores = (desk: Desk): void =>
  desk.report(
    'position-restored',
    'arbiter',
    desk.chance(70)
      ? { seq: 1 + desk.pick(desk.seq) }
      : { fen: fenOf(desk.state.points, desk.state.points[desk.pick(desk.state.points.length)]) },
  )

export function rules(desk: Desk): void {
  if (desk.chance(60))
    desk.report('penalty-imposed', 'arbiter', {
      on: desk.one(SIDES),
      penalty: desk.one(PENALTIES),
      ...(desk.chance(60) ? { ms: desk.pick(200_000) } : {}),
    })
  else desk.report('time-granted', 'arbiter', { [desk.one(SIDES)]: 60_000, reason: 'a power cut' })
}

const ARTICLES = [
  '11.2.3.2',
  '11.2.4',
  '11.3.4',
  '11.9',
  '12.2',
  '12.3.c',
  '6.2.4',
  '11.3.3',
  '11.5',
  '8.1.1',
]

export function incident(desk: Desk): void {
  const kind = desk.one(INCIDENTS)
  desk.report('incident-recorded', 'arbiter', {
    kind,
    ...(desk.chance(80) ? { side: desk.one(SIDES) } : {}),
    ...(kind === 'phone' && desk.chance(70)
      ? { device: { off: desk.chance(50), onPerson: desk.chance(50) } }
      : {}),
    ...(desk.chance(25) ? { article: desk.one(ARTICLES) } : {}),
  })
}

export const setUpWrong = (desk: Desk): void =>
  desk.chance(30)
    ? desk.report('claim-made', desk.one(SIDES), { about: 'wrong-position' })
    : desk.report('setup-corrected', desk.one(['arbiter', 'white', 'black'] as const), {
        what: desk.one(SETUP_FAULTS),
      })

export const arrives = (desk: Desk): void =>
  desk.report('player-arrived', 'operator', { side: desk.one(SIDES) })

export function assists(desk: Desk): void {
  if (desk.chance(70))
    desk.report('assistant-appointed', 'arbiter', { side: desk.one(SIDES), duties: [desk.one(DUTIES)] })
  else desk.report('two-boards-agreed', 'arbiter', {})
}

export function ends(desk: Desk): void {
  const how = desk.pick(4)
  const [white, black] = [desk.one(POINTS), desk.one(POINTS)]
  if (how === 0) desk.report('result-set', 'arbiter', { white, black, reason: 'ruled' })
  else if (how === 1) desk.report('appeal-lodged', desk.one(SIDES), { note: 'unfair' })
  else if (how === 2)
    desk.report('appeal-decided', 'arbiter', {
      note: 'heard',
      ...(desk.chance(40) ? { result: { white, black } } : {}),
    })
  else {
    const result = desk.one(['1-0', '0-1', '1/2-1/2'] as const)
    desk.report('scoresheet-signed', 'white', { result })
    desk.report('scoresheet-signed', 'black', { result: desk.chance(80) ? result : '0-1' })
  }
}
