/** Schemas of scoresheets: what players write, sign and show, and reconstructions of the game. */
import { fen, fields, line, ply, side, wholeBetween, writtenResult } from './primitives.ts'

/** `plies`: how many half-moves the reconstruction has established. */
const reconstruction = () => fields({ fen: fen.optional(), plies: wholeBetween(0, 20_000).optional() })

export const scoresheetSchemas = {
  'move-recorded': fields({ ply, text: line(200) }),
  'draw-sign-recorded': fields({ ply }),
  'scoresheet-signed': fields({ result: writtenResult }),
  'scoresheet-shown': fields({ side }),
  'reconstruction-started': reconstruction(),
  'reconstruction-ended': reconstruction(),
}
