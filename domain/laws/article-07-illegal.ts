/** Article 7.5 (2009: 7.4; 2017: 7.5, 7.7, 7.8) with A.4 and B.3/B.4: illegal moves and what is treated as one. */
import type { EventOf, Irregularity, Side } from '../../events/index.ts'
import {
  findLegal,
  hasLegalMove,
  inCheck,
  type Position,
  parseFen,
  pieceAt,
  play,
  roleOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { replySealed } from '../game/envelope.ts'
import { type Game, isChess960Game, otherSide } from '../game/game.ts'
import { lastMove } from '../game/line.ts'
import type { MoveMade, Remedy, Verdict } from '../game/state.ts'
import type { Article } from './article.ts'
import { completedBy, unpressedMove } from './article-06-completed.ts'
import type { RuleId } from './citations.ts'
import { claimantOf } from './claimant.ts'
import { inForce } from './in-force.ts'
import {
  close,
  count,
  DRAW,
  isOpen,
  latest,
  raise,
  setRemedy,
  uncount,
  win,
  winUnlessCannotMate,
} from './verdicts.ts'

/** Rules under which something counts as an illegal move (7.5.5). */
const COUNTED: readonly RuleId[] = [
  'illegal-move-completed',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
  'rapid-illegal-move-unsupervised',
  'blitz-illegal-move-unsupervised',
]

const isCountable = (verdict: Verdict): boolean => COUNTED.includes(verdict.rule) && isOpen(verdict)

/** 7.5.5: time for the opponent, or from a certain number on the loss; a draw where the opponent could not mate. */
function ladder(
  game: Game,
  offender: Side,
  position: Position,
): Pick<Remedy, 'clock' | 'result'> & { unsettled: boolean } {
  const { laws, state } = game
  const opponent = otherSide(offender)
  if (!inForce(game, 'illegal-move-penalty')) return { clock: null, result: null, unsettled: false }
  const reduced = inForce(game, 'rapid-blitz-time-penalties')
  const bonus = reduced ? laws.illegalMoveBonus : laws.standardPlay.illegalMoveBonus
  if (state.illegalMoves[offender] + 1 < laws.illegalMovesToLose) {
    return { clock: { [opponent]: bonus }, result: null, unsettled: false }
  }
  const result = winUnlessCannotMate(position, opponent)
  return { clock: null, result, unsettled: result === null }
}

/** The position before a move, as the record has it. */
function positionBefore(game: Game, move: MoveMade): Position {
  const { points } = game.state
  const point = points.findLast((candidate) => candidate.move === move)
  const before = point === undefined ? undefined : points[point.parent]
  const parsed = before === undefined ? null : parseFen(before.fen, { chess960: isChess960Game(game.state) })
  return parsed?.ok ? parsed.value : game.position
}

interface Offence {
  rule: RuleId
  against: Side
  seq: number
  evidence: number[]
  restore: number | null
  position: Position
  notes?: string[]
  alsoUnder?: RuleId[]
}

function raiseOffence(game: Game, offence: Offence): Verdict {
  const { laws } = game
  const { clock, result, unsettled } = ladder(game, offence.against, offence.position)
  return raise(game, offence.rule, {
    against: offence.against,
    seq: offence.seq,
    evidence: offence.evidence,
    status: laws.unsupervised ? 'awaits-claim' : 'awaits-arbiter',
    remedy: { restore: offence.restore, clock, result },
    notes: [
      ...(offence.notes ?? []),
      ...(unsettled ? ['loss, or a draw where the opponent could not mate: that could not be settled'] : []),
    ],
    alsoUnder: [
      ...(offence.alsoUnder ?? []),
      'illegal-move-penalty',
      ...(laws.play === 'standard' ? [] : (['rapid-blitz-time-penalties'] as const)),
    ],
  })
}

const leftUnpromoted = (game: Game, move: MoveMade): boolean => {
  const piece = pieceAt(game.position, squareOf(move.to))
  if (game.state.astray[move.to] !== undefined) return false
  return /[18]$/.test(move.to) && move.promotion === null && piece !== 0 && roleOf(piece) === 'P'
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
  const standing = latest(
    game,
    (verdict) => verdict.rule === 'illegal-move-not-completed' && verdict.evidence.includes(move.seq),
  )
  if (standing !== null) close(standing, 'lapsed', seq)
  raiseOffence(game, {
    rule: ruleOf(game, unpromoted),
    against: move.side,
    seq,
    evidence: [move.seq, seq],
    restore: queen ? null : move.seq - 1,
    position: positionBefore(game, move),
    alsoUnder: move.illegality === undefined ? [] : [move.illegality.rule],
    notes: [
      ...(move.illegality === undefined ? [] : [`${move.san}: ${move.illegality.why}`]),
      ...(queen
        ? [
            'the pawn is replaced by a queen of its colour; whether a queen that mates or stalemates ends the game is a reading (D37)',
          ]
        : []),
      ...(move.hands === 2 ? ['made with two hands as well: two faults in one move count once'] : []),
    ],
  })
  if (queen) queenWouldEnd(game, move, seq)
  if (move.hands === 2 && game.laws.twoHands !== 'penalty' && !inForce(game, 'two-faults-one-move')) {
    twoHands(game, move, seq, [move.seq, seq])
  }
}

/** D37: on a first offence the queen that replaces the pawn may mate or stalemate. Whether that ends the game he decides. */
function queenWouldEnd(game: Game, move: MoveMade, seq: number): void {
  if (game.state.illegalMoves[move.side] + 1 >= game.laws.illegalMovesToLose) return
  const position = positionBefore(game, move)
  const queening = findLegal(position, squareOf(move.from), squareOf(move.to), 'Q')
  if (queening === null) return
  play(position, queening)
  if (hasLegalMove(position)) return
  const mate = inCheck(position, turnOf(position))
  raise(game, mate ? 'checkmate' : 'stalemate', {
    seq,
    evidence: [move.seq, seq],
    status: 'awaits-arbiter',
    remedy: { result: mate ? win(move.side) : DRAW },
    notes: ['the queen that replaces the pawn would end the game: a reading (D37)'],
    alsoUnder: ['unpromoted-pawn'],
  })
}

/** 7.5.4 (2017: 7.7): two hands for one move. The move itself stands. */
function twoHands(game: Game, move: MoveMade, seq: number, evidence: number[]): void {
  raiseOffence(game, {
    rule: 'two-hands',
    against: move.side,
    seq,
    evidence,
    restore: null,
    position: game.position,
  })
}

/** 7.5.3 (2017: 7.8): a press although the player on move has made no move. The player must still move. */
function pressWithoutMove(game: Game, event: EventOf<'clock-pressed'>): void {
  const { state, laws } = game
  if (state.status !== 'running' || turnOf(game.position) !== event.by) return
  if (replySealed(state, event.by) || state.unannounced?.side === event.by) return
  const finding = { against: event.by, seq: event.seq, evidence: [event.seq] }
  if (laws.pressWithoutMove === 'penalty') {
    raise(game, 'clock-handling', {
      ...finding,
      status: 'awaits-arbiter',
      options: laws.penalties,
      alsoUnder: ['penalty-list'],
    })
  }
  if (laws.pressWithoutMove !== 'illegal') return
  raiseOffence(game, { ...finding, rule: 'press-without-move', restore: null, position: game.position })
}

function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const move = completedBy(game, event)
  if (move === null) {
    const own = lastMove(game.state, (made) => made.side === event.by, 2)
    const alreadyDone = own !== null && turnOf(game.position) !== event.by
    if (!alreadyDone && unpressedMove(game, event.by) === null) pressWithoutMove(game, event)
    return
  }
  if (!move.legal && !move.outOfTurn) illegalCompleted(game, move, event.seq)
  else if (move.hands === 2 && game.laws.twoHands === 'on-press')
    twoHands(game, move, event.seq, [move.seq, event.seq])
}

/** Before the press an illegal move is only to be replaced (4.3, 4.7); nothing is counted. */
function illegalMade(game: Game, move: MoveMade): void {
  raise(game, 'illegal-move-not-completed', {
    against: move.side,
    seq: move.seq,
    evidence: [move.seq],
    status: 'final',
    alsoUnder: move.illegality === undefined ? [] : [move.illegality.rule],
    notes: [
      `${move.san}: ${move.illegality?.why ?? 'illegal'}`,
      'not completed: the player replaces it under touch-move, without a count and without a penalty',
    ],
  })
}

/** D38: two moves running. Whether the second is an illegal one no text says: it is not counted. */
function madeOutOfTurn(game: Game, move: MoveMade): void {
  const before = lastMove(game.state, (made) => made !== move, 3)
  const movedOn = before?.side === move.side && before.to === move.from && before.completedBy !== 'press'
  const rule = movedOn
    ? 'released-piece-fixed'
    : before?.side === move.side
      ? 'two-moves-running'
      : 'alternate-moves'
  raise(game, rule, {
    against: move.side,
    seq: move.seq,
    evidence: [move.seq],
    status: 'awaits-arbiter',
    remedy: { restore: move.seq - 1 },
    options: ['restore the position before the second move', 'let it stand, the opponent having replied'],
  })
}

/** What the opponent's move puts out of time: unsupervised, nobody may act on an illegal move any more (A.4.2). */
function lapse(game: Game, move: MoveMade): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.against === null || verdict.against === move.side) continue
    if (verdict.status === 'awaits-claim') close(verdict, 'lapsed', move.seq)
    if (verdict.rule === 'illegal-move-not-completed' && verdict.status === 'final')
      overtakenUnpressed(game, verdict, move)
  }
}

/** D36: never pressed but overtaken. No count; the position is put right when found, unsupervised it stands. */
function overtakenUnpressed(game: Game, verdict: Verdict, move: MoveMade): void {
  if (game.laws.unsupervised) {
    close(verdict, 'lapsed', move.seq)
    return
  }
  verdict.status = 'awaits-arbiter'
  setRemedy(game, verdict, { restore: (verdict.evidence[0] ?? verdict.seq) - 1 })
}

function made(game: Game, move: MoveMade): void {
  lapse(game, move)
  if (move.outOfTurn) {
    madeOutOfTurn(game, move)
    return
  }
  if (!move.legal) {
    illegalMade(game, move)
    return
  }
  const replaced = latest(
    game,
    (verdict) => verdict.rule === 'illegal-move-not-completed' && verdict.against === move.side,
  )
  if (replaced?.status === 'final') close(replaced, 'applied', move.seq)
  if (move.hands !== 2) return
  const named = move.castling !== null || move.captured !== null || move.promotion !== null
  if (game.laws.twoHands === 'at-once' && named) twoHands(game, move, move.seq, [move.seq])
  if (game.laws.twoHands === 'penalty') {
    raise(game, 'one-hand-only', {
      against: move.side,
      seq: move.seq,
      evidence: [move.seq],
      status: 'awaits-arbiter',
      options: game.laws.penalties,
      alsoUnder: ['penalty-list'],
    })
  }
}

/** Which offence a notice or a claim means: the one whose proof is named, else the latest open one. */
function offenceMeant(game: Game, seqs: readonly number[] | undefined, against: Side | null): Verdict | null {
  const meant = (verdict: Verdict) =>
    isCountable(verdict) && !verdict.counted && (against === null || verdict.against === against)
  const named = latest(
    game,
    (verdict) => meant(verdict) && (seqs ?? []).some((seq) => verdict.evidence.includes(seq)),
  )
  return named ?? latest(game, meant)
}

/** Noticed or claimed in time: it counts, and what is due is due now. */
export function establish(game: Game, verdict: Verdict, seq: number): void {
  if (verdict.against !== null && !verdict.counted) {
    const position = verdict.remedy.restore === null ? game.position : restoredPosition(game, verdict)
    const { clock, result } = ladder(game, verdict.against, position)
    setRemedy(game, verdict, { clock, result })
  }
  verdict.status = 'awaits-arbiter'
  count(game, verdict, seq)
}

function restoredPosition(game: Game, verdict: Verdict): Position {
  const move = game.state.points.findLast(
    ({ move: of }) => of !== null && verdict.evidence.includes(of.seq),
  )?.move
  return move == null ? game.position : positionBefore(game, move)
}

const NOTICES: readonly Irregularity[] = [
  'illegal-move',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
]

function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind, seqs } = event.data
  if (!NOTICES.includes(kind)) return
  if (game.laws.unsupervised && !game.laws.arbiterActsOnIllegalMoveUnsupervised) return
  const verdict = offenceMeant(game, seqs, null)
  if (verdict !== null) establish(game, verdict, event.seq)
}

function claimed(game: Game, event: EventOf<'claim-made'>): void {
  const { about, seqs } = event.data
  if (about !== 'illegal-move') return
  const claimant = claimantOf(game, event)
  if (claimant === null) return
  const against = otherSide(claimant)
  const verdict = offenceMeant(game, seqs, against)
  if (verdict !== null) establish(game, verdict, event.seq)
}

/** The arbiter rejects the claim on which an offence was established: it does not count. */
function decided(game: Game, event: EventOf<'claim-decided'>): void {
  const { claim, decision } = event.data
  if (decision !== 'rejected') return
  for (const verdict of game.state.verdicts) {
    if (verdict.establishedBy !== claim || !COUNTED.includes(verdict.rule)) continue
    uncount(game, verdict)
    close(verdict, 'overruled', event.seq)
  }
}

/** Once the game is over nothing is corrected under Article 7: what is found then changes no result and no count. */
function foundAfterEnd(game: Game, event: EventOf<'irregularity-noticed'> | EventOf<'claim-made'>): void {
  const { result } = game.state
  if (result === null || result.seq === event.seq) return
  if (
    event.type === 'claim-made' &&
    event.data.about !== 'illegal-move' &&
    event.data.about !== 'wrong-position'
  )
    return
  if (inForce(game, 'irregularity-after-end')) {
    raise(game, 'irregularity-after-end', {
      seq: event.seq,
      evidence: [result.seq, event.seq],
      status: 'final',
      notes: [
        'the game is over: the result stands, unless the arbiter decides otherwise (8.7) or an appeal does',
      ],
    })
  } else if (event.type === 'irregularity-noticed') noticed(game, event)
  else claimed(game, event)
}

export const article07Illegal: Article = {
  made,
  on: { 'clock-pressed': pressed, 'irregularity-noticed': noticed, 'claim-made': claimed },
  always: { 'claim-decided': decided, 'irregularity-noticed': foundAfterEnd, 'claim-made': foundAfterEnd },
}
