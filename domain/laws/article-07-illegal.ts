/**
 * Articles 7.5.1 and 7.5.2 (2009: 7.4.a; 2014: 7.5.a) with A.4.2 and B.4: illegal moves, before the press and after it, and pawns
 * left unpromoted at the press.
 */

import type { EventOf } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { completedBy } from './article-06-completed.ts'
import { positionBefore, raiseOffence } from './article-07-penalty.ts'
import { twoHands } from './article-07-press-and-hands.ts'
import { leftUnpromoted, queenWouldEnd } from './article-07-unpromoted.ts'
import { remark } from './remark.ts'
import { closeVerdict, latestVerdict, raise } from './verdicts.ts'

/** An illegal move that is not completed is only replaced (4.3, 4.7); it does not count. */
function illegalMade(game: Game, move: MoveMade): void {
  raise(game, 'illegal-move-not-completed', {
    against: move.side,
    seq: move.seq,
    evidence: [move.seq],
    status: 'final',
    alsoUnder: move.illegality === undefined ? [] : [move.illegality.rule],
    notes: [
      remark('san-why', { san: move.san, why: move.illegality?.why ?? remark('illegal') }),
      remark('not-completed'),
    ],
  })
}

/** The player replaces the illegal move by a legal one, or takes it back: nothing more is due. */
function replaced(game: Game, by: string, seq: number): void {
  const standing = latestVerdict(
    game,
    (verdict) => verdict.rule === 'illegal-move-not-completed' && verdict.against === by,
  )
  if (standing?.status === 'final') closeVerdict(standing, 'applied', seq)
}

/** The player has put the pieces back; the game stands before the move again. */
function takenBack(game: Game, { by, seq }: EventOf<'pieces-restored'>): void {
  if (game.state.returns.at(-1)?.seq === seq) replaced(game, by, seq)
}

function ruleOf(game: Game, unpromoted: boolean): RuleId {
  const { play, unsupervised } = game.laws
  if (unsupervised)
    return play === 'rapid' ? 'rapid-illegal-move-unsupervised' : 'blitz-illegal-move-unsupervised'
  return unpromoted ? 'unpromoted-pawn' : 'illegal-move-completed'
}

/** 7.5.1, 7.5.2: an illegal move completed by this press. Two faults in one move count once. */
function illegalCompleted(game: Game, move: MoveMade, seq: number): void {
  const unpromoted = leftUnpromoted(game, move)
  const queen = unpromoted && game.laws.unpromotedPawnBecomesQueen
  const standing = latestVerdict(
    game,
    (verdict) => verdict.rule === 'illegal-move-not-completed' && verdict.evidence.includes(move.seq),
  )
  if (standing !== null) closeVerdict(standing, 'lapsed', seq)
  raiseOffence(game, {
    rule: ruleOf(game, unpromoted),
    against: move.side,
    seq,
    evidence: [move.seq, seq],
    restore: queen ? null : move.seq - 1,
    position: positionBefore(game, move),
    alsoUnder: move.illegality === undefined ? [] : [move.illegality.rule],
    notes: [
      ...(move.illegality === undefined
        ? []
        : [remark('san-why', { san: move.san, why: move.illegality.why })]),
      ...(queen ? [remark('becomes-queen')] : []),
      ...(move.hands === 2 ? [remark('two-hands-too')] : []),
    ],
  })
  if (queen) queenWouldEnd(game, move, seq)
  if (move.hands === 2 && game.laws.twoHands !== 'penalty' && !inForce(game, 'two-faults-one-move')) {
    twoHands(game, move, seq, [move.seq, seq])
  }
}

export const article07Illegal: Article = {
  made: (game, move) => {
    if (move.outOfTurn) return
    if (move.legal) replaced(game, move.side, move.seq)
    else illegalMade(game, move)
  },
  on: {
    'pieces-restored': takenBack,
    'clock-pressed': (game, event: EventOf<'clock-pressed'>) => {
      const move = completedBy(game, event)
      if (move !== null && !move.legal && !move.outOfTurn) illegalCompleted(game, move, event.seq)
    },
  },
}
