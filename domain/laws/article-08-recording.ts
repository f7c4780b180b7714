/** Article 8: the recording of the moves. Only what was reported as written is judged; a sheet without reports is no breach. */

import type { EventOf, Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { forSide, shownTimeAt } from '../clock/index.ts'
import { articlesOf } from '../editions/citations.ts'
import { type Game, pointOf } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade } from '../state/state.ts'
import { scoreOfResult } from '../state/written-result.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { closeVerdict, conclude, latestVerdict, raise } from './verdicts.ts'

const writtenAt = (game: Game, side: Side, ply: number) =>
  forSide(game.state.scoresheets, side).moves.find((entry) => entry.ply === ply)

const hasSheet = (game: Game, side: Side): boolean => forSide(game.state.scoresheets, side).moves.length > 0

/** 8.4: less than five minutes left and no thirty seconds a move: for the rest of the period the player need not record moves. */
export function needNotRecord(game: Game, side: Side): boolean {
  const { clock, at } = game.state
  if (!inForce(game, 'under-five-minutes') || clock.control === null) return false
  const bonus = clock.control.periods[forSide(clock.period, side) - 1]?.bonus ?? 0
  if (bonus >= game.laws.stopRecordingUnlessBonus) return false
  return shownTimeAt(clock, side, at) < game.laws.stopRecordingBelow
}

/** Must the side record its moves now? In rapid and blitz it need not (A.2, and B.4 or B.2). */
const mustRecord = (game: Game, side: Side): boolean =>
  !forSide(game.state.stoppedRecording, side) &&
  !needNotRecord(game, side) &&
  (game.laws.play === 'standard' || !inForce(game, 'rapid-recording'))

/** Was the game imported from PGN? Its entries beside the moves were on no player's scoresheet, and it is not known when they were written. */
const isImportedPgn = ({ state }: Game): boolean => state.details?.source?.kind === 'pgn'

/** 8.1.2: no move is written before it is made, unless a draw is claimed with it or the game is adjourned. */
function recordedInAdvance(game: Game, move: MoveMade): void {
  const { state } = game
  const written = writtenAt(game, move.side, pointOf(state).ply)
  if (written === undefined || written.seq > move.seq) return
  const claimed = state.claims.some((claim) => claim.by === move.side && claim.seq >= written.seq)
  if (claimed || state.adjournment !== null || alreadyRaised(game, written.seq)) return
  raise(game, 'no-advance-recording', {
    against: move.side,
    seq: move.seq,
    evidence: [written.seq, move.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
  })
}

const alreadyRaised = (game: Game, written: number): boolean =>
  latestVerdict(
    game,
    ({ rule, evidence }) => rule === 'no-advance-recording' && evidence.includes(written),
  ) !== null

/** 8.1.2: a move beyond the player's next one is written too early, whether or not it is ever made. */
function recordedFarAhead(game: Game, { by, seq, data }: EventOf<'move-recorded'>): void {
  const { state } = game
  if (isImportedPgn(game)) return
  if ((by !== 'white' && by !== 'black') || state.adjournment !== null || state.status !== 'running') return
  const next = pointOf(state).ply + (turnOf(game.position) === by ? 1 : 2)
  if (data.ply <= next) return
  raise(game, 'no-advance-recording', {
    against: by,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
  })
}

/** 8.1.3: one may reply before recording, but the own previous move must be on the sheet before the next is made. */
function previousNotRecorded(game: Game, move: MoveMade): void {
  const { ply } = pointOf(game.state)
  const wasRecording = writtenAt(game, move.side, ply - 4) !== undefined
  if (!wasRecording || writtenAt(game, move.side, ply - 2) !== undefined || !mustRecord(game, move.side))
    return
  raise(game, 'reply-before-recording', {
    against: move.side,
    seq: move.seq,
    evidence: [move.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    notes: [remark('ply-missing', { n: ply - 2 })],
  })
}

/** 8.5.2: after a flag the player who was not recording completes the scoresheet before moving a piece. */
function movedBeforeUpdating(game: Game, move: MoveMade): void {
  const due = forSide(game.state.updateDue, move.side)
  if (due === null) return
  game.state.updateDue[move.side] = null
  const { ply } = pointOf(game.state)
  let missing = 1
  while (missing < ply && writtenAt(game, move.side, missing) !== undefined) missing++
  if (missing >= ply) return
  raise(game, 'one-not-recording', {
    against: move.side,
    seq: move.seq,
    evidence: [due, move.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    notes: [remark('moved-early', { n: missing })],
  })
}

/** Is every move on the sheet? The last two may be missing. */
function isComplete(game: Game, side: Side): boolean {
  const { ply } = pointOf(game.state)
  for (let wanted = 1; wanted < ply - 1; wanted++)
    if (writtenAt(game, side, wanted) === undefined) return false
  return true
}

/** 8.5: a flag has fallen while one or both players had stopped recording. */
function flagReportedWhileNotRecording(
  game: Game,
  event: EventOf<'flag-noticed'> | EventOf<'claim-made'>,
): void {
  if (event.type === 'claim-made' && event.data.about !== 'flag-fall') return
  const stopped = (side: Side) => forSide(game.state.stoppedRecording, side) && !isComplete(game, side)
  const sides = (['white', 'black'] as const).filter(stopped)
  if (sides.length === 2) {
    raise(game, 'neither-records', {
      seq: event.seq,
      evidence: [event.seq],
      status: 'awaits-arbiter',
      options: [remark('update-sheets')],
    })
  } else if (sides[0] !== undefined && hasSheet(game, sides[0])) game.state.updateDue[sides[0]] = event.seq
}

/** Records that the player has come below five minutes in this period: they need not record until it ends (D27). */
function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const { stoppedRecording, clock } = game.state
  if (clock.control === null) return
  if (needNotRecord(game, event.by)) stoppedRecording[event.by] = true
}

/** 9.1.2.2, 8.1.5: both players mark an offer on their sheets; this is checked when a sheet with moves is signed. */
function offersMarked(game: Game, side: Side, seq: number): void {
  if (!hasSheet(game, side)) return
  const { drawSigns } = game.state.scoresheets[side]
  for (const offer of game.state.offersMade) {
    if (drawSigns.some((ply) => Math.abs(ply - offer.ply) <= 1)) continue
    raise(game, 'record-draw-offer', {
      against: side,
      seq,
      evidence: [offer.seq, seq],
      status: 'awaits-arbiter',
      options: game.laws.penalties,
      notes: [remark('offer-unmarked', { n: offer.ply })],
    })
  }
}

/** 8.7: what both players signed is the result; even if it is wrong it stands, unless the arbiter decides otherwise. */
function signed(game: Game, event: EventOf<'scoresheet-signed'>): void {
  const { by } = event
  if (by !== 'white' && by !== 'black') return
  offersMarked(game, by, event.seq)
  const { white, black } = game.state.scoresheets
  const ours = by === 'white' ? white.signed : black.signed
  const theirs = by === 'white' ? black.signed : white.signed
  if (ours === null || theirs === null) return
  const score = scoreOfResult(ours.result)
  const other = scoreOfResult(theirs.result)
  if (score === null || other === null) return
  const evidence = [theirs.seq, event.seq]
  if (score.white !== other.white || score.black !== other.black) {
    raise(game, 'result-signed', {
      seq: event.seq,
      evidence,
      status: 'awaits-arbiter',
      notes: [remark('signed-differ')],
    })
    return
  }
  const { result } = game.state
  if (result === null) {
    conclude(game, 'result-signed', { seq: event.seq, evidence }, score)
    return
  }
  if (result.white === score.white && result.black === score.black) return
  raise(game, 'result-signed', {
    seq: event.seq,
    evidence,
    status: 'awaits-arbiter',
    remedy: { result: score },
    notes: [remark('signed-other')],
  })
}

/** 8.5.3: before a reconstruction, position, times and whose clock ran are noted; the record has them at this event. */
function reconstructing(game: Game, event: EventOf<'reconstruction-started'>): void {
  raise(game, 'reconstruct', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('reconstruct')],
    notes: [remark('on-record')],
    alsoUnder: ['duty-to-help-reconstruct'],
  })
}

/** 8.6: where the sheets cannot show that time was overstepped, the next move is the first of the next period. */
function reconstructed(game: Game, event: EventOf<'reconstruction-ended'>): void {
  const open = latestVerdict(
    game,
    (verdict) => verdict.rule === 'reconstruct' && verdict.status === 'awaits-arbiter',
  )
  if (open !== null) closeVerdict(open, 'applied', event.seq)
  if (event.data.plies !== undefined || !inForce(game, 'cannot-be-updated')) return
  const fallen = [...game.state.clock.falls.white, ...game.state.clock.falls.black].map((fall) => fall.period)
  game.state.periodsSettled = Math.max(game.state.periodsSettled, ...fallen)
  raise(game, 'cannot-be-updated', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('next-period')],
  })
}

/** 8.1.6 with 4.9 and 6.2.6: an assistant for a player who cannot write, press or move. */
function assisted(game: Game, event: EventOf<'assistant-appointed'>): void {
  const { side, duties } = event.data
  const finding = { against: side, seq: event.seq, evidence: [event.seq], status: 'awaits-arbiter' as const }
  const options = [remark('accept-adjust'), remark('accept-exempt')]
  const exempt = game.laws.disabilityExempt && game.state.details?.[side].visuallyImpaired === true
  if (duties.includes('scoresheet') && !exempt) raise(game, 'scorer-assistant', { ...finding, options })
  if (duties.includes('clock') && !exempt) raise(game, 'clock-assistant', { ...finding, options })
  if (!duties.includes('moves')) return
  // 4.9 came in 2014: before that no article speaks of one who moves the pieces.
  const rule =
    articlesOf('assistant-moves-pieces', game.laws.edition).length > 0
      ? 'assistant-moves-pieces'
      : 'unregulated-case'
  raise(game, rule, { ...finding, options: [remark('accept'), remark('accept-not')] })
}

export const article08: Article = {
  made: (game, move) => {
    if (isImportedPgn(game)) return
    recordedInAdvance(game, move)
    previousNotRecorded(game, move)
    movedBeforeUpdating(game, move)
  },
  on: {
    'move-recorded': recordedFarAhead,
    'clock-pressed': pressed,
    'flag-noticed': flagReportedWhileNotRecording,
    'claim-made': flagReportedWhileNotRecording,
    'reconstruction-started': reconstructing,
    'reconstruction-ended': reconstructed,
    'assistant-appointed': assisted,
  },
  always: { 'scoresheet-signed': signed },
}
