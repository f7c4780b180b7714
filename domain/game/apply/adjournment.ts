/** Applies the events of an adjournment: sealing, adjourning, opening envelopes and resuming play. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Side } from '../../../events/index.ts'
import { turnOf } from '../../chess/index.ts'
import { startClock, stopClocks } from '../../clock/index.ts'
import { readWrittenMove } from '../../laws/written-move.ts'
import { isClosed } from '../../state/envelope.ts'
import { type Game, otherSide } from '../../state/game.ts'
import { inForce } from '../../state/in-force.ts'
import { millisOf } from '../../state/instant.ts'
import { moveReportOf } from '../../state/move-report.ts'
import type { Adjournment, OpenedEnvelope, SealedMove } from '../../state/state.ts'
import { makeMove } from '../moves.ts'
import type { AppliersOf } from './appliers-of.ts'

/** Whether an envelope's text is the one committed to when the move was sealed: the SHA-256 of salt, then text. */
export const matchesCommitment = (commitment: string, salt: string, text: string): boolean =>
  bytesToHex(sha256(utf8ToBytes(salt + text))) === commitment.toLowerCase()

const newAdjournment = (side: Side, seq: number): Adjournment => ({
  side,
  requestedSeq: seq,
  sessionEnds: null,
  sealed: null,
  fixedAt: null,
  played: null,
  adjournedSeq: null,
  resumesAt: null,
  envelope: null,
  lost: false,
  resumedSeq: null,
  resumedAt: null,
  arrived: { white: null, black: null },
  reply: null,
})

/** Makes the sealed move, if the text names one legal move in the piece letters of a language that the players write. */
function makeSealedMove(game: Game, text: string, seq: number): void {
  const side = turnOf(game.position)
  const { move } = readWrittenMove(game, side, text)
  if (move === null) return
  makeMove(game, moveReportOf(side, move), seq)
}

/** Another envelope replaces the first until the player has stopped the clock after sealing (I.1.1). */
const mayReplace = (game: Game, adjournment: Adjournment): boolean =>
  adjournment.sealed === null || adjournment.fixedAt === null || !inForce(game, 'seal-move')

/** Whose clock runs when play is resumed: with the envelope closed, that of the player who has to reply to it (I.9.2). */
function runsAtResumption(game: Game): Side {
  const adjournment = game.state.adjournment
  if (adjournment === null || !isClosed(adjournment) || !inForce(game, 'resumption-absence'))
    return turnOf(game.position)
  return otherSide(adjournment.side)
}

/** The envelope once it is open, and whether its text is the one committed to. */
function openedEnvelope(sealed: SealedMove | null, text: string, salt: string, seq: number): OpenedEnvelope {
  const matches = sealed !== null && matchesCommitment(sealed.commitment, salt, text)
  return { text, seq, matches }
}

export const adjournmentAppliers: AppliersOf<
  | 'sealing-requested'
  | 'move-sealed'
  | 'game-adjourned'
  | 'envelope-opened'
  | 'envelope-lost'
  | 'play-resumed'
> = {
  'sealing-requested': (game, event) => {
    const { sessionEnds } = event.data
    game.state.adjournment = {
      ...newAdjournment(turnOf(game.position), event.seq),
      sessionEnds: sessionEnds === undefined ? null : millisOf(sessionEnds),
    }
  },

  /** A move sealed once play was resumed, without a new order, is the reply to an absent player (I.9.3). */
  'move-sealed': (game, event) => {
    const { state } = game
    const { commitment, moveNumber } = event.data
    state.adjournment ??= newAdjournment(turnOf(game.position), event.seq)
    const adjournment = state.adjournment
    const sealed = { commitment, moveNumber, seq: event.seq }
    if (adjournment.resumedSeq !== null) adjournment.reply ??= { ...sealed, side: event.by, envelope: null }
    else if (adjournment.adjournedSeq === null && mayReplace(game, adjournment)) adjournment.sealed = sealed
  },

  'game-adjourned': (game, event) => {
    const { state } = game
    state.clock = stopClocks(state.clock, state.at)
    if (state.result !== null) return
    state.status = 'adjourned'
    state.adjournment ??= newAdjournment(turnOf(game.position), event.seq)
    const { resumesAt } = event.data
    state.adjournment.adjournedSeq = event.seq
    state.adjournment.resumesAt = resumesAt === undefined ? null : millisOf(resumesAt)
  },

  'envelope-opened': (game, event) => {
    const { state } = game
    const adjournment = state.adjournment
    const { text, salt } = event.data
    if (adjournment === null) return
    const reply =
      adjournment.envelope !== null && adjournment.reply?.envelope === null ? adjournment.reply : null
    if (adjournment.envelope !== null && reply === null) return
    const envelope = openedEnvelope(reply ?? adjournment.sealed, text, salt, event.seq)
    if (reply === null) adjournment.envelope = envelope
    else reply.envelope = envelope
    if (state.result === null && envelope.matches && (reply !== null || adjournment.played === null))
      makeSealedMove(game, text, event.seq)
  },

  'envelope-lost': ({ state }) => {
    if (state.adjournment !== null) state.adjournment.lost = true
  },

  'play-resumed': (game, event) => {
    const { state } = game
    if (state.result !== null) return
    state.status = 'running'
    state.clock = startClock(state.clock, runsAtResumption(game), state.at)
    if (state.adjournment === null) return
    state.adjournment.resumedSeq = event.seq
    state.adjournment.resumedAt = state.at
  },
}
