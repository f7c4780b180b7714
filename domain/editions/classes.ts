/** What a machine may do with each rule: decide by itself, hold the incident for a person's judgement, or define a word. */
import type { RuleId } from './citations.ts'

export type RuleClass = 'executable' | 'recordable' | 'definitional'

/** A person has to judge; the record holds the incident, the options and the ruling. */
const RECORDABLE: readonly RuleId[] = [
  'illegal-position',
  'unannounced-touch-is-intent',
  'assistant-moves-pieces',
  'arbiter-acts-on-article4',
  'two-moves-running',
  'press-same-hand',
  'no-finger-on-clock',
  'clock-handling',
  'clock-assistant',
  'clock-indication-conclusive',
  'clock-setting-wrong',
  'unjustified-stop',
  'restore-times',
  'player-displaces-pieces',
  'displaced-piece-found',
  'record-moves',
  'scoresheet-use',
  'scorer-assistant',
  'reconstruct',
  'no-disrepute',
  'leaving-areas',
  'no-notes-advice-analysis',
  'electronic-devices',
  'inspection',
  'smoking',
  'finished-players-are-spectators',
  'no-distraction',
  'conduct-penalties',
  'persistent-refusal',
  'explanation-right',
  'appeal',
  'duty-to-help-reconstruct',
  'arbiter-assistants',
  'extra-time-for-disturbance',
  'arbiter-non-intervention',
  'spectators-and-others',
  'phones-of-others',
  'unregulated-case',
  'blind-announce',
  'blind-differing-boards',
  'blind-assistant',
  'envelope-data',
  'envelope-missing',
  'chess960-touch',
  'quickplay-draw-claim',
  'quickplay-no-arbiter',
]

/** Equipment, duties and words; `docs/definitions.md` says what is made of them. */
const DEFINITIONAL: readonly RuleId[] = [
  'board-orientation',
  'may-be-drawn-pointers',
  'chessclock-and-flag',
  'clock-placement',
  'scoresheet-visible',
  'arbiter-general-duties',
  'federation-questions',
  'blind-two-boards',
  'blind-clock-and-score',
  'session-length',
]

/** Articles of a rule that are of another class than the rule as a whole, in the numbering from 2017. */
export const CLASS_EXCEPTIONS: Partial<Record<RuleId, Readonly<Record<string, RuleClass>>>> = {
  'supervision-mode': { 'A.3.1.1-A.3.1.2, B.3.1.1-B.3.1.2': 'recordable' },
  'blind-clock-and-score': { 'D.2.7': 'recordable' },
  'bad-sealed-move': { 'I.8.1-I.8.2': 'recordable' },
  'quickplay-draw-claim': { 'III.5.3': 'executable' },
}

export function classOf(rule: RuleId): RuleClass {
  if (RECORDABLE.includes(rule)) return 'recordable'
  return DEFINITIONAL.includes(rule) ? 'definitional' : 'executable'
}
