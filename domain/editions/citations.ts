/**
 * Where each rule stands in each edition of the Laws: the article numbers as that edition prints them,
 * in the order of EDITIONS, up to the last edition that numbers it otherwise. An empty text: the edition has no such
 * article (the rule is practice or does not exist).
 */
import { EDITIONS, type Edition } from '../../events/vocabulary.ts'

const CITATIONS = {
  // 1. Board, starting array, turn order, aim
  'board-orientation': ['2.1, 2.4'],
  'initial-position': ['2.2-2.3'],
  'alternate-moves': ['1.1', '1.1', '1.1-1.2'],
  'have-the-move': ['1.1', '1.1', '1.3'],
  'aim-and-king-safety': ['1.2', '1.2', '1.4-1.4.2'],
  'neither-can-mate': ['1.3', '1.3', '1.5'],
  // 2. Piece movement (Article 3)
  'occupancy-and-capture': ['3.1', '3.1', '3.1, 3.1.1'],
  'attack-includes-pinned': ['3.1, 3.9', '3.1, 3.9', '3.1.2-3.1.3, 3.9.1'],
  'slider-and-leaper-moves': ['3.2-3.6'],
  'pawn-moves': ['3.7.a-c', '3.7.a-c', '3.7.1-3.7.3'],
  'en-passant': ['3.7.d', '3.7.d', '3.7.4.1-3.7.4.2', '3.7.4.1-3.7.4.2', '3.7.3.1-3.7.3.2'],
  promotion: ['3.7.e', '3.7.e', '3.7.5.1-3.7.5.3', '3.7.5.1-3.7.5.3', '3.7.3.3-3.7.3.5'],
  'promotion-inverted-rook': [''],
  'promotion-piece-unavailable': ['6.12.b', '6.12.b', '6.11.2'],
  'king-step': ['3.8.a', '3.8.a', '3.8.1'],
  'castling-standard': ['3.8.a', '3.8.b', '3.8.2'],
  'castling-right-lost': ['3.8.b(1)', '3.8.b(1)', '3.8.2.1'],
  'castling-temporarily-prevented': ['3.8.b(2)', '3.8.b(2)', '3.8.2.2'],
  'check-and-king-safety': ['3.9', '3.9', '3.9.1-3.9.2'],
  'legal-illegal-move': ['4.6', '3.10.a-b', '3.10.1-3.10.2'],
  'illegal-position': ['', '3.10.c', '3.10.3'],
  // 3. Act of moving: touching, releasing, making (Article 4)
  'one-hand-only': ['4.1'],
  'adjust-j-adoube': ['4.2', '4.2', '4.2.1'],
  'unannounced-touch-is-intent': ['4.3', '4.3', '4.2.2'],
  'touch-own': ['4.3.a', '4.3.a', '4.3.1'],
  'touch-opponent': ['4.3.b', '4.3.b', '4.3.2'],
  'touch-both-colours': ['4.3.c', '4.3.c', '4.3.3'],
  'touch-king-and-rook': ['4.4.a', '4.4.a', '4.4.1'],
  'touch-rook-then-king': ['4.4.b', '4.4.b', '4.4.2'],
  'touch-castling-illegal': ['4.4.c', '4.4.c', '4.4.3'],
  'promotion-choice-final': ['4.4.d', '4.4.d', '4.4.4'],
  'touch-none-playable': ['4.5'],
  'promotion-procedure': ['4.6.c', '4.6', '4.6.1-4.6.3'],
  'released-piece-fixed': ['4.6', '4.7'],
  'move-made-capture': ['4.6.a', '4.7.a', '4.7.1'],
  'move-made-castling': ['4.6.b', '4.7.b', '4.7.2'],
  'move-made-promotion': ['4.6.c', '4.7.c', '4.7.3'],
  'article4-claim-forfeited': ['4.7', '4.8'],
  'assistant-moves-pieces': ['', '4.9'],
  'arbiter-acts-on-article4': ['13.1, 13.3', '12.1, 12.3'],
  // 4. End of the game (Article 5)
  checkmate: ['5.1.a', '5.1.a', '5.1.1'],
  resignation: ['5.1.b', '5.1.b', '5.1.2'],
  stalemate: ['5.2.a', '5.2.a', '5.2.1'],
  'dead-position': ['5.2.b, 9.6, 1.3', '5.2.b, 9.7, 1.3', '5.2.2, 1.5'],
  'draw-by-agreement': ['5.2.c, 9.1', '5.2.c, 9.1', '5.2.3, 9.1'],
  'may-be-drawn-pointers': ['5.2.d-e', '5.3.a-b', ''],
  // 5. Chess clock (Article 6)
  'chessclock-and-flag': ['6.1', '6.1', '6.1', '6.1', '6.1, 6.1.1'],
  'move-completed-by-press': ['6.7.a', '6.2.a', '6.2.1, 6.2.2'],
  'move-completed-implicitly': ['6.7.a', '6.2.a(1)-(2)', '6.2.1.1-6.2.1.2'],
  'press-after-reply': ['6.7.a', '6.2.a', '6.2.2'],
  'two-moves-running': ['', '', '6.2.2'],
  'press-same-hand': ['6.7.b', '6.2.b', '6.2.3'],
  'no-finger-on-clock': ['6.7.b', '6.2.b', '6.2.3'],
  'clock-handling': ['6.7.c', '6.2.c', '6.2.4'],
  'adjust-only-when-clock-running': ['', '6.2.d', '6.2.5'],
  'clock-assistant': ['6.7.d', '6.2.e', '6.2.6'],
  'time-control-spec': ['6.2.a', '6.3.a', '6.3.1'],
  'period-carry-over': ['6.2.b', '6.3.b', '6.3.2'],
  'cumulative-fischer': ['6.2.a', '6.3.a', '6.3.1 + glossary'],
  'delay-bronstein': ['6.2.b', '6.3.b', '6.3.2'],
  'flag-fall-check-moves': ['6.3', '6.4'],
  'clock-placement': ['6.4', '6.5'],
  'start-white-clock': ['6.5', '6.6'],
  'default-time': ['6.6.a', '6.7.a', '6.7.1'],
  'both-absent-white-loses-time': ['6.6.b', '6.7.b', '6.7.2'],
  'flag-fallen-when-noticed': ['6.8'],
  'flag-fall-result': ['6.9'],
  'clock-indication-conclusive': ['6.10.a', '6.10.a', '6.10.1'],
  'clock-setting-wrong': ['6.10.b', '6.10.b', '6.10.2'],
  'both-flags-down': ['6.11', '6.11', 'III.3.1'],
  'arbiter-interrupts': ['6.12.a,c', '6.12.a,c', '6.11.1, 6.11.3'],
  'player-stops-clock': ['6.12.b', '6.12.b', '6.11.2'],
  'unjustified-stop': ['6.12.d', '6.12.d', '6.11.4'],
  'displays-no-sole-claim': ['6.14', '6.13', '6.12.1-6.12.2'],
  // 6. Irregularities (Article 7)
  'restore-times': ['6.13', '7.1'],
  'wrong-initial-position': ['7.1.a', '7.2.a', '7.2.1'],
  'board-turned': ['7.1.b', '7.2.b', '7.2.2'],
  'colours-reversed': ['7.2', '7.3'],
  'player-displaces-pieces': ['7.3', '7.4', '7.4.1-7.4.3'],
  'illegal-move-not-completed': ['6.7.a, 4.6', '7.5.a', '7.5.1'],
  'illegal-move-completed': ['7.4.a', '7.5.a', '7.5.1'],
  'king-capture': ['7.4.a, 1.2', '7.5.a, 1.2', '7.5.1, 1.4.1'],
  'unpromoted-pawn': ['7.4.a', '7.5.a', '7.5.2'],
  'press-without-move': ['', '6.2.c', '7.8.1-7.8.2, 6.2.4', '7.5.3, 6.2.4'],
  'two-hands': ['4.1', '4.1', '7.7.1-7.7.2', '7.5.4'],
  'illegal-move-penalty': ['7.4.b', '7.5.b', '7.5.3, 7.7.2, 7.8.2', '7.5.5'],
  'two-faults-one-move': ['', '', 'interpretation 14 June 2017 point 3', 'manual to 7.5.5', 'manual'],
  'displaced-piece-found': ['7.5', '7.6'],
  'irregularity-after-end': ['', '', 'manual 7.2.1, 7.5.1'],
  // 7. Recording (Article 8)
  'record-moves': ['8.1', '8.1.a', '8.1.1', '8.1.1', '8.1.1, 8.1.1.1-8.1.1.2'],
  'no-advance-recording': ['8.1', '8.1.a', '8.1.2'],
  'reply-before-recording': ['8.1', '8.1.c', '8.1.3'],
  'scoresheet-use': ['12.4', '8.1.b', '8.1.4'],
  'record-draw-offer': ['8.1, 9.1.b(2), C.13', '8.1.d, 9.1.b(2)', '8.1.5, 9.1.2.2'],
  'scorer-assistant': ['8.1', '8.1.e', '8.1.6'],
  'scoresheet-visible': ['8.2-8.3'],
  'under-five-minutes': ['8.4'],
  'neither-records': ['8.5.a', '8.5.a', '8.5.1'],
  'one-not-recording': ['8.5.b, 8.4', '8.5.b', '8.5.2'],
  reconstruct: ['8.5.c', '8.5.c', '8.5.3'],
  'cannot-be-updated': ['8.6'],
  'result-signed': ['8.7'],
  // 8. Draws (Article 9)
  'draw-offer-regulation': ['9.1.a', '9.1.a', '9.1.1'],
  'draw-offer': ['9.1.b(1)', '9.1.b(1)', '9.1.2.1'],
  'draw-offer-lifetime': ['9.1.b(1)', '9.1.b(1)', '9.1.2.1'],
  'claim-is-draw-offer': ['9.1.b(3)', '9.1.b(3)', '9.1.2.3'],
  'threefold-intended': ['9.2.a', '9.2.a', '9.2.1.1', '9.2.1.1', '9.2.1'],
  'threefold-appeared': ['9.2.b', '9.2.b', '9.2.1.2', '9.2.1.2', '9.2.2'],
  'same-position': ['9.2', '9.2', '9.2.2', '9.2.2', '9.2.3'],
  'fifty-intended': ['9.3.a', '9.3.a', '9.3.1'],
  'fifty-completed': ['9.3.b', '9.3.b', '9.3.2'],
  'touch-forfeits-draw-claim': ['9.4'],
  'draw-claim-procedure': ['9.5', '9.5', '9.5.1'],
  'draw-claim-correct': ['9.5.a', '9.5.a', '9.5.2'],
  'draw-claim-incorrect': ['9.5.b', '9.5.b', '9.5.3'],
  'fivefold-repetition': ['', '9.6.a', '9.6.1'],
  'seventy-five-moves': ['', '9.6.b', '9.6.2'],
  // 9. Points
  'points-standard': ['11.1', '10.1'],
  'points-limits': ['', '10.2'],
  // 10. Conduct of the players
  'no-disrepute': ['12.1', '11.1'],
  'leaving-areas': ['12.2', '11.2, 11.2.a-c', '11.2.1-11.2.4'],
  'no-notes-advice-analysis': ['12.3.a', '11.3.a', '11.3.1'],
  'electronic-devices': [
    '12.3.b',
    '11.3.b',
    '11.3.2.1-11.3.2.2',
    '11.3.2.1-11.3.2.2',
    '11.3.2, 11.3.2.1-11.3.2.2',
  ],
  inspection: ['', '11.3.b', '11.3.3'],
  smoking: ['12.3.c', '11.3.c', '11.3.4'],
  'finished-players-are-spectators': ['12.5', '11.4'],
  'no-distraction': ['12.6', '11.5'],
  'conduct-penalties': ['12.7', '11.6'],
  'persistent-refusal': ['12.8-12.9', '11.7-11.8'],
  'explanation-right': ['', '11.9'],
  appeal: ['12.10', '11.10'],
  'duty-to-help-reconstruct': ['', '', '11.11-11.12'],
  // 11. Arbiter (Article 12; 13 in 2009)
  'arbiter-general-duties': ['13.1-13.3', '12.1-12.3'],
  'arbiter-assistants': ['', '12.4'],
  'extra-time-for-disturbance': ['13.5', '12.5'],
  'arbiter-non-intervention': ['13.6', '12.6'],
  'spectators-and-others': ['13.7.a', '12.7'],
  'phones-of-others': ['13.7.b', '12.8'],
  'penalty-list': ['13.4.a-g', '12.9.a-h', '12.9.1-12.9.9'],
  'federation-questions': ['14.1, Preface', 'Preface'],
  'unregulated-case': ['Preface'],
  // 12. Rapid (Appendix A) and Blitz (Appendix B)
  'game-type': ['A.1, B.1'],
  'rapid-recording': ['A.2, B.2', 'A.2, B.4', 'A.2, B.4', 'A.2, B.4', 'A.2, B.3'],
  'supervision-mode': [
    'A.3, A.4, B.2, B.3',
    'A.3.a-b, A.4, A.5, B.3, B.4, B.5',
    'A.3.1-A.3.1.2, A.4, A.5, B.3.1-B.3.1.2, B.4, B.5',
    'A.3.1-A.3.1.2, A.4, A.5, B.3.1-B.3.1.2, B.4, B.5',
    'A.4, A.5, A.6, B.2, B.3, B.4',
  ],
  'show-scoresheet': ['', '', 'A.3.2, B.3.2', 'A.3.2, B.3.2', 'A.4.3, B.2.3'],
  'rapid-setup-claims-limit': ['A.4.a, B.3.a', 'A.4.a(1)-(2), B.4', 'A.4.1, B.4', 'A.4.1, B.4', 'A.5.1, B.3'],
  'rapid-misplaced-king-rook': [
    'A.4.a, B.3.a',
    'A.4.a(2), B.4',
    'A.4.1.2, B.4',
    'A.4.1.2, B.4',
    'A.5.1.2, B.3',
  ],
  'rapid-illegal-move-unsupervised': ['A.4.c', 'A.4.b', 'A.4.2', 'A.4.2', 'A.5.2'],
  'blitz-illegal-move-unsupervised': ['B.3.c', 'B.4', 'B.4', 'B.4, B.2', 'B.3'],
  'rapid-both-kings-in-check': ['A.4.c', 'A.4.d, B.4', 'A.4.4, B.4', 'A.4.4, B.4', 'A.5.4, B.3'],
  'rapid-flag-claims': ['A.4.d(1), B.3.a', 'A.4, B.4', 'A.4.5, B.4', 'A.4.5, B.4', 'A.5.5, B.3'],
  'rapid-win-on-time-claim': ['A.4.d(2)-(3), B.3.a', 'A.4.c, B.4', 'A.4.3, B.4', 'A.4.3, B.4', 'A.5.3, B.3'],
  'rapid-article4-on-request': ['A.4.b, B.3.a', ''],
  'rapid-blitz-time-penalties': ['', 'B.2', 'B.2', 'B.2', 'A.3'],
  'quickplay-claims-not-in-blitz': ['B.3.b', 'G.3', 'III.2.2'],
  'local-regulations': ['', 'A.4.b override', ''],
  // 13. Notation (Appendix C)
  'algebraic-required': ['C'],
  'notation-form': ['C.1-C.13', 'C.1-C.13', 'C.1-C.13', 'C.1-C.13', 'C.1-C.13.6'],
  'castling-notation-960': ['F.3.b', 'F.3', 'II.3.2.6'],
  // 14. Blind and visually disabled players (App. E 2009; D later)
  'blind-two-boards': ['E.1', 'D.1', 'D.1, D.1.1-D.1.4.2'],
  'blind-announce': ['E.2.1', 'D.2.1'],
  'blind-touch': ['E.2.2', 'D.2.2'],
  'blind-made': ['E.2.3', 'D.2.3', 'D.2.3.1-D.2.5'],
  'blind-slip': ['E.2.6', 'D.2', 'D.2.8'],
  'blind-differing-boards': ['E.2.7-E.2.8', 'D.2', 'D.2.9'],
  'blind-assistant': ['E.2.9-E.2.10', 'D.2', 'D.2.10-D.2.11'],
  'blind-clock-and-score': ['E.2.4-E.2.5', 'D.2', 'D.2.6.1-D.2.7'],
  // 15. Adjournment (Guidelines 2009; App. E 2014; Guidelines I 2017+)
  'seal-move': ['1.a-b', 'E.1.a-b', 'I.1.1-I.1.2'],
  'envelope-data': ['2-3', 'E.2-E.3', 'I.2-I.3'],
  'offer-after-sealing': ['4', 'E.4', 'I.4'],
  'resume-setup': ['5-7', 'E.5-E.7', 'I.5-I.7'],
  'bad-sealed-move': ['8', 'E.8', 'I.8'],
  'resumption-absence': ['9.a-c', 'E.9', 'I.9.1-I.9.3'],
  'resumption-lateness': ['10', 'E.10-E.11', 'I.10-I.11'],
  'envelope-missing': ['11.a-b', 'E.12', 'I.12.1-I.12.2'],
  'resumption-wrong-time': ['12', 'E.13', 'I.13'],
  'session-length': ['13', 'E.14', 'I.14'],
  // 16. Chess960 (App. F 2009/2014; Guidelines II 2017+)
  'chess960-start': ['F.1-F.2', 'F.1-F.2', 'II.1-II.2.3'],
  'chess960-castling': ['F.3', 'F.3', 'II.3.1-II.3.2.7.5'],
  'chess960-touch': ['F.3 notes', 'F.3 notes', 'II.3.2.5, II.3.2.7.1'],
  // 17. Games without increment / quickplay finish (Art. 10 + App. D 2009; App. G 2014; Guidelines III 2017+)
  'quickplay-scope': ['10.1', 'G.1-G.3', 'III.1-III.2.2'],
  'quickplay-request-increment': ['', 'G.4', 'III.4'],
  'quickplay-draw-claim': ['10.2.a-d', 'G.5', 'III.5.1-III.5.3'],
  'quickplay-no-arbiter': ['D.1', 'G.6', 'III.6.1-III.6.2'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A rule of the Laws, by the name under which `docs/laws.md` lists it. */
export type RuleId = keyof typeof CITATIONS

export const RULE_IDS = Object.keys(CITATIONS) as RuleId[]

/** The articles under which the rule stands in the edition, e.g. `['7.5.1', '7.5.5']`; empty where it has none. */
export function articlesOf(rule: RuleId, edition: Edition): string[] {
  const row: readonly string[] = CITATIONS[rule]
  const text = row[Math.min(EDITIONS.indexOf(edition), row.length - 1)] ?? ''
  return text === '' ? [] : text.split(', ')
}

/** `6.2.a(1)` is the steps 6, 2, a, 1. */
const stepsOf = (article: string): string[] => article.split(/[.()]+/).filter((step) => step !== '')

/** Below 0 where `a` stands before `b`; an article stands before its parts. */
function order(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left = '', right = ''] = [a[i], b[i]]
    const numbers = /^\d+$/.test(left) && /^\d+$/.test(right)
    const difference = numbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
    if (difference !== 0) return difference
  }
  return 0
}

const isPartOf = (article: readonly string[], whole: readonly string[]): boolean =>
  whole.every((step, i) => article[i] === step)

/** Is an article the one cited, part of it, or within the cited range? `3.7.a-c` and `6.2.a(1)-(2)` end as they begin. */
function covers(cited: string, article: string): boolean {
  const [first = cited, last] = cited.split('-')
  const [from, asked] = [stepsOf(first), stepsOf(article)]
  if (last === undefined) return isPartOf(asked, from)
  const end = stepsOf(last)
  const to = end[0] === from[0] ? end : [...from.slice(0, Math.max(0, from.length - end.length)), ...end]
  return order(from, asked) <= 0 && (order(asked, to) <= 0 || isPartOf(asked, to))
}

/** Does the rule stand under this article in the edition? */
export const standsUnder = (rule: RuleId, article: string, edition: Edition): boolean =>
  articlesOf(rule, edition).some((cited) => covers(cited, article))

/** Is the article one of those cited, part of one, or a whole of which one is a part (`7.5` of `7.5.1`)? */
export const namesOneOf = (article: string, cited: readonly string[]): boolean =>
  cited.some(
    (each) => covers(each, article) || isPartOf(stepsOf(each.split('-')[0] ?? each), stepsOf(article)),
  )
