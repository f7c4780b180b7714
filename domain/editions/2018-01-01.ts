/** What the Laws in force from 1 January 2018 changed. */
import { byPlay, type EditionChanges } from './edition.ts'

export const LAWS_2018: EditionChanges = {
  parameters: {
    illegalMovesToLose: byPlay(2, 2, 2, 2, 2),
    winOnTimeClaimantNeedsOwnTime: false,
    twoHands: 'on-press',
  },
  citations: {
    // 6. Irregularities (Article 7)
    'press-without-move': '7.5.3, 6.2.4',
    'two-hands': '7.5.4',
    'illegal-move-penalty': '7.5.5',
    'two-faults-one-move': 'manual to 7.5.5',
    // 12. Rapid (Appendix A) and Blitz (Appendix B)
    'blitz-illegal-move-unsupervised': 'B.4, B.2',
  },
}
