/** Article 7.5 with A.4.2 (2009: A.4.c, B.3.c; 2023: A.5.2): an illegal move found by the arbiter or claimed, in time or too late. */

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

/** Which offence a notice or a claim means: the one whose proof is named, else the latest open one. */
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

/** Was it the arbiter's act that established it, and has no notice been put on record since? */
function wasActedOn(game: Game, { counted, establishedBy, evidence }: Verdict): boolean {
  if (!counted || establishedBy === null) return false
  const type = typeOf(game, establishedBy)
  if (type === undefined || type === 'irregularity-noticed' || type === 'claim-made') return false
  return !evidence.some((seq) => seq > establishedBy)
}

const typeOf = ({ state }: Game, seq: number) =>
  asCorrected(state.log).find((entry) => entry.seq === seq)?.type

/** It counts, if it did not; a notice that comes after the arbiter's act is put beside what proves it. */
function establishFound(game: Game, verdict: Verdict | null, seq: number): void {
  if (verdict === null) return
  if (verdict.counted) {
    if (wasActedOn(game, verdict)) verdict.evidence.push(seq)
  } else if (isOpenVerdict(verdict)) establishOffence(game, verdict, seq)
}

/** Unsupervised, the opponent's next move puts an offence out of time (A.4.2). */
const outOfTime = (game: Game, { against, seq }: Verdict): boolean =>
  game.laws.unsupervised &&
  pathOf(game.state).some(({ move }) => move?.side !== against && (move?.seq ?? 0) > seq)

/** The arbiter had called it nothing and finds it after all: their last word counts, where the notice names what it means. */
function foundAfterAll(game: Game, verdict: Verdict | null, seqs: readonly number[] | undefined): void {
  if (verdict?.status !== 'overruled' || outOfTime(game, verdict)) return
  if ((seqs ?? []).some((seq) => verdict.evidence.includes(seq))) reopenVerdict(game, verdict)
}

const NOTICES: readonly Irregularity[] = [
  'illegal-move',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
]

/** 2009 without supervision: the arbiter steps in unasked only where a promotion is unfinished, and in rapid alone (A.4.c, B.3.b). */
function mayStepIn({ laws, position }: Game, kind: Irregularity): boolean {
  if (!laws.unsupervised || laws.arbiterActsOnIllegalMoveUnsupervised) return true
  return kind === 'unpromoted-pawn' && laws.play === 'rapid' && pawnOnLastRank(position)
}

function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind, seqs } = event.data
  if (!NOTICES.includes(kind) || !mayStepIn(game, kind)) return
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
      notes: [remark('game-over')],
    })
  } else if (event.type === 'irregularity-noticed') noticed(game, event)
  else claimed(game, event)
}

/** What the opponent's move puts out of time: unsupervised, nobody may act on an illegal move any more (A.4.2). */
function lapse(game: Game, move: MoveMade): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.against === null || verdict.against === move.side) continue
    if (verdict.status === 'awaits-claim') closeVerdict(verdict, 'lapsed', move.seq)
    if (verdict.rule === 'illegal-move-not-completed' && verdict.status === 'final')
      overtakenUnpressed(game, verdict, move)
  }
}

/** D36: never pressed but overtaken. No count; the position is put right when found, unsupervised it stands. */
function overtakenUnpressed(game: Game, verdict: Verdict, move: MoveMade): void {
  if (game.laws.unsupervised) {
    closeVerdict(verdict, 'lapsed', move.seq)
    return
  }
  verdict.status = 'awaits-arbiter'
  setRemedy(game, verdict, { restore: (verdict.evidence[0] ?? verdict.seq) - 1 })
}

export const article07Found: Article = {
  made: lapse,
  on: { 'irregularity-noticed': noticed, 'claim-made': claimed },
  always: { 'irregularity-noticed': foundAfterEnd, 'claim-made': foundAfterEnd },
}
