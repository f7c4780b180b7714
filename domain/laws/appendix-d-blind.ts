/** Appendix D (2009: E): games with a blind player. When such a player's move is made is decided in `domain/state/unannounced.ts`. */

import type { EventOf, Side } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { parseAnnouncement } from '../notation/index.ts'
import { type Game, positionAt } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade } from '../state/state.ts'
import { isBlind, tooLateToCorrect } from '../state/unannounced.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, raise } from './verdicts.ts'
import { readWrittenMove } from './written-move.ts'

const DIFFER = 'blind-differing-boards'

const openAgainst = (game: Game, rule: RuleId, side: Side) =>
  latestVerdict(
    game,
    (verdict) => verdict.rule === rule && verdict.against === side && isOpenVerdict(verdict),
  )

/** D.2.1: an announcement must be complete: it says which piece moves where several could, and what a pawn is promoted to. */
function announced(game: Game, event: EventOf<'move-announced'> | EventOf<'announcement-corrected'>): void {
  const standing = game.state.announcement
  if (standing?.seq !== event.seq || !(isBlind(game, 'white') || isBlind(game, 'black'))) return
  const before = openAgainst(game, 'blind-announce', event.by)
  const announced = parseAnnouncement(game.position, event.data.text)
  if (announced.ok || (announced.error.code !== 'promotion' && announced.error.code !== 'ambiguous')) {
    if (before !== null) closeVerdict(before, 'applied', event.seq)
  } else if (before === null) {
    raise(game, 'blind-announce', {
      against: event.by,
      seq: event.seq,
      evidence: [event.seq],
      status: 'awaits-arbiter',
      options: [remark('complete-announcement')],
      notes: announced.error.reason === undefined ? [] : [announced.error.reason],
    })
  }
}

/** D.2.8: a correction after the opponent's clock was started is not accepted. */
function corrected(game: Game, event: EventOf<'announcement-corrected'>): void {
  if (!tooLateToCorrect(game, event.by)) {
    announced(game, event)
    return
  }
  raise(game, 'blind-slip', {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('clock-started')],
  })
}

/** D.2.3, D.2.4: the opponent's clock is started once the move is made, and an unannounced move is not made. */
function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const waits = game.state.unannounced
  if (waits === null || waits.side !== event.by || openAgainst(game, 'blind-made', event.by) !== null) return
  raise(game, 'blind-made', {
    against: event.by,
    seq: event.seq,
    evidence: [waits.seq, event.seq],
    status: 'awaits-arbiter',
    options: [remark('announce-move')],
  })
}

function made(game: Game, move: MoveMade): void {
  for (const rule of ['blind-announce', 'blind-made'] as const) {
    const verdict = openAgainst(game, rule, move.side)
    if (verdict !== null) closeVerdict(verdict, 'applied', move.seq)
  }
}

/** The first ply at which the two scoresheets name different moves; null where they agree as far as both go. */
function firstDifference(game: Game): number | null {
  const path = pathOf(game.state)
  const { white, black } = game.state.scoresheets
  for (let index = 1; index < path.length; index++) {
    const { ply } = path[index] ?? { ply: index }
    const texts = [white, black].map(({ moves }) => moves.find((entry) => entry.ply === ply)?.text)
    const [ours, theirs] = texts
    if (ours === undefined || theirs === undefined) return null
    const before = positionAt(game.state, path[index - 1])
    if (before === null) return null
    const read = (side: Side, text: string) => readWrittenMove(game, side, text, before).uci ?? text
    if (read('white', ours) !== read('black', theirs)) return ply
  }
  return null
}

/** D.2.9 (2009: E.2.7–E.2.8): with two boards that differ the scoresheets decide. Returns whether this was such a case. */
export function differingBoards(game: Game, seq: number): boolean {
  const { state } = game
  const two = state.twoBoards || isBlind(game, 'white') || isBlind(game, 'black')
  if (!two || !inForce(game, DIFFER)) return false
  if (latestVerdict(game, ({ rule, status }) => rule === DIFFER && status === 'awaits-arbiter') !== null)
    return true
  const ply = firstDifference(game)
  const agreed = ply === null ? undefined : pathOf(state).find((point) => point.ply === ply - 1)
  raise(game, DIFFER, {
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    remedy: agreed === undefined ? {} : { restore: agreed.move?.completedSeq ?? agreed.seq },
    options: ply === null ? [remark('scores-agree')] : [remark('back-to-agreed')],
    notes: ply === null ? [] : [remark('scores-part', { n: ply })],
  })
  return true
}

export const appendixD: Article = {
  made,
  on: {
    'move-announced': announced,
    'announcement-corrected': corrected,
    'clock-pressed': pressed,
  },
}
