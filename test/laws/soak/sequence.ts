/** A random game in which much goes wrong: an opening, then acts drawn by weight until the record is long enough. */
import fc from 'fast-check'
import type { Fold, GameState } from '../../../domain/game/index.ts'
import type { Edition, EventData, Period, ReportedEvent, StoredEvent } from '../../../events/index.ts'
import { arbitraryReport } from '../../kit/arbitraries.ts'
import { numbers } from '../../kit/games.ts'
import { bothRunOut, devices, pressesOnly, runsShort, speaksOfFlag, stops } from './clock.ts'
import { type GameGenerator, openGenerator } from './generator.ts'
import * as play from './play.ts'
import * as rulings from './rulings.ts'
import * as talk from './talk.ts'

type Opening = EventData<'game-opened'>

/** Positions from which ends, claims, promotions and castlings are near. */
const STARTS = [
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  '4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 50',
  '8/5P1k/8/5K2/8/8/8/8 w - - 0 60',
  '7k/8/5QK1/8/8/8/8/8 w - - 96 90',
  '8/8/4k3/4n3/8/8/3QK3/8 w - - 140 120',
  '4k3/2p5/8/3P4/8/8/8/4K2R w K - 0 30',
  '4k3/8/p1p1p3/P1P1P1p1/6P1/8/8/4K3 w - - 3 40',
  '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30',
  '8/8/8/4k3/8/8/3PK3/8 b - - 97 80',
] as const

/** Arrays that are none: king and queen exchanged, a rook and a knight, one of Chess960 with both bishops on dark squares. */
const WRONG_ARRAYS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1',
  'nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kk - 0 1',
  'bqbnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQBNRKRN w GEge - 0 1',
] as const

const CONTROLS: readonly (readonly Period[] | null)[] = [
  null,
  [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }],
  [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }],
  [{ moves: 4, time: 60_000 }, { time: 30_000 }],
  [{ time: 130_000 }],
  [{ time: 200_000 }],
  [{ time: 900_000, bonus: 10_000, mode: 'fischer' }],
  [{ time: 180_000, bonus: 2000, mode: 'fischer' }],
  [{ time: 120_000, bonus: 5000, mode: 'bronstein' }],
  [
    { moves: 3, time: 90_000, bonus: 5000, mode: 'delay' },
    { time: 60_000, bonus: 5000, mode: 'delay' },
  ],
]

function regulations({ chance, one, pick }: GameGenerator): NonNullable<Opening['regulations']> {
  return {
    ...(chance(40) ? { quickplayFinish: true } : {}),
    ...(chance(40) ? { defaultTime: one([0, 30_000, 1_800_000]) } : {}),
    ...(chance(15) ? { noDrawOffersBefore: one([2, 30, 'ever' as const]) } : {}),
    ...(chance(6) ? { illegalMovesToLose: 1 + pick(3) } : {}),
    ...(chance(15) ? { phonePenalty: one(['loss', 'fine']) } : {}),
    ...(chance(15) ? { devicesInBag: true } : {}),
    ...(chance(15) ? { reportLeaving: true } : {}),
    ...(chance(10) ? { overlay: one(['pzszach-rapid-2016', '2014-10-01-devices']) } : {}),
    ...(chance(10) ? { scoring: { win: 3, draw: 1, loss: 0 } } : {}),
  }
}

function start({ chance, one, pick }: GameGenerator): Pick<Opening, 'start'> {
  if (chance(60)) return {}
  if (chance(25)) return { start: { chess960: pick(960) } }
  return { start: { fen: chance(20) ? one(WRONG_ARRAYS) : one(STARTS) } }
}

/** What the time makes it, so far as the editions agree. */
function playOf(control: readonly Period[] | null): Opening['play'] {
  const [first] = control ?? []
  if (first === undefined) return 'standard'
  const minutes = (first.time + 60 * (first.bonus ?? 0)) / 60_000
  return minutes >= 60 ? 'standard' : minutes >= 15 ? 'rapid' : 'blitz'
}

function opening(generator: GameGenerator, edition: Edition, blind: boolean): Opening {
  const { chance, one } = generator
  const control = one(CONTROLS)
  return {
    white: { name: 'White', ...(blind ? { visuallyImpaired: true } : {}) },
    black: { name: 'Black', ...(blind && chance(30) ? { visuallyImpaired: true } : {}) },
    edition,
    play: chance(80) ? playOf(control) : one(['standard', 'rapid', 'blitz']),
    ...(chance(60) ? { supervision: one(['full', 'limited', 'limited']) } : {}),
    ...(control === null ? {} : { timeControl: { periods: [...control] } }),
    ...start(generator),
    ...(chance(50) ? { regulations: regulations(generator) } : {}),
  }
}

type Act = (generator: GameGenerator) => void

/** How often each comes, of a thousand or so; a game is mostly moves. */
const ACTS: readonly (readonly [number, Act])[] = [
  [380, (generator) => play.moves(generator)],
  [60, play.illegal],
  [45, play.touches],
  [30, play.breaksTouch],
  [30, play.promotes],
  [25, play.binds],
  [15, play.latePress],
  [10, play.outOfTurn],
  [12, play.knocksOver],
  [15, play.edges],
  [30, pressesOnly],
  [30, runsShort],
  [4, bothRunOut],
  [8, speaksOfFlag],
  [20, stops],
  [15, devices],
  [15, talk.offers],
  [5, talk.accepts],
  [30, talk.claimsDraw],
  [10, talk.asksIncrement],
  [30, talk.claims],
  [15, talk.decides],
  [2, talk.resigns],
  [30, rulings.notices],
  [80, rulings.answers],
  [8, rulings.restores],
  [12, rulings.rules],
  [25, rulings.incident],
  [12, rulings.setUpWrong],
  [10, rulings.arrives],
  [8, rulings.assists],
  [3, rulings.ends],
  [40, talk.writes],
  [5, talk.looks],
  [6, talk.reconstructs],
  [12, talk.adjourns],
  [7, talk.corrects],
  [4, talk.redescribes],
]

const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0)

function drawn(pick: GameGenerator['pick']): Act {
  let left = pick(WEIGHT)
  for (const [weight, act] of ACTS) {
    left -= weight
    if (left < 0) return act
  }
  return play.moves
}

/** Reports of any kind and sense, as the property tests of the fold use them. */
const NOISE: readonly ReportedEvent[] = fc.sample(arbitraryReport(), { numRuns: 3000, seed: 960 })

function noise(generator: GameGenerator): void {
  const { type, by, data } = generator.one(NOISE)
  generator.report(type, by, data as never)
}

/** What happens after the end: signatures, late discoveries, appeals, another result. */
const AFTERWARDS: readonly Act[] = [
  rulings.incident,
  rulings.ends,
  rulings.ends,
  talk.claims,
  rulings.notices,
  rulings.rules,
  rulings.answers,
  talk.corrects,
  play.moves,
  noise,
]

export interface Sequence {
  readonly events: readonly StoredEvent[]
  readonly fold: Fold
}

/** The same seed, edition and length give the same sequence. `watch` is shown the state after each event. */
export function sequence(
  edition: Edition,
  seed: number,
  watch: (state: GameState, event: StoredEvent) => void,
): Sequence {
  const pick = numbers(seed)
  const length = 5 + pick(56)
  const generator = openGenerator(pick, length, watch)
  const blind = generator.chance(6)
  const shuffles = generator.chance(12)
  const writes = generator.chance(15)
  generator.report('game-opened', 'operator', opening(generator, edition, blind))
  if (generator.chance(30)) rulings.arrives(generator)
  if (generator.chance(93)) generator.report('session-started', 'arbiter', {})
  let afterwards = 2 + pick(5)
  let idle = 0
  while (!generator.full && afterwards > 0 && idle < 20) {
    const before = generator.seq
    if (generator.state.result !== null) {
      afterwards--
      generator.one(AFTERWARDS)(generator)
    } else if (generator.chance(2)) noise(generator)
    else if (blind && generator.chance(40)) talk.announces(generator)
    else if (shuffles && generator.chance(75)) play.moves(generator, 95)
    else if (shuffles && generator.chance(40)) talk.claimsDraw(generator)
    else if (writes && generator.chance(45)) talk.writes(generator)
    else drawn(pick)(generator)
    idle = generator.seq === before ? idle + 1 : 0
  }
  return { events: generator.events, fold: generator.fold }
}
