/** Moves and verdicts told to who listens: those that come while the game is followed, and the one stepped to. */
import { effect } from '@preact/signals-core'
import { beganInFrame } from '../replay/began.ts'
import type { Frame } from '../replay/frame.ts'
import { sideOfPly } from '../replay/turns.ts'
import { say } from '../ui/say.ts'
import { type Announcing, announcing } from '../ui/settings.ts'
import { explained } from '../words/laws.ts'
import { announced } from '../words/notation.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/words.ts'
import type { Cursor } from './cursor.ts'
import type { GameSession } from './session.ts'

/** Who runs along the timeline is told where he has come to, not all that he passed. */
const REST = 250

export function announceGame(session: GameSession, cursor: Cursor): () => void {
  let told: { readonly seq: number; readonly verdicts: number } | null = null
  let timer = 0

  const tell = (frame: Frame, how: Announcing) => {
    const { moves, verdicts } = frame.state
    const last = moves.at(-1)
    const before = told
    told = { seq: last?.seq ?? 0, verdicts: verdicts.length }
    if (before === null || how === 'off') return
    if (last !== undefined && last.seq !== before.seq) {
      const side = t(sideOfPly(last.ply, beganInFrame(frame)))
      say(t('a11y-move', { side, move: how === 'd' ? announced(last.san, last.uci) : localSan(last.san) }))
    }
    for (const verdict of verdicts.slice(before.verdicts))
      say(t('a11y-verdict', { text: explained(verdict) }))
  }

  const end = effect(() => {
    const frame = cursor.frame.value
    const how = announcing.value
    if (frame === null || session.source.value === null) return
    clearTimeout(timer)
    if (told === null || cursor.at.value === null) tell(frame, how)
    else timer = window.setTimeout(() => tell(frame, how), REST)
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}
