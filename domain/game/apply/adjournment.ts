/** Sealing, adjourning, resuming, and moves that are spoken. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { castlingSide, moveFrom, movePromotion, moveTo, nameOf, turnOf } from '../../chess/index.ts'
import { start, stop } from '../../clock/index.ts'
import { LANGUAGES, parseSan } from '../../notation/index.ts'
import type { Game } from '../game.ts'
import { makeMove } from '../moves.ts'
import type { Chapter } from './kind.ts'

/** The envelope's text proves itself against what was committed to when the move was sealed: SHA-256 of salt, then text. */
export const sealMatches = (commitment: string, salt: string, text: string): boolean =>
  bytesToHex(sha256(utf8ToBytes(salt + text))) === commitment.toLowerCase()

/** The sealed move, if the text names one legal move in any language players write. */
function makeSealedMove(game: Game, text: string, seq: number): void {
  for (const language of LANGUAGES) {
    const parsed = parseSan(game.position, text, language)
    if (!parsed.ok) continue
    const move = parsed.value
    const promotion = movePromotion(move)
    const castling = castlingSide(move)
    makeMove(
      game,
      {
        side: turnOf(game.position),
        from: nameOf(moveFrom(move)),
        to: nameOf(moveTo(move)),
        ...(promotion === null ? {} : { promotion }),
        ...(castling === null ? {} : { castling }),
      },
      seq,
    )
    return
  }
}

export const adjournment: Chapter<
  | 'sealing-requested'
  | 'move-sealed'
  | 'game-adjourned'
  | 'envelope-opened'
  | 'envelope-lost'
  | 'play-resumed'
  | 'move-announced'
  | 'announcement-corrected'
> = {
  'sealing-requested': (game, event) => {
    game.state.adjournment = {
      side: turnOf(game.position),
      requestedSeq: event.seq,
      sealed: null,
      adjournedSeq: null,
      envelope: null,
      lost: false,
      resumedSeq: null,
    }
  },

  /** Until the clock is stopped the sealed move may be changed (I.1): the last envelope counts. */
  'move-sealed': (game, event) => {
    const { state } = game
    const { commitment, moveNumber } = event.data
    state.adjournment ??= {
      side: turnOf(game.position),
      requestedSeq: event.seq,
      sealed: null,
      adjournedSeq: null,
      envelope: null,
      lost: false,
      resumedSeq: null,
    }
    if (state.adjournment.adjournedSeq === null)
      state.adjournment.sealed = { commitment, moveNumber, seq: event.seq }
  },

  'game-adjourned': (game, event) => {
    const { state } = game
    state.clock = stop(state.clock, state.at)
    if (state.result !== null) return
    state.status = 'adjourned'
    if (state.adjournment !== null) state.adjournment.adjournedSeq = event.seq
  },

  'envelope-opened': (game, event) => {
    const { state } = game
    const { adjournment: held } = state
    const { text, salt } = event.data
    if (held === null || held.envelope !== null) return
    held.envelope = { text, seq: event.seq }
    if (state.result !== null || held.sealed === null || !sealMatches(held.sealed.commitment, salt, text))
      return
    makeSealedMove(game, text, event.seq)
  },

  'envelope-lost': ({ state }) => {
    if (state.adjournment !== null) state.adjournment.lost = true
  },

  'play-resumed': (game, event) => {
    const { state } = game
    if (state.result !== null) return
    state.status = 'running'
    if (state.adjournment !== null) state.adjournment.resumedSeq = event.seq
    state.clock = start(state.clock, turnOf(game.position), state.at)
  },

  'move-announced': ({ state }, event) => {
    state.announcement = { text: event.data.text, seq: event.seq }
  },

  'announcement-corrected': ({ state }, event) => {
    state.announcement = { text: event.data.text, seq: event.seq }
  },
}
