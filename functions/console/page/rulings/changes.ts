/** What a report would change, computed before it is recorded and shown in the dialog that confirms it. */
import type { Verdict } from '../../../../domain/game/index.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import { createBoard, type SquareMark } from '../board/board.ts'
import { parsePlacement, placementDifferences } from '../board/placement.ts'
import { formatClockTime } from '../clock/text.ts'
import type { GameFrame } from '../replay/frame.ts'
import { openReplay } from '../replay/record-replay.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatScore } from '../words/describe.ts'
import { verdictInPageLanguage } from '../words/laws.ts'
import { placementText } from '../words/position.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import type { EventDraft } from './proposal.ts'
import { stateAfterDrafts } from './restored-clocks.ts'
import { verdictDifferences } from './rulings.ts'

export interface ProposalOutcome {
  /** The result with which the game would end; null where it would not, or has ended already. */
  readonly ends: NonNullable<GameFrame['state']['result']> | null
  /** The game before and after, where a report is corrected. */
  readonly replay: { readonly before: GameFrame; readonly after: GameFrame; readonly at: number } | null
}

export const NO_OUTCOME: ProposalOutcome = { ends: null, replay: null }

/** `at`: ms since 1970. */
export function outcomeOf(
  events: readonly StoredEvent[],
  drafts: readonly EventDraft[],
  at: number,
): ProposalOutcome {
  if (drafts.length === 0 || events.length === 0) return NO_OUTCOME
  const before = openReplay(events).frame(events.length)
  const after = stateAfterDrafts(events, drafts, at)
  const ends = before.state.result === null ? after.state.result : null
  const replayed = drafts.some(({ type }) => type === 'report-corrected')
  return { ends, replay: replayed ? { before, after, at } : null }
}

export function changesView({ replay }: ProposalOutcome): View {
  if (replay === null) return nothing
  const lines = changeLines(replay)
  const { before, after } = replay
  const moved = placementDifferences(
    parsePlacement(before.state.boardFen),
    parsePlacement(after.state.boardFen),
  )
  return html`<section class="changes" aria-label=${t('changes')}>
    <h3>${t('changes')}</h3>
    ${moved.length === 0 ? nothing : boardPicture(after.state.boardFen, moved)}
    <ul>${lines.length === 0 && moved.length === 0 ? html`<li>${t('changes-none')}</li>` : lines.map((line) => html`<li>${line}</li>`)}</ul>
  </section>`
}

function changeLines({ before, after, at }: NonNullable<ProposalOutcome['replay']>): string[] {
  const [was, is] = [before.state, after.state]
  const result = (state: GameFrame['state']) => (state.result === null ? '—' : formatScore(state.result))
  const last = (state: GameFrame['state']) => {
    const move = state.moves.at(-1)
    return move === undefined ? '0' : `${state.moves.length} (${localSan(move.san)})`
  }
  const clocks = (frame: GameFrame) => {
    const face = frame.clockAt(Math.max(at, frame.at))
    return face === null ? '' : `${formatClockTime(face.white)} – ${formatClockTime(face.black)}`
  }
  const { onlyA, onlyB } = verdictDifferences(was.verdicts, is.verdicts)
  const lines: string[] = []
  const changed = (key: 'change-moves' | 'change-clocks' | 'change-result', one: string, two: string) => {
    if (one !== two) lines.push(t(key, { before: one, after: two }))
  }
  changed('change-moves', last(was), last(is))
  changed('change-clocks', clocks(before), clocks(after))
  changed('change-result', result(was), result(is))
  const text = (verdict: Verdict) => `${verdictInPageLanguage(verdict)} (${t(`v-${verdict.status}`)})`
  for (const verdict of onlyA) lines.push(t('change-gone', { text: text(verdict) }))
  for (const verdict of onlyB) lines.push(t('change-new', { text: text(verdict) }))
  return lines
}

function boardPicture(fen: string, changed: readonly string[]): HTMLElement {
  const board = createBoard()
  board.show({
    fen,
    marks: new Map(changed.map((square): [string, readonly SquareMark[]] => [square, ['last']])),
  })
  board.element.setAttribute('role', 'img')
  board.element.setAttribute('aria-label', placementText(fen))
  return board.element
}
