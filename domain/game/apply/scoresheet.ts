/** Applies what is written on scoresheets, and reconstructions of the game. */
import type { AppliersOf } from './appliers-of.ts'

export const scoresheetAppliers: AppliersOf<
  | 'move-recorded'
  | 'draw-sign-recorded'
  | 'scoresheet-signed'
  | 'scoresheet-shown'
  | 'reconstruction-started'
  | 'reconstruction-ended'
> = {
  'move-recorded': ({ state }, event) => {
    if (event.by !== 'white' && event.by !== 'black') return
    state.scoresheets[event.by].moves.push({ ply: event.data.ply, text: event.data.text, seq: event.seq })
  },

  'draw-sign-recorded': ({ state }, event) => {
    if (event.by === 'white' || event.by === 'black')
      state.scoresheets[event.by].drawSigns.push(event.data.ply)
  },

  'scoresheet-signed': ({ state }, event) => {
    if (event.by === 'white' || event.by === 'black') {
      state.scoresheets[event.by].signed = { result: event.data.result, seq: event.seq }
    }
  },

  'scoresheet-shown': ({ state }, event) => {
    state.scoresheets[event.data.side].shown++
  },

  'reconstruction-started': ({ state }, event) => {
    state.reconstruction = { startedSeq: event.seq, endedSeq: null, failed: false }
  },

  'reconstruction-ended': ({ state }, event) => {
    if (state.reconstruction === null) return
    state.reconstruction = {
      ...state.reconstruction,
      endedSeq: event.seq,
      failed: event.data.plies === undefined,
    }
  },
}
