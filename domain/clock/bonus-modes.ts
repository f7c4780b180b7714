/** What each mode of a bonus does to the clock of who thinks (Article 6.3), and how our PGN writes it. */
import type { BonusMode, Period } from '../../events/vocabulary.ts'

interface BonusModeRules {
  /** `at-press`: the press adds it to what is left. `before-main-time`: main time counts only after it. */
  readonly given: 'at-press' | 'before-main-time'
  /** The display counts it down as main time, and shows it again from the press on. */
  readonly isCountedDown: boolean
  /** The letter behind the seconds of a bonus: `+5d`. Fischer's, which PGN means by `+`, has none. */
  readonly letter: '' | 'd' | 'b'
}

export const BONUS_MODE_RULES: Readonly<Record<BonusMode, BonusModeRules>> = {
  fischer: { given: 'at-press', isCountedDown: false, letter: '' },
  delay: { given: 'before-main-time', isCountedDown: false, letter: 'd' },
  bronstein: { given: 'before-main-time', isCountedDown: true, letter: 'b' },
}

/** A bonus without a mode is Fischer's: it is what the `+` of PGN means. */
export const modeOf = (period: Period | undefined): BonusMode => period?.mode ?? 'fischer'

/** What the mode of a period does. */
export const modeRulesOf = (period: Period | undefined): BonusModeRules => BONUS_MODE_RULES[modeOf(period)]
