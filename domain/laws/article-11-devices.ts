/** Article 11.3.2 (2014: 11.3.b; 2009: 12.3.b): phones and electronic devices. */

import type { EventOf, Penalty, Side } from '../../events/index.ts'
import { type Game, otherSide } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import type { Score } from '../state/state.ts'
import { canMate } from '../winnable/index.ts'
import type { Article } from './article.ts'
import { positionThatCounts } from './article-07-penalty.ts'
import { remark } from './remark.ts'
import { CANNOT_MATE_NODES, isOpenVerdict, latestVerdict, raise, setRemedy, winFor } from './verdicts.ts'

type Found = EventOf<'incident-recorded'>

/** Is the device allowed? In 2009 while it is off; later while it is off in a bag, where the event allows bags. */
function allowed(game: Game, device: Found['data']['device']): boolean {
  if (device === undefined || !device.off) return false
  const { phone, devicesInBag } = game.laws
  if (phone.lossIf === 'sounds') return true
  return phone.bagByRegulation && devicesInBag && !device.onPerson
}

/**
 * Was the device only in a bag? From October 2014 a player loses who has it on their person. One in a bag that the event did not
 * allow is taken as that; but since the text does not say so, the arbiter may choose any penalty.
 */
const inBagOnly = (game: Game, device: Found['data']['device']): boolean =>
  game.laws.phone.lossIf === 'on-person' && device?.onPerson === false

function optionsFor(game: Game, device: Found['data']['device']): readonly Penalty[] {
  const { milderPhonePenalty, penalties } = game.laws
  if (milderPhonePenalty !== null) return [milderPhonePenalty]
  return inBagOnly(game, device) ? ['loss', ...penalties.filter((penalty) => penalty !== 'loss')] : ['loss']
}

/** The offender loses and the opponent wins; in 2009 the opponent gets a draw where they could not win. Null: not known. */
function scoreFor(game: Game, side: Side): Score | null {
  const winner = otherSide(side)
  if (!game.laws.phone.opponentDrawIfCannotWin) return winFor(winner)
  const { answer } = canMate(positionThatCounts(game), winner, { nodes: CANNOT_MATE_NODES })
  if (answer === 'undetermined') return null
  if (answer === 'yes') return winFor(winner)
  return winner === 'white' ? { white: '½', black: '0' } : { white: '0', black: '½' }
}

function found(game: Game, event: Found): void {
  const { kind, side, device } = event.data
  if (kind !== 'phone' || side === undefined || allowed(game, device)) return
  const fined = game.laws.milderPhonePenalty === 'fine'
  const score = fined ? null : scoreFor(game, side)
  const unknown = !fined && score === null
  raise(game, 'electronic-devices', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: score === null ? {} : { result: score },
    options: optionsFor(game, device),
    notes: [
      ...(inBagOnly(game, device) ? [remark('in-bag')] : []),
      ...(unknown ? [remark('win-or-draw')] : []),
    ],
  })
}

/** The opponent arrives after the phone was found and has made no move: the game is lost by forfeit, since it was not played. */
function opponentArrived(game: Game, event: EventOf<'player-arrived'>): void {
  const { side } = event.data
  const verdict = latestVerdict(
    game,
    ({ rule, against }) => rule === 'electronic-devices' && against === otherSide(side),
  )
  if (verdict === null || !isOpenVerdict(verdict) || verdict.remedy.result === null) return
  if (pathOf(game.state).some(({ move }) => move?.side === side)) return
  setRemedy(game, verdict, {
    result: side === 'white' ? { white: '+', black: '-' } : { white: '-', black: '+' },
  })
}

export const article11Devices: Article = {
  on: { 'incident-recorded': found, 'player-arrived': opponentArrived },
}
