/** Moves and verdicts announced to screen readers: those that come while the game is followed, and the one stepped to. */
import { effect } from '@preact/signals-core'
import { blackBeganInFrame } from '../replay/black-began.ts'
import type { GameFrame } from '../replay/frame.ts'
import { sideOfPly } from '../replay/turns.ts'
import { announceText } from '../ui/notices.ts'
import { type AnnouncementMode, announcementMode } from '../ui/settings.ts'
import { verdictInPageLanguage } from '../words/laws.ts'
import { announcedMove } from '../words/notation.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'
import type { GameSession } from './session.ts'

/** While somebody moves along the timeline only the place where they stop is announced. */
const ANNOUNCE_DELAY_MS = 250

export function announceGame(session: GameSession, cursor: Cursor): () => void {
  let lastAnnounced: { readonly seq: number; readonly verdicts: number } | null = null
  let timer = 0

  const tell = (frame: GameFrame, how: AnnouncementMode) => {
    const { moves, verdicts } = frame.state
    const last = moves.at(-1)
    const before = lastAnnounced
    lastAnnounced = { seq: last?.seq ?? 0, verdicts: verdicts.length }
    if (before === null || how === 'off') return
    if (last !== undefined && last.seq !== before.seq) {
      const side = t(sideOfPly(last.ply, blackBeganInFrame(frame)))
      announceText(
        t('a11y-move', { side, move: how === 'd' ? announcedMove(last.san, last.uci) : localSan(last.san) }),
      )
    }
    for (const verdict of verdicts.slice(before.verdicts))
      announceText(t('a11y-verdict', { text: verdictInPageLanguage(verdict) }))
  }

  const end = effect(() => {
    const frame = cursor.frame.value
    const how = announcementMode.value
    if (frame === null || session.source.value === null) return
    clearTimeout(timer)
    if (lastAnnounced === null || cursor.at.value === null) tell(frame, how)
    else timer = window.setTimeout(() => tell(frame, how), ANNOUNCE_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}
