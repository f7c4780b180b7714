/** Moves and verdicts announced to screen readers: those that come while the game is followed, and the one stepped to. */
import { effect } from '@preact/signals-core'
import { formatTimeOfDay } from '../clock/text.ts'
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
  let lastAnnounced: {
    readonly seq: number
    readonly verdicts: number
    readonly after: number
    readonly live: boolean
  } | null = null
  let timer = 0

  const tell = (frame: GameFrame, how: AnnouncementMode) => {
    const { moves, verdicts } = frame.state
    const last = moves.at(-1)
    const before = lastAnnounced
    const after = cursor.seq.peek()
    const live = cursor.at.peek() === null
    lastAnnounced = { seq: last?.seq ?? 0, verdicts: verdicts.length, after, live }
    if (before === null || how === 'off') return
    if (last !== undefined && last.seq !== before.seq) {
      const side = t(sideOfPly(last.ply, blackBeganInFrame(frame)))
      announceText(
        t('a11y-move', { side, move: how === 'd' ? announcedMove(last.san, last.uci) : localSan(last.san) }),
      )
    }
    // A step to where the same move stands, or none: where that is.
    else if (live !== before.live || (!live && after !== before.after))
      announceText(live ? t('now') : whereText(after))
    for (const verdict of verdicts.slice(before.verdicts))
      announceText(t('a11y-verdict', { text: verdictInPageLanguage(verdict) }))
  }

  const whereText = (after: number): string =>
    `${formatTimeOfDay(cursor.instant())}, ${t('after-event', { seq: after, head: session.source.peek()?.head ?? after })}`

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
