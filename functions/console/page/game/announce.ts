/** Announces moves and verdicts to screen readers: new ones while the game is followed, and the move that the reader steps to. */
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

/** Delay of an announcement, ms: of a move along the timeline only its end is announced. */
const ANNOUNCE_DELAY_MS = 250

export function announceGame(session: GameSession, cursor: Cursor): () => void {
  let lastAnnounced: {
    readonly seq: number
    readonly verdicts: number
    readonly after: number
    readonly live: boolean
  } | null = null
  let timer = 0

  const announce = (frame: GameFrame, mode: AnnouncementMode) => {
    const { moves, verdicts } = frame.state
    const last = moves.at(-1)
    const before = lastAnnounced
    const after = cursor.seq.peek()
    const live = cursor.at.peek() === null
    lastAnnounced = { seq: last?.seq ?? 0, verdicts: verdicts.length, after, live }
    if (before === null || mode === 'off') return
    if (last !== undefined && last.seq !== before.seq) {
      const side = t(sideOfPly(last.ply, blackBeganInFrame(frame)))
      announceText(
        t('a11y-move', { side, move: mode === 'd' ? announcedMove(last.san, last.uci) : localSan(last.san) }),
      )
    }
    // After a step that shows no other move, the instant is announced.
    else if (live !== before.live || (!live && after !== before.after))
      announceText(live ? t('now') : whereText(after))
    for (const verdict of verdicts.slice(before.verdicts))
      announceText(t('a11y-verdict', { text: verdictInPageLanguage(verdict) }))
  }

  const whereText = (after: number): string =>
    `${formatTimeOfDay(cursor.instant())}, ${t('after-event', { seq: after, head: session.source.peek()?.head ?? after })}`

  const end = effect(() => {
    const frame = cursor.frame.value
    const mode = announcementMode.value
    if (frame === null || session.source.value === null) return
    clearTimeout(timer)
    if (lastAnnounced === null || cursor.at.value === null) announce(frame, mode)
    else timer = window.setTimeout(() => announce(frame, mode), ANNOUNCE_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}
