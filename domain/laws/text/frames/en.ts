/** The frame of a verdict's sentence around the clause of its rule, in English. */
import { grammaticalCases, type SentenceFrame } from '../phrase.ts'

export const EN_FRAME: SentenceFrame = {
  sides: {
    white: grammaticalCases('White', 'White’s', 'White', 'White'),
    black: grammaticalCases('Black', 'Black’s', 'Black', 'Black'),
    player: grammaticalCases('a player', 'a player’s', 'a player', 'a player'),
    opponent: grammaticalCases('the opponent', 'the opponent’s', 'the opponent', 'the opponent'),
  },
  article: 'Art.',
  cited: {
    Preface: 'Preface',
    'manual to': 'Arbiters’ Manual on',
    manual: 'Arbiters’ Manual',
    glossary: 'glossary',
    notes: 'notes',
    override: 'as the event changed it',
    'interpretation 14 June 2017 point': 'interpretation of 14 June 2017, point',
  },
  decimal: '.',
  units: {
    minute: { one: 'minute', other: 'minutes' },
    second: { one: 'second', other: 'seconds' },
  },
  due: 'due',
  restore: 'back to the position after event {seq}',
  time: '{time} for {side.acc}',
  results: {
    win: 'a win for {side.acc}',
    forfeit: 'a win by forfeit for {side.acc}',
    draw: 'a draw',
    lost: 'a loss for both players',
    absent: 'a loss by forfeit for both players',
    score: 'the score',
  },
  status: {
    final: 'the Laws settle it by themselves',
    'awaits-arbiter': 'the arbiter decides',
    'awaits-penalty': 'the arbiter chooses the penalty',
    'awaits-claim': 'it counts only if claimed or noticed in time',
    applied: 'this has been done',
    overruled: 'the arbiter has decided otherwise',
    lapsed: 'nothing more follows from it',
    undetermined: 'what follows could not be settled',
  },
  instead: {
    'written-fixed': '{side} changed the move written for the draw claim, which can no longer be changed',
    'claimed-not-made': '{side} did not make the move to which the draw claim obliges',
  },
}
