/** The web worker that searches whether a side can still mate by some series of legal moves, off the page's thread. */
import { parseFen } from '../../../../domain/chess/index.ts'
import { canMate, type WinnableAnswer } from '../../../../domain/winnable/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'

export interface MateSearchRequest {
  readonly id: number
  readonly fen: string
  readonly side: Side
  readonly nodes: number
}

export interface MateSearchReply {
  readonly id: number
  /** Null where the FEN cannot be read. */
  readonly answer: WinnableAnswer | null
}

addEventListener('message', ({ data }: MessageEvent<MateSearchRequest>) => {
  const position = parseFen(data.fen)
  const answer = position.ok ? canMate(position.value, data.side, { nodes: data.nodes }) : null
  postMessage({ id: data.id, answer } satisfies MateSearchReply)
})
