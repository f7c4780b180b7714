/**
 * What other parts say of a rule: PGN's `Termination`, the page's word for a board that waits, its button for an option.
 * Each has a default, so that nothing fails where a new rule is left out. These tests ask: they play the cases of the Laws.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { casesByEdition, parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import type { RuleId } from '../../domain/editions/rules.ts'
import { terminationOf } from '../../domain/formats/pgn-result.ts'
import type { GameState, Verdict } from '../../domain/game/index.ts'
import type { StateResponse } from '../../functions/console/page/api/shapes.ts'
import { needOf } from '../../functions/console/page/round/need.ts'
import { rulingsFor } from '../../functions/console/page/rulings/rulings.ts'
import { t } from '../../functions/console/page/words/texts.ts'

const FOLDER = join(import.meta.dirname, '../cases/laws')

interface Found {
  readonly verdict: Verdict
  readonly state: GameState
}

/** Verdicts at the end of each case, under the last edition that it names. */
const found: Found[] = []
beforeAll(() => {
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.jsonl')))
    for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n').filter(Boolean)) {
      const given = parseCase(line)
      if (!given.ok || given.value.kind !== undefined) continue
      const last = casesByEdition(given.value).at(-1)!
      const played = playScript(last, () => {})
      if (!played.ok) throw new Error(`${last.id}: ${played.error.message}`)
      const { state } = played.value.fold
      for (const verdict of state.verdicts) found.push({ verdict, state })
    }
})

const rulesOf = (wanted: (each: Found) => boolean): RuleId[] =>
  [...new Set(found.filter(wanted).map(({ verdict }) => verdict.rule))].sort()

test('each rule that ends games, or asks for a result, says which word PGN has for it', () => {
  const rules = rulesOf(({ verdict }) => verdict.remedy.result !== null)
  const words = rules.map((rule) => {
    const result = { white: '1', black: '0', seq: 2, rule } as const
    return [rule, terminationOf({ result, verdicts: [] } as unknown as GameState)]
  })
  expect(
    Object.fromEntries(words),
    'a rule whose games end otherwise than normally belongs into a list of domain/formats/pgn-result.ts; then say here which word is right',
  ).toEqual(TERMINATIONS)
})

const TERMINATIONS: Readonly<Partial<Record<RuleId, string>>> = {
  'bad-sealed-move': 'rules infraction',
  'blitz-illegal-move-unsupervised': 'rules infraction',
  'both-flags-down': 'time forfeit',
  checkmate: 'normal',
  'dead-position': 'normal',
  'default-time': 'rules infraction',
  'draw-by-agreement': 'normal',
  'draw-claim-correct': 'normal',
  'electronic-devices': 'rules infraction',
  'fivefold-repetition': 'normal',
  'flag-fall-result': 'time forfeit',
  'illegal-move-completed': 'rules infraction',
  'persistent-refusal': 'rules infraction',
  'press-without-move': 'rules infraction',
  'quickplay-draw-claim': 'adjudication',
  'quickplay-no-arbiter': 'adjudication',
  'rapid-both-kings-in-check': 'adjudication',
  'rapid-illegal-move-unsupervised': 'rules infraction',
  'rapid-win-on-time-claim': 'time forfeit',
  resignation: 'normal',
  'result-signed': 'normal',
  'resumption-lateness': 'rules infraction',
  'seventy-five-moves': 'normal',
  stalemate: 'normal',
  'two-hands': 'rules infraction',
  'unpromoted-pawn': 'rules infraction',
}

test('each rule that waits for the arbiter has a word on the page of a round, or needs none', () => {
  const awaited = t('v-awaits-arbiter')
  const rules = rulesOf(({ verdict }) => verdict.status === 'awaits-arbiter')
  const wordless = rules.filter((rule) => {
    const verdict = { rule, status: 'awaits-arbiter', remedy: { result: null } }
    return needOf({ verdicts: [verdict], result: null } as unknown as StateResponse, false).text === awaited
  })
  expect(
    wordless,
    'give the rule its word or two in SHORT_RULE_TEXTS of functions/console/page/round/need.ts, or name it here: the page then says that the arbiter is awaited',
  ).toEqual([...ARBITER_AWAITED].sort())
})

const ARBITER_AWAITED: readonly RuleId[] = [
  'adjust-j-adoube',
  'adjust-only-when-clock-running',
  'algebraic-required',
  'alternate-moves',
  'appeal',
  'assistant-moves-pieces',
  'bad-sealed-move',
  'blind-announce',
  'blind-made',
  'checkmate',
  'chess960-start',
  'clock-assistant',
  'clock-handling',
  'clock-setting-wrong',
  'colours-reversed',
  'draw-by-agreement',
  'draw-offer',
  'draw-offer-regulation',
  'duty-to-help-reconstruct',
  'envelope-data',
  'fifty-intended',
  'flag-fall-result',
  'illegal-position',
  'inspection',
  'leaving-areas',
  'neither-records',
  'no-advance-recording',
  'no-disrepute',
  'no-distraction',
  'no-notes-advice-analysis',
  'one-hand-only',
  'one-not-recording',
  'penalty-list',
  'persistent-refusal',
  'phones-of-others',
  'player-displaces-pieces',
  'player-stops-clock',
  'points-limits',
  'press-same-hand',
  'promotion-choice-final',
  'quickplay-draw-claim',
  'quickplay-no-arbiter',
  'rapid-both-kings-in-check',
  'rapid-win-on-time-claim',
  'reconstruct',
  'record-draw-offer',
  'record-moves',
  'reply-before-recording',
  'restore-times',
  'result-signed',
  'resumption-absence',
  'resumption-lateness',
  'resumption-wrong-time',
  'scorer-assistant',
  'scoresheet-use',
  'seal-move',
  'show-scoresheet',
  'smoking',
  'spectators-and-others',
  'two-moves-running',
  'unregulated-case',
  'wrong-initial-position',
]

/** What a verdict that still has buttons says of itself. */
const WAITS: readonly string[] = ['awaits-arbiter', 'awaits-claim', 'undetermined']

test('each option of a verdict has a button of its own, or opens the form', () => {
  const [withAct, all] = [new Set<string>(), new Set<string>()]
  for (const { verdict, state } of found) {
    if (!WAITS.includes(verdict.status)) continue
    for (const { code } of verdict.options) all.add(code)
    for (const { kind, option, penalty } of rulingsFor(verdict, state)) withAct.add(option ?? penalty ?? kind)
  }
  expect(
    [...all].filter((code) => !withAct.has(code)).sort(),
    'give the option its events in OPTION_ACTS of functions/console/page/rulings/rulings.ts, or name it here: its button then opens the form',
  ).toEqual([...OPENS_FORM].sort())
})

const OPENS_FORM: readonly string[] = [
  'accept',
  'accept-adjust',
  'accept-exempt',
  'accept-not',
  'agree-drawn',
  'agreement-not-valid',
  'agreement-void',
  'announce-move',
  'board-holds',
  'cancel-and-new',
  'complete-announcement',
  'complete-envelope',
  'correct-time',
  'decide-otherwise',
  'flag-sign',
  'install-setting',
  'intervene',
  'nearest-case',
  'new-with-colours',
  'no-reason',
  'offer-void',
  'one-point',
  'open-envelope',
  'opponent-points',
  'opponent-time',
  'points',
  'postpone',
  'reconstruct',
  'reject-two',
  'restore-identifiable',
  'rule-otherwise',
  'set-array',
  'update-sheets',
  'wait-for-next',
]
