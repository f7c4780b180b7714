/**
 * Articles 1 and 3: the rule that makes a move illegal, so that a verdict can cite its article. Which moves are legal is in
 * `domain/chess`.
 */
import type { Castling, Promotion } from '../../events/index.ts'
import {
  castlingRooks,
  type IllegalityKind,
  illegalityOf,
  isChess960,
  type Position,
  turnOf,
} from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'

const RULE_OF: Record<Exclude<IllegalityKind, 'castling'>, RuleId> = {
  'no-piece': 'legal-illegal-move',
  'not-on-move': 'alternate-moves',
  'own-piece': 'occupancy-and-capture',
  'king-capture': 'king-capture',
  'piece-movement': 'slider-and-leaper-moves',
  'pawn-movement': 'pawn-moves',
  'en-passant': 'en-passant',
  'king-movement': 'king-step',
  promotion: 'promotion',
  'king-attacked': 'check-and-king-safety',
}

/** A barred castling: the right is lost for good (3.8.2.1), or castling is prevented for now (3.8.2.2). */
function castlingRule(position: Position, castling: Castling | null): RuleId {
  if (isChess960(position)) return 'chess960-castling'
  const rooks = castlingRooks(position, turnOf(position))
  const rook = castling === 'queen-side' ? rooks.queenSide : rooks.kingSide
  return rook === null ? 'castling-right-lost' : 'castling-temporarily-prevented'
}

/** The rule by which a move is illegal, and the clause that says why. */
export function ruleOfIllegality(
  position: Position,
  from: number,
  to: number,
  promotion: Promotion | null,
  castling: Castling | null,
): { rule: RuleId; why: Remark } {
  const { kind: bar, why } = illegalityOf(position, from, to, promotion, castling)
  const rule = bar === 'castling' ? castlingRule(position, castling) : RULE_OF[bar]
  return { rule, why }
}
