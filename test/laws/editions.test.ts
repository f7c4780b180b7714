/** The same game under five editions: it comes out otherwise exactly where a parameter of the matrix changes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type GameCase, parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import type { EditionParameters } from '../../domain/editions/edition.ts'
import { EDITION_PARAMETERS } from '../../domain/editions/editions.ts'
import { type PublicState, publicState } from '../../domain/game/index.ts'
import { EDITIONS, type Edition } from '../../events/index.ts'

type Look = (state: PublicState) => unknown

const rules: Look = ({ verdicts }) => verdicts.map(({ rule, status }) => [rule, status])
const options: Look = ({ verdicts }) => verdicts.map((verdict) => verdict.options)
const notes: Look = ({ verdicts }) => verdicts.map((verdict) => verdict.notes)
const times: Look = ({ verdicts }) => verdicts.map(({ remedy }) => remedy.clock)
const resultsDue: Look = ({ verdicts }) => verdicts.map(({ remedy }) => remedy.result)
const result: Look = (state) => state.result && [state.result.white, state.result.black, state.result.rule]
const completed: Look = ({ moves }) => moves.map(({ completedSeq }) => completedSeq)
const clocks: Look = (state) => state.clocks
const offer: Look = (state) => state.offer
const mustPlay: Look = (state) => state.mustPlay

/** A case of `test/cases/laws` and what of it shows the parameter; `open` replaces fields of its opening. */
interface Sample {
  readonly id: string
  readonly look: Look
  readonly open?: Record<string, unknown>
  /** Compared from this edition on: before it, another parameter decides the same question. */
  readonly from?: Edition
}

const RAPID = { play: 'rapid', supervision: 'full' }
const BLITZ = { play: 'blitz', supervision: 'full' }
/** Three illegal moves lose, so that the time for the first one is seen in every edition. */
const LENIENT = { regulations: { illegalMovesToLose: 3 } }

const SAMPLES: Record<string, readonly Sample[]> = {
  rapidFrom: [{ id: 'game-type/twelve-minutes-as-rapid@2009', look: rules }],
  'illegalMovesToLose.standard': [{ id: 'illegal-move-penalty/second@2014', look: resultsDue }],
  'illegalMovesToLose.rapidFull': [{ id: 'illegal-move-penalty/second@2014', look: resultsDue, open: RAPID }],
  'illegalMovesToLose.rapidLimited': [
    { id: 'rapid-illegal-move-unsupervised/first-claimed@2018', look: resultsDue },
  ],
  'illegalMovesToLose.blitzFull': [{ id: 'illegal-move-penalty/second@2014', look: resultsDue, open: BLITZ }],
  'illegalMovesToLose.blitzLimited': [
    { id: 'blitz-illegal-move-unsupervised/first-claimed@2018', look: resultsDue },
  ],
  'illegalMoveBonus.standard': [{ id: 'illegal-move-penalty/first-in-standard@2018', look: times }],
  'illegalMoveBonus.rapidFull': [{ id: 'illegal-move-penalty/first-in-rapid@2018', look: times }],
  'illegalMoveBonus.rapidLimited': [
    { id: 'rapid-illegal-move-unsupervised/first-claimed@2018', look: times, open: LENIENT },
  ],
  'illegalMoveBonus.blitzFull': [{ id: 'illegal-move-penalty/first-in-blitz@2018', look: times }],
  'illegalMoveBonus.blitzLimited': [
    { id: 'blitz-illegal-move-unsupervised/first-claimed@2018', look: times, open: LENIENT },
  ],
  'wrongClaimBonus.standard': [{ id: 'draw-claim-incorrect/wrong-in-standard@2009', look: times }],
  'wrongClaimBonus.rapid': [{ id: 'draw-claim-incorrect/wrong-in-rapid@2018', look: times }],
  'wrongClaimBonus.blitz': [{ id: 'draw-claim-incorrect/wrong-in-blitz@2018', look: times }],
  arbiterActsOnIllegalMoveUnsupervised: [
    { id: 'blitz-illegal-move-unsupervised/only-the-arbiter-sees@2018', look: rules },
  ],
  arbiterCallsFlagUnsupervised: [{ id: 'rapid-flag-claims/arbiter-sees@2018', look: result }],
  winOnTimeClaimantNeedsOwnTime: [{ id: 'rapid-win-on-time-claim/own-flag-down@2017', look: result }],
  bothFlagsDrawUnsupervised: [
    {
      id: 'both-flags-down/before-the-last-period@2009',
      look: resultsDue,
      open: { play: 'rapid', supervision: 'limited' },
    },
  ],
  article4OnRequestUnsupervised: [
    { id: 'arbiter-acts-on-article4/rapid-without-supervision@2018', look: rules },
  ],
  setupClaimLimitMoves: [{ id: 'rapid-setup-claims-limit/array-after-nine@2018', look: rules }],
  misplacedMayNotCastle: [{ id: 'rapid-misplaced-king-rook/rook-and-knight@2018', look: rules }],
  clockSetLateForSchedule: [{ id: 'rapid-setup-claims-limit/clock-after-ten@2018', look: notes }],
  definesIllegalPosition: [{ id: 'illegal-position/both-kings-in-check@2018', look: rules }],
  pressWithoutMove: [{ id: 'press-without-move/instead-of-moving@2009', look: rules }],
  twoHands: [{ id: 'two-hands/d10-before-the-press@2017', look: rules }],
  unpromotedPawnBecomesQueen: [{ id: 'unpromoted-pawn/a-queen-would-be-stalemate@2018', look: rules }],
  fivefold: [
    { id: 'fivefold-repetition/d14-unbroken-shuttle@2014', look: result },
    { id: 'fivefold-repetition/d14-interrupted@2017', look: result },
  ],
  seventyFiveMoves: [{ id: 'seventy-five-moves/quiet@2018', look: result }],
  agreedDrawMinMoves: [{ id: 'draw-by-agreement/before-black-has-moved@2017', look: result }],
  reversedColoursRestartBelow: [{ id: 'colours-reversed/at-move-three@2014', look: options }],
  defaultTime: [{ id: 'default-time/nothing-announced@2018', look: rules }],
  arbiterMayExcuseLateness: [{ id: 'default-time/nobody-comes@2018', look: options }],
  completedByOwnNextMove: [{ id: 'move-completed-implicitly/forgot-to-press@2018', look: completed }],
  adjustOnlyWhileOwnClockRuns: [
    { id: 'adjust-only-when-clock-running/answering-an-unpressed-move@2018', look: rules },
  ],
  bothFlags: [{ id: 'both-flags-down/before-the-last-period@2018', look: notes }],
  quickplay: [{ id: 'quickplay-draw-claim/rejected@2009', look: rules }],
  delayCarriesOver: [{ id: 'period-carry-over/delay-mode@2018', look: clocks }],
  disabilityExempt: [{ id: 'clock-assistant/a-disability@2014', look: rules }],
  offeringMayBeForbidden: [{ id: 'draw-offer-regulation/merely-offered@2009', look: rules }],
  quickplayClaimOffers: [{ id: 'claim-is-draw-offer/quickplay-finish@2014', look: offer }],
  'writtenMoveStands.threefold': [{ id: 'threefold-intended/another-move-instead@2018', look: mustPlay }],
  'writtenMoveStands.fifty': [{ id: 'fifty-intended/the-written-move-stands@2018', look: mustPlay }],
  quickplayDecisionsFinal: [{ id: 'appeal/quickplay-claim@2018', look: rules }],
  quickplayPostponedJudges: [{ id: 'quickplay-draw-claim/postponed-opponents-flag@2018', look: options }],
  arbiterMayLeaveTimes: [{ id: 'restore-times/five-moves-later@2018', look: options }],
  incrementRequestBonus: [{ id: 'quickplay-request-increment/arbiter-refuses@2018', look: times }],
  resignationDrawsIfOpponentCannotMate: [
    { id: 'resignation/queen-against-a-lone-knight@2017', look: result },
  ],
  mateNeedsProperMove: [{ id: 'checkmate/after-touching-another-piece@2018', look: result }],
  scoresLimited: [{ id: 'points-limits/one-and-a-half@2018', look: rules }],
  'phone.lossIf': [
    { id: 'electronic-devices/switched-off@2009', look: rules },
    { id: 'electronic-devices/bag-not-allowed@2018', look: options },
  ],
  'phone.opponentDrawIfCannotWin': [{ id: 'electronic-devices/rings-bare-king@2009', look: resultsDue }],
  'phone.milderByRegulation': [{ id: 'electronic-devices/fine-announced@2009', look: options }],
  'phone.bagByRegulation': [{ id: 'electronic-devices/bag-allowed@2018', look: rules, from: '2014-07-01' }],
  showScoresheetMax: [{ id: 'show-scoresheet/sixth-look@2017', look: rules }],
  resumptionLate: [{ id: 'resumption-lateness/sealer-late@2018', look: rules }],
  penalties: [{ id: 'conduct-penalties/any-option@2018', look: options }],
}

/** Parameters that are one thing although they have fields. */
const WHOLE = new Set(['rapidFrom', 'fivefold'])

const parameterOf = (parameters: object, path: string): unknown =>
  path.split('.').reduce((value: unknown, step) => (value as Record<string, unknown>)[step], parameters)

function pathsOf(parameters: object): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && !WHOLE.has(name)
    return isGroup ? Object.keys(value as object).map((field) => `${name}.${field}`) : [name]
  })
}

const json = (value: unknown): string => JSON.stringify(value)

/** Edition pairs that follow each other. */
const STEPS = EDITIONS.slice(1).map((edition, i) => [EDITIONS[i] as Edition, edition] as const)

const changes = (path: string, [before, after]: readonly [Edition, Edition]): boolean =>
  json(parameterOf(EDITION_PARAMETERS[before], path)) !== json(parameterOf(EDITION_PARAMETERS[after], path))

function loadCases(): Map<string, GameCase> {
  const folder = join(import.meta.dirname, '../cases/laws')
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
  const cases = lines.map((line) => parseCase(line))
  return new Map(
    cases.flatMap((each) => (each.ok && each.value.kind === undefined ? [[each.value.id, each.value]] : [])),
  )
}

const cases = loadCases()

function outcome({ id, look, open }: Sample, edition: Edition): string {
  const given = cases.get(id)
  if (given === undefined) throw new Error(`there is no case ${id}`)
  const played = playScript({ ...given, open: { ...given.open, ...open, edition } }, () => {})
  if (!played.ok) throw new Error(`${id} of ${edition}: ${played.error.message}`)
  return json(look(publicState(played.value.fold.state)))
}

/** Runs with one parameter of an edition taken from the next one, all others as they are. */
function withParameter<T>(path: string, [before, after]: readonly [Edition, Edition], run: () => T): T {
  const table = EDITION_PARAMETERS as Record<Edition, EditionParameters>
  const own = table[before]
  const [name = '', field] = path.split('.')
  const taken = parameterOf(table[after], name)
  const group = parameterOf(own, name) as object
  const value = field === undefined ? taken : { ...group, [field]: parameterOf(table[after], path) }
  table[before] = { ...own, [name]: value }
  try {
    return run()
  } finally {
    table[before] = own
  }
}

const differing = pathsOf(EDITION_PARAMETERS['2018-01-01']).filter((path) =>
  STEPS.some((step) => changes(path, step)),
)

test('every parameter in which editions differ has a game that shows it', () => {
  const unshown = differing.filter((path) => !(path in SAMPLES))
  expect(unshown, 'name in SAMPLES a case of test/cases/laws that each of these decides').toEqual([])
  const all = pathsOf(EDITION_PARAMETERS['2018-01-01'])
  expect(Object.keys(SAMPLES).filter((path) => !all.includes(path))).toEqual([])
})

test.each(Object.entries(SAMPLES))('%s: the game differs where the editions do', (path, samples) => {
  for (const step of STEPS) {
    const compared = samples.filter(
      ({ from }) => from === undefined || EDITIONS.indexOf(from) <= EDITIONS.indexOf(step[0]),
    )
    if (compared.length === 0) continue
    const outcomes = (edition: Edition) => compared.map((sample) => outcome(sample, edition))
    const [before, after] = [outcomes(step[0]), outcomes(step[1])]
    const differs = changes(path, step)
    expect(
      json(before) !== json(after),
      `${path} from ${step[0]} to ${step[1]}: ${before} ${after}. Where its value has changed, name in SAMPLES one more case, between the old value and the new; where not, something else of the edition decides the case`,
    ).toBe(differs)
    if (!differs) continue
    // A rule raises only where its edition cites it: so the value is tried in the edition that has it, and taken out of it.
    const given = withParameter(path, step, () => outcomes(step[0]))
    const taken = withParameter(path, [step[1], step[0]], () => outcomes(step[1]))
    const decides = json(given) !== json(before) || json(taken) !== json(after)
    expect(decides, `${path} alone, from ${step[0]} to ${step[1]}`).toBe(true)
  }
})
