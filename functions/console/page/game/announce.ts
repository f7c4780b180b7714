/** Moves and verdicts told to who listens: those that come while the game is followed, and the one stepped to. */
import { effect } from '@preact/signals-core'
import { say } from '../ui/say.ts'
import { announcing } from '../ui/settings.ts'
import { explained } from '../words/laws.ts'
import { announced, localSan } from '../words/notation.ts'
import { t } from '../words/words.ts'
import type { Cursor } from './cursor.ts'
import type { GameSession } from './session.ts'

export function announceGame(session: GameSession, cursor: Cursor): () => void {
  let told = { ply: -1, seq: -1, verdicts: 0 }
  return effect(() => {
    const frame = cursor.frame.value
    const how = announcing.value
    if (frame === null || session.source.value === null) return
    const { moves, verdicts } = frame.state
    const last = moves.at(-1)
    const before = told
    told = { ply: last?.ply ?? 0, seq: last?.seq ?? 0, verdicts: verdicts.length }
    if (before.ply < 0 || how === 'off') return
    if (last !== undefined && last.seq !== before.seq) {
      const side = t(last.ply % 2 === 1 ? 'white' : 'black')
      say(t('a11y-move', { side, move: how === 'd' ? announced(last.san, last.uci) : localSan(last.san) }))
    }
    for (const verdict of verdicts.slice(before.verdicts))
      say(t('a11y-verdict', { text: explained(verdict) }))
  })
}
