/** Article 7.5 with A.4.2 (2009: A.4.c, B.3.c; 2023: A.5.2): an illegal move that the arbiter finds or a player claims, in time or not. */

import type { EventOf, Irregularity, Side } from '../../events/index.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, otherSide } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, Verdict } from '../state/state.ts'
import type { Article } from './article.ts'
import { COUNTED_OFFENCES, establishOffence } from './article-07-penalty.ts'
import { claimantOf } from './claimant.ts'
import { remark } from './remark.ts'
import { pawnOnLastRank } from './unplayable.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, raise, reopenVerdict, setRemedy } from './verdicts.ts'

/** The offence that a notice or claim means: the one of whose evidence an event is named, else the latest open one. */
function offenceMeant(game: Game, seqs: readonly number[] | undefined, against: Side | null): Verdict | null {
  const isOffence = (verdict: Verdict) =>
    COUNTED_OFFENCES.includes(verdict.rule) && (against === null || verdict.against === against)
  const named = latestVerdict(
    game,
    (verdict) => isOffence(verdict) && (seqs ?? []).some((seq) => verdict.evidence.includes(seq)),
  )
  return (
    named ??
    latestVerdict(
      game,
      (verdict) => isOffence(verdict) && (isOpenVerdict(verdict) || wasActedOn(game, verdict)),
    )
  )
}

/** Did an act of the arbiter establish the offence, with no notice recorded since? */
function wasActedOn(game: Game, { counted, establishedBy, evidence }: Verdict): boolean {
  if (!counted || establishedBy === null) return false
  const type = typeOf(game, establishedBy)
  if (type === undefined || type === 'irregularity-noticed' || type === 'claim-made') return false
  return !evidence.some((seq) => seq > establishedBy)
}

const typeOf = ({ state }: Game, seq: number) =>
  asCorrected(state.log).find((entry) => entry.seq === seq)?.type

/** Establishes the offence, if it was not; a notice after the arbiter's act is added to its evidence. */
function establishFound(game: Game, verdict: Verdict | null, seq: number): void {
  if (verdict === null) return
  if (verdict.counted) {
    if (wasActedOn(game, verdict)) verdict.evidence.push(seq)
  } else if (isOpenVerdict(verdict)) establishOffence(game, verdict, seq)
}

/** Unsupervised, an offence can be acted on only until the opponent's next move (A.4.2). */
const outOfTime = (game: Game, { against, seq }: Verdict): boolean =>
  game.laws.unsupervised &&
  pathOf(game.state).some(({ move }) => move?.side !== against && (move?.seq ?? 0) > seq)

/** The arbiter had overruled the offence and now notices it: the later decision holds, where the notice names its evidence. */
function foundAfterAll(game: Game, verdict: Verdict | null, seqs: readonly number[] | undefined): void {
  if (verdict?.status !== 'overruled' || outOfTime(game, verdict)) return
  if ((seqs ?? []).some((seq) => verdict.evidence.includes(seq))) reopenVerdict(game, verdict)
}

/** The kinds of notice that mean an offence. */
const OFFENCE_NOTICES: readonly Irregularity[] = [
  'illegal-move',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
]

/** May the arbiter act unasked? Unsupervised in 2009 only on an unfinished promotion, and in rapid alone (A.4.c, B.3.b). */
function mayActUnasked({ laws, position }: Game, kind: Irregularity): boolean {
  if (!laws.unsupervised || laws.arbiterActsOnIllegalMoveUnsupervised) return true
  return kind === 'unpromoted-pawn' && laws.play === 'rapid' && pawnOnLastRank(position)
}

function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind, seqs } = event.data
  if (!OFFENCE_NOTICES.includes(kind) || !mayActUnasked(game, kind)) return
  const offence = offenceMeant(game, seqs, null)
  foundAfterAll(game, offence, seqs)
  establishFound(game, offence, event.seq)
}

function claimed(game: Game, event: EventOf<'claim-made'>): void {
  const { about, seqs } = event.data
  if (about !== 'illegal-move') return
  const claimant = claimantOf(game, event)
  if (claimant === null) return
  const against = otherSide(claimant)
  establishFound(game, offenceMeant(game, seqs, against), event.seq)
}

/** After the end of the game nothing is corrected under Article 7: what is found then changes no result and no count. */
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
      notes: [remark('game-over')],
    })
  } else if (event.type === 'irregularity-noticed') noticed(game, event)
  else claimed(game, event)
}

/** The opponent's move: unsupervised, nobody may act on an illegal move after it (A.4.2). */
function lapseByReply(game: Game, move: MoveMade): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.against === null || verdict.against === move.side) continue
    if (verdict.status === 'awaits-claim') closeVerdict(verdict, 'lapsed', move.seq)
    if (verdict.rule === 'illegal-move-not-completed' && verdict.status === 'final')
      overtakenUnpressed(game, verdict, move)
  }
}

/** D36: an illegal move that was answered before it was pressed does not count. It is undone when found; unsupervised it stands. */
function overtakenUnpressed(game: Game, verdict: Verdict, move: MoveMade): void {
  if (game.laws.unsupervised) {
    closeVerdict(verdict, 'lapsed', move.seq)
    return
  }
  verdict.status = 'awaits-arbiter'
  setRemedy(game, verdict, { restore: (verdict.evidence[0] ?? verdict.seq) - 1 })
}

export const article07Found: Article = {
  made: lapseByReply,
  on: { 'irregularity-noticed': noticed, 'claim-made': claimed },
  always: { 'irregularity-noticed': foundAfterEnd, 'claim-made': foundAfterEnd },
}
