/** The parts of a game's page: what is read of the game, the cursor, and what can be reported. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { EDITIONS, type Edition } from '../../../../events/vocabulary.ts'
import { canReport } from '../api/session.ts'
import { openEntryPanel } from '../entry/entry-panel.ts'
import { presentInstant } from '../live/present.ts'
import { blackBeganInFrame } from '../replay/black-began.ts'
import type { GameSource } from '../replay/source.ts'
import type { PointInTime } from '../route.ts'
import { openCorrection } from '../rulings/correction.ts'
import { openReportSender } from '../rulings/report-sender.ts'
import { openRulingForm } from '../rulings/ruling-form.ts'
import { openTimeline } from '../timeline/timeline.ts'
import { describeWithActor } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { type Cursor, openCursor } from './cursor.ts'
import { openGameAudit } from './game-audit.ts'
import type { GameHeading } from './heading.ts'
import { type GameSession, openGameSession } from './session.ts'
import { openBoardStage, type PlayerPair } from './stage.ts'
import { openToolbar } from './toolbar.ts'
import { openVerdictsPanel } from './verdicts.ts'

export const TABS = ['verdicts', 'events', 'claims', 'enter'] as const
export type Tab = (typeof TABS)[number]

/** The tab with which the next game opens: a reader who goes from board to board stays in the same tab. */
let nextTab: Tab = 'verdicts'

export const rememberTab = (tab: Tab): void => {
  nextTab = tab
}

export type GameParts = ReturnType<typeof openGameParts>

export function openGameParts(game: string, pointInTime: PointInTime) {
  const read = openGameReader(game)
  const { session, cursor, sans } = read
  const tab = signal<Tab>(nextTab)
  const listed = signal<GameHeading | null>(null)
  const edition = signal<Edition | null>(EDITIONS.find((each) => each === pointInTime.edition) ?? null)
  const reporting = openReporting(read)
  const { reporter, rulingForm, correction, entry } = reporting
  const players = (): PlayerPair | null => session.details.value ?? listed.value?.players ?? null
  const enterMove = () => focusMoveEntry(tab)
  const stage = openBoardStage(cursor, players, { onMove: entry.onMove, onSquare: entry.onSquare })
  const timeline = openGameTimeline(read)
  const toolbar = openToolbar({ game, cursor, timeline, source: read.source, turnBoard: stage.flipBoard })
  const correct = (seq: number) => correction.open(seq)
  const verdicts = openVerdictsPanel({
    ...{ session, cursor, sans, reporter, edition, rulingForm, correct },
    enter: enterMove,
  })
  return {
    ...read,
    ...reporting,
    ...{ game, tab, listed, edition, players, enterMove, stage, timeline, toolbar, verdicts },
    reporters: openGameAudit(game),
    close() {
      reporter.close()
      toolbar.close()
      timeline.close()
      stage.close()
      cursor.close()
      session.close()
    },
  }
}

interface GameReader {
  readonly session: GameSession
  readonly cursor: Cursor
  /** Moves (SAN) by the seq of the event that made them, including moves that were taken back. */
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
  /** Whether Black made the first move. */
  readonly began: ReadonlySignal<boolean>
  source(): GameSource | null
}

function openGameReader(game: string): GameReader {
  const session = openGameSession(game)
  const cursor = openCursor(session.source, session.arrived, () => presentInstant(session.delayMinutes.value))
  const sans = computed(() => {
    const now = session.source.value
    const points = now?.frame(now.head)?.gameState?.points ?? []
    return new Map(points.flatMap(({ move }) => (move === null ? [] : [[move.seq, move.san] as const])))
  })
  const began = computed(() => {
    const now = session.source.value
    const frame = now?.frame(now.head) ?? null
    return frame !== null && blackBeganInFrame(frame)
  })
  return { session, cursor, sans, began, source: () => session.source.value }
}

function openReporting({ session, cursor, sans }: GameReader) {
  const reporter = openReportSender({ session, sans, recorded: () => cursor.toNow() })
  const rulingForm = openRulingForm({ reporter, session, sans })
  const correction = openCorrection({ reporter, session, sans })
  const entry = openEntryPanel({
    cursor,
    reporter,
    events: () => session.events.value ?? [],
    sans,
    correct: (seq) => correction.open(seq),
  })
  return { reporter, rulingForm, correction, entry }
}

/** The timeline, which describes the event under the pointer; the public is shown the move alone. */
function openGameTimeline({ source, cursor, sans }: GameReader) {
  const moveText = (seq: number): string => {
    const now = source()
    const made = now?.moveStops().find((stop) => stop.seq === seq)?.move
    return now?.frame(now.head)?.state.moves.find((move) => move.seq === made)?.san ?? ''
  }
  return openTimeline(source, cursor, ({ event, seq, by }) =>
    event === null
      ? `${t(by as 'white')}: ${localSan(moveText(seq))}`
      : describeWithActor(event, sans.value.get(seq)),
  )
}

function focusMoveEntry(tab: Signal<Tab>): void {
  if (!canReport.peek()) return
  tab.value = 'enter'
  // At once, so that a user who goes on typing loses no letters.
  document.querySelector<HTMLInputElement>('.game .side input[name=move]')?.focus()
}
