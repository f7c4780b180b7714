/** What the Laws in force from 1 January 2023 changed. */
import { byPlay, type EditionChanges, MINUTE_MS } from './edition.ts'

export const LAWS_2023: EditionChanges = {
  parameters: {
    illegalMoveBonus: byPlay(2 * MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS),
    wrongClaimBonus: { standard: 2 * MINUTE_MS, rapid: MINUTE_MS, blitz: MINUTE_MS },
    resignationDrawsIfOpponentCannotMate: true,
  },
  citations: {
    // 2. Piece movement (Article 3)
    'en-passant': '3.7.3.1-3.7.3.2',
    promotion: '3.7.3.3-3.7.3.5',
    // 5. Chess clock (Article 6)
    'chessclock-and-flag': '6.1, 6.1.1',
    // 6. Irregularities (Article 7)
    'two-faults-one-move': 'manual',
    // 7. Recording (Article 8)
    'record-moves': '8.1.1, 8.1.1.1-8.1.1.2',
    // 8. Draws (Article 9)
    'threefold-intended': '9.2.1',
    'threefold-appeared': '9.2.2',
    'same-position': '9.2.3',
    // 10. Conduct of the players
    'electronic-devices': '11.3.2, 11.3.2.1-11.3.2.2',
    // 12. Rapid (Appendix A) and Blitz (Appendix B)
    'rapid-recording': 'A.2, B.3',
    'supervision-mode': 'A.4, A.5, A.6, B.2, B.3, B.4',
    'show-scoresheet': 'A.4.3, B.2.3',
    'rapid-setup-claims-limit': 'A.5.1, B.3',
    'rapid-misplaced-king-rook': 'A.5.1.2, B.3',
    'rapid-illegal-move-unsupervised': 'A.5.2',
    'blitz-illegal-move-unsupervised': 'B.3',
    'rapid-both-kings-in-check': 'A.5.4, B.3',
    'rapid-flag-claims': 'A.5.5, B.3',
    'rapid-win-on-time-claim': 'A.5.3, B.3',
    'rapid-blitz-time-penalties': 'A.3',
    // 13. Notation (Appendix C)
    'notation-form': 'C.1-C.13.6',
  },
}
