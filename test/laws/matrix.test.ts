/**
 * The parameters of each edition beside a column of figures made from its text alone: `matrix/<edition>.json`. Every edition
 * has one. A figure is called as the parameter that it is compared with (domain/editions/edition.ts), with its unit where that is
 * another; figures without a parameter are listed below, with the reason.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EditionParameters } from '../../domain/editions/edition.ts'
import { EDITION_PARAMETERS } from '../../domain/editions/editions.ts'
import { EDITIONS, type Edition, type Penalty } from '../../events/index.ts'

type Column = Readonly<Record<string, unknown>>

const fileOf = (edition: Edition): string => join(import.meta.dirname, `matrix/${edition}.json`)

const columns = new Map<Edition, Column>(
  EDITIONS.filter((edition) => existsSync(fileOf(edition))).map((edition) => [
    edition,
    JSON.parse(readFileSync(fileOf(edition), 'utf8')) as Column,
  ]),
)

test('every edition has its figures', () => {
  expect(
    EDITIONS.filter((edition) => !columns.has(edition)),
    'write test/laws/matrix/DAY.json from the text of the edition alone',
  ).toEqual([])
})

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)
const minutes = (ms: number | null): number | null => (ms === null ? null : ms / 60_000)

/** The table's names for the penalties. */
const PENALTIES: Record<string, Penalty> = {
  warning: 'warning',
  'opponent-time+': 'opponent-time',
  'offender-time-': 'time',
  'opponent-points+': 'opponent-points',
  'offender-points-': 'points',
  loss: 'loss',
  fine: 'fine',
  'exclusion-rounds': 'round-exclusion',
  expulsion: 'expulsion',
  'expulsion-event': 'expulsion',
}

/** Each parameter as the table writes it. */
const WRITTEN: Record<string, (parameters: EditionParameters) => unknown> = {
  'illegalMovesToLose.standard': ({ illegalMovesToLose }) => illegalMovesToLose.standard,
  'illegalMovesToLose.rapidFull': ({ illegalMovesToLose }) => illegalMovesToLose.rapidFull,
  'illegalMovesToLose.rapidLimited': ({ illegalMovesToLose }) => illegalMovesToLose.rapidLimited,
  'illegalMovesToLose.blitzFull': ({ illegalMovesToLose }) => illegalMovesToLose.blitzFull,
  'illegalMovesToLose.blitzLimited': ({ illegalMovesToLose }) => illegalMovesToLose.blitzLimited,
  'illegalMoveBonusSeconds.standard': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.standard),
  'illegalMoveBonusSeconds.rapidFull': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.rapidFull),
  'illegalMoveBonusSeconds.rapidLimited': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.rapidLimited),
  'illegalMoveBonusSeconds.blitzFull': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.blitzFull),
  'illegalMoveBonusSeconds.blitzLimited': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.blitzLimited),
  'illegalMoveBonusSeconds.blitzFull.default': ({ illegalMoveBonus }) => seconds(illegalMoveBonus.blitzFull),
  'wrongClaimBonusSeconds.standard': ({ wrongClaimBonus }) => seconds(wrongClaimBonus.standard),
  'wrongClaimBonusSeconds.rapid': ({ wrongClaimBonus }) => seconds(wrongClaimBonus.rapid),
  'wrongClaimBonusSeconds.blitz': ({ wrongClaimBonus }) => seconds(wrongClaimBonus.blitz),
  'arbiterActsOnIllegalMoveUnsupervised.rapid': initiative,
  'arbiterActsOnIllegalMoveUnsupervised.blitz': initiative,
  'pressWithoutMove.isIllegal': ({ pressWithoutMove }) => pressWithoutMove === 'illegal',
  'twoHands.isIllegal': ({ twoHands }) => twoHands !== 'penalty',
  'twoHands.needsPress': ({ twoHands }) => (twoHands === 'penalty' ? null : twoHands === 'on-press'),
  unpromotedPawnBecomesQueen: (parameters) => parameters.unpromotedPawnBecomesQueen,
  'fivefold.count': ({ fivefold }) => fivefold?.count ?? null,
  'fivefold.consecutive': ({ fivefold }) => fivefold?.consecutive ?? null,
  seventyFiveMoves: ({ seventyFiveMoves }) => seventyFiveMoves,
  agreedDrawMinMoves: ({ agreedDrawMinMoves }) => agreedDrawMinMoves,
  reversedColoursRestartBelow: ({ reversedColoursRestartBelow }) => reversedColoursRestartBelow,
  defaultTimeMinutes: ({ defaultTime }) => minutes(defaultTime),
  arbiterMayExcuseLateness: ({ arbiterMayExcuseLateness }) => arbiterMayExcuseLateness,
  completedByOwnNextMove: ({ completedByOwnNextMove }) => completedByOwnNextMove,
  adjustOnlyWhileOwnClockRuns: ({ adjustOnlyWhileOwnClockRuns }) => adjustOnlyWhileOwnClockRuns,
  bothFlags: ({ bothFlags }) => (bothFlags === 'main' ? 'main' : 'guideline-if-announced'),
  stopRecordingBelowSeconds: ({ stopRecordingBelow }) => seconds(stopRecordingBelow),
  stopRecordingUnlessBonusSeconds: ({ stopRecordingUnlessBonus }) => seconds(stopRecordingUnlessBonus),
  'rapidFrom.minutes': ({ rapidFrom }) => minutes(rapidFrom.ms),
  'rapidFrom.inclusive': ({ rapidFrom }) => rapidFrom.inclusive,
  'rapidFrom.blitzMinutes': ({ rapidFrom }) => minutes(rapidFrom.ms),
  'rapidFrom.blitzInclusive': ({ rapidFrom }) => !rapidFrom.inclusive,
  setupClaimLimitMoves: ({ setupClaimLimitMoves }) => setupClaimLimitMoves,
  misplacedMayNotCastle: ({ misplacedMayNotCastle }) =>
    misplacedMayNotCastle === 'king-or-rook' ? 'king-or-that-rook' : 'king-if-swapped-with-queen',
  winOnTimeClaimantNeedsOwnTime: ({ winOnTimeClaimantNeedsOwnTime }) => winOnTimeClaimantNeedsOwnTime,
  showScoresheetMax: ({ showScoresheetMax }) => showScoresheetMax,
  quickplayDecisionsFinal: ({ quickplayDecisionsFinal }) => quickplayDecisionsFinal,
  incrementRequestBonusSeconds: ({ incrementRequestBonus }) => seconds(incrementRequestBonus),
  resignationDrawsIfOpponentCannotMate: (parameters) => parameters.resignationDrawsIfOpponentCannotMate,
  article4OnRequestUnsupervised: (parameters) => parameters.article4OnRequestUnsupervised,
  scoresLimited: ({ scoresLimited }) => scoresLimited,
  'phone.opponentDrawIfCannotWin': ({ phone }) => phone.opponentDrawIfCannotWin,
  'phone.milderByRegulation': ({ phone }) => phone.milderByRegulation,
  'phone.lossIf': ({ phone }) => phone.lossIf,
  resumptionLateMinutes: ({ resumptionLate }) =>
    resumptionLate === 'default-time' ? 'event-default-time' : minutes(resumptionLate),
}

function initiative({ arbiterActsOnIllegalMoveUnsupervised }: EditionParameters): string {
  return arbiterActsOnIllegalMoveUnsupervised ? 'arbiter-or-claim' : 'claim'
}

/** The same in all editions, so a constant in the rule's own file; or said in words, tested below. */
const CONSTANT = [
  'threefoldClaimCount',
  'fiftyMoveClaim',
  'intendedMoveClaimNeedsWriting',
  'standardFromMinutes',
  'incrementMultiplier',
  'quickplay.thresholdSeconds',
  'quickplay.rejectedBonusSeconds',
  'quickplay.postponedBonusSecondsOptional',
]
const IN_WORDS = [
  'arbiterCallsFlagUnsupervised',
  'quickplay',
  'quickplayPostponedJudges',
  'penalties',
  'phone.bagByRegulation',
]
/** Nothing that an event could show is decided by them, or the figure stands in the file of the one rule that has it. */
const UNDECIDED = [
  'illegalMoveBonusSeconds.blitzFull.literal',
  'unannouncedTouchPresumedIntentional',
  'incrementRequestSeconds',
  'electronicScoresheet',
  'penalties.article',
  'penalties.ascendingSeverity',
  'phone.soundLoses',
  'drawClaimClockStop',
]

test.each([...columns])(
  'every figure of %s is a parameter, a constant, or named as decided by nothing',
  (_, column) => {
    const known = [...Object.keys(WRITTEN), ...CONSTANT, ...IN_WORDS, ...UNDECIDED]
    expect(known.sort()).toEqual(Object.keys(column).sort())
  },
)

test('constants are the same in all editions', () => {
  for (const name of CONSTANT)
    expect(new Set([...columns.values()].map((column) => column[name])).size, name).toBe(1)
})

test.each(Object.entries(WRITTEN))('%s is what the text says in each edition', (name, written) => {
  for (const [edition, column] of columns) {
    const figure = column[name]
    // Where the first offence loses there is no bonus, and what is uncertain is a reading.
    if (figure === 'uncertain' || (figure === null && /BonusSeconds\./.test(name))) continue
    expect(written(EDITION_PARAMETERS[edition]), edition).toEqual(figure)
  }
})

test('what the text says in words is read so', () => {
  for (const [edition, column] of columns) {
    const laws = EDITION_PARAMETERS[edition]
    expect(laws.arbiterCallsFlagUnsupervised, edition).toBe(column['arbiterCallsFlagUnsupervised'] !== 'no')
    expect(laws.quickplay === 'main', edition).toBe(column['quickplay'] === 'main-laws')
    expect(laws.quickplayPostponedJudges === 'opponent-of-flagged', edition).toBe(
      String(column['quickplayPostponedJudges']).startsWith('opponent-of-flagged-player'),
    )
    expect(laws.penalties, edition).toEqual((column['penalties'] as string[]).map((name) => PENALTIES[name]))
    const bag = column['phone.bagByRegulation'] === 'agreed-bag-if-regulations'
    expect(laws.phone.bagByRegulation, edition).toBe(bag)
  }
})
