/** The modes of a bonus (Article 6.3): how each is given, and how PGN written here denotes it. */
import type { BonusMode, Period } from '../../events/vocabulary.ts'

interface BonusModeRules {
  /** `at-press`: the press adds it to what is left. `before-main-time`: main time counts only after it. */
  readonly given: 'at-press' | 'before-main-time'
  /** The display counts it down with the main time, and what was not used is added at the press. */
  readonly isCountedDown: boolean
  /** The letter after the seconds of a bonus in a time control text: `+5d`. Fischer's has none. */
  readonly letter: '' | 'd' | 'b'
}

export const BONUS_MODE_RULES: Readonly<Record<BonusMode, BonusModeRules>> = {
  fischer: { given: 'at-press', isCountedDown: false, letter: '' },
  delay: { given: 'before-main-time', isCountedDown: false, letter: 'd' },
  bronstein: { given: 'before-main-time', isCountedDown: true, letter: 'b' },
}

/** The mode of a period's bonus; one without a mode is Fischer's, which is what `+` means in PGN. */
export const modeOf = (period: Period | undefined): BonusMode => period?.mode ?? 'fischer'

/** How the bonus of a period is given. */
export const modeRulesOf = (period: Period | undefined): BonusModeRules => BONUS_MODE_RULES[modeOf(period)]
