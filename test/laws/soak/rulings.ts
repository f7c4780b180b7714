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
import { type GameGenerator, other } from './generator.ts'
import { decides, someSeqs } from './talk.ts'

export const notices = (generator: GameGenerator): void =>
  generator.report('irregularity-noticed', generator.chance(85) ? 'arbiter' : 'operator', {
    kind: generator.one(IRREGULARITIES),
    ...(generator.chance(30) ? { seqs: someSeqs(generator) } : {}),
  })

/** The arbiter does what a waiting verdict asks for, or decides otherwise. */
export function answers(generator: GameGenerator): void {
  const open = generator.state.verdicts.filter(({ status }) => status === 'awaits-arbiter')
  const verdict = open.at(-1)
  if (verdict === undefined) return
  const { due, remedy } = verdict
  if (generator.chance(15)) {
    const { rule, seq } = generator.one(generator.state.verdicts)
    generator.report('verdict-decided', 'arbiter', { rule, seq, decision: generator.one(VERDICT_DECISIONS) })
    return
  }
  if (due.includes('restore') && remedy.restore !== null)
    generator.report('position-restored', 'arbiter', { seq: Math.max(1, remedy.restore) })
  for (const side of SIDES) {
    const ms = remedy.clock?.[side]
    if (ms === undefined || !due.includes('clock')) continue
    if (generator.chance(60))
      generator.report('penalty-imposed', 'arbiter', { on: other(side), penalty: 'opponent-time', ms })
    else generator.report('clock-set', 'arbiter', { [side]: 60_000 + ms, reason: verdict.rule })
  }
  if (due.includes('result')) sets(generator, verdict)
  else if (due.length === 0) shrugs(generator, verdict)
  if (generator.state.clock.running === null && generator.chance(80))
    generator.report('clocks-started', 'arbiter', { side: generator.turn })
}

/** A result that is due: refused more often than given, so that games go on. */
function sets(generator: GameGenerator, { remedy, seq }: Verdict): void {
  if (generator.chance(25) && remedy.result !== null)
    generator.report('result-set', 'arbiter', { ...remedy.result, reason: 'due' })
  else if (generator.chance(50))
    generator.report('claim-decided', 'arbiter', { claim: seq, decision: 'rejected' })
}

function shrugs(generator: GameGenerator, { against, rule }: Verdict): void {
  if (against === null) decides(generator)
  else
    generator.report('penalty-imposed', 'arbiter', {
      on: against,
      penalty: generator.one(['warning', 'time', 'loss']),
      ms: 30_000,
      ...(rule === 'player-stops-clock' ? { article: '6.11.4' } : {}),
    })
}

export const restores = (generator: GameGenerator): void =>
  generator.report(
    'position-restored',
    'arbiter',
    generator.chance(70)
      ? { seq: 1 + generator.pick(generator.seq) }
      : {
          fen: fenOf(
            generator.state.points,
            generator.state.points[generator.pick(generator.state.points.length)],
          ),
        },
  )

export function rules(generator: GameGenerator): void {
  if (generator.chance(60))
    generator.report('penalty-imposed', 'arbiter', {
      on: generator.one(SIDES),
      penalty: generator.one(PENALTIES),
      ...(generator.chance(60) ? { ms: generator.pick(200_000) } : {}),
    })
  else generator.report('time-granted', 'arbiter', { [generator.one(SIDES)]: 60_000, reason: 'a power cut' })
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

export function incident(generator: GameGenerator): void {
  const kind = generator.one(INCIDENTS)
  generator.report('incident-recorded', 'arbiter', {
    kind,
    ...(generator.chance(80) ? { side: generator.one(SIDES) } : {}),
    ...(kind === 'phone' && generator.chance(70)
      ? { device: { off: generator.chance(50), onPerson: generator.chance(50) } }
      : {}),
    ...(generator.chance(25) ? { article: generator.one(ARTICLES) } : {}),
  })
}

export const setUpWrong = (generator: GameGenerator): void =>
  generator.chance(30)
    ? generator.report('claim-made', generator.one(SIDES), { about: 'wrong-position' })
    : generator.report('setup-corrected', generator.one(['arbiter', 'white', 'black'] as const), {
        what: generator.one(SETUP_FAULTS),
      })

export const arrives = (generator: GameGenerator): void =>
  generator.report('player-arrived', 'operator', { side: generator.one(SIDES) })

export function assists(generator: GameGenerator): void {
  if (generator.chance(70))
    generator.report('assistant-appointed', 'arbiter', {
      side: generator.one(SIDES),
      duties: [generator.one(DUTIES)],
    })
  else generator.report('two-boards-agreed', 'arbiter', {})
}

export function ends(generator: GameGenerator): void {
  const how = generator.pick(4)
  const [white, black] = [generator.one(POINTS), generator.one(POINTS)]
  if (how === 0) generator.report('result-set', 'arbiter', { white, black, reason: 'ruled' })
  else if (how === 1) generator.report('appeal-lodged', generator.one(SIDES), { note: 'unfair' })
  else if (how === 2)
    generator.report('appeal-decided', 'arbiter', {
      note: 'heard',
      ...(generator.chance(40) ? { result: { white, black } } : {}),
    })
  else {
    const result = generator.one(['1-0', '0-1', '1/2-1/2'] as const)
    generator.report('scoresheet-signed', 'white', { result })
    generator.report('scoresheet-signed', 'black', { result: generator.chance(80) ? result : '0-1' })
  }
}
