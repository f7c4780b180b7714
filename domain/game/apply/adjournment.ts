/** Sealing, adjourning and resuming. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Side } from '../../../events/index.ts'
import { castlingSide, moveFrom, movePromotion, moveTo, nameOf, turnOf } from '../../chess/index.ts'
import { startClock, stopClocks } from '../../clock/index.ts'
import { readWrittenMove } from '../../laws/written-move.ts'
import { isClosed } from '../../state/envelope.ts'
import { type Game, otherSide } from '../../state/game.ts'
import { inForce } from '../../state/in-force.ts'
import { millisOf } from '../../state/instant.ts'
import type { Adjournment, OpenedEnvelope, SealedMove } from '../../state/state.ts'
import { makeMove } from '../moves.ts'
import type { AppliersOf } from './appliers-of.ts'

/** The envelope's text proves itself against what was committed to when the move was sealed: SHA-256 of salt, then text. */
export const sealMatches = (commitment: string, salt: string, text: string): boolean =>
  bytesToHex(sha256(utf8ToBytes(salt + text))) === commitment.toLowerCase()

const begun = (side: Side, seq: number): Adjournment => ({
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

/** The sealed move, if the text names one legal move in the letters of a language players write. */
function makeSealedMove(game: Game, text: string, seq: number): void {
  const side = turnOf(game.position)
  const { move } = readWrittenMove(game, side, text)
  if (move === null) return
  const promotion = movePromotion(move)
  const castling = castlingSide(move)
  makeMove(
    game,
    {
      side,
      from: nameOf(moveFrom(move)),
      to: nameOf(moveTo(move)),
      ...(promotion === null ? {} : { promotion }),
      ...(castling === null ? {} : { castling }),
    },
    seq,
  )
}

/** Another envelope replaces the first until the clock is stopped on it (I.1.1). */
const mayReplace = (game: Game, held: Adjournment): boolean =>
  held.sealed === null || held.fixedAt === null || !inForce(game, 'seal-move')

/** Whose clock runs when play goes on: with the envelope closed that of the player who has to reply to it (I.9.2). */
function runsAtResumption(game: Game): Side {
  const held = game.state.adjournment
  if (held === null || !isClosed(held) || !inForce(game, 'resumption-absence')) return turnOf(game.position)
  return otherSide(held.side)
}

/** What the envelope shows once it is open. */
function opened(sealed: SealedMove | null, text: string, salt: string, seq: number): OpenedEnvelope {
  const matches = sealed !== null && sealMatches(sealed.commitment, salt, text)
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
      ...begun(turnOf(game.position), event.seq),
      sessionEnds: sessionEnds === undefined ? null : millisOf(sessionEnds),
    }
  },

  /** Once play has gone on without a new order, it is the reply to an absent player that is sealed (I.9.3). */
  'move-sealed': (game, event) => {
    const { state } = game
    const { commitment, moveNumber } = event.data
    state.adjournment ??= begun(turnOf(game.position), event.seq)
    const held = state.adjournment
    const sealed = { commitment, moveNumber, seq: event.seq }
    if (held.resumedSeq !== null) held.reply ??= { ...sealed, side: event.by, envelope: null }
    else if (held.adjournedSeq === null && mayReplace(game, held)) held.sealed = sealed
  },

  'game-adjourned': (game, event) => {
    const { state } = game
    state.clock = stopClocks(state.clock, state.at)
    if (state.result !== null) return
    state.status = 'adjourned'
    state.adjournment ??= begun(turnOf(game.position), event.seq)
    const { resumesAt } = event.data
    state.adjournment.adjournedSeq = event.seq
    state.adjournment.resumesAt = resumesAt === undefined ? null : millisOf(resumesAt)
  },

  'envelope-opened': (game, event) => {
    const { state } = game
    const held = state.adjournment
    const { text, salt } = event.data
    if (held === null) return
    const reply = held.envelope !== null && held.reply?.envelope === null ? held.reply : null
    if (held.envelope !== null && reply === null) return
    const envelope = opened(reply ?? held.sealed, text, salt, event.seq)
    if (reply === null) held.envelope = envelope
    else reply.envelope = envelope
    if (state.result === null && envelope.matches && (reply !== null || held.played === null))
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
