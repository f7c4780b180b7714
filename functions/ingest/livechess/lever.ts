/**
 * Turns what LiveChess shows of a clock into presses, stops and readings. A change of the lever is the only evidence of a press;
 * readings are thinned. Nothing is reported of a clock until one press has shown its orientation. A clock that has stood still
 * for a second was stopped; a shorter standstill may be a lever in motion or a missed reading.
 */
import type { ReportOf, Side } from '../../../events/index.ts'
import { noteOf, type OnSourceNote } from '../sources/source-remark.ts'
import type { FeedClock } from './messages.ts'

export type ClockReport = ReportOf<'clock-pressed' | 'clocks-stopped' | 'clocks-started' | 'clock-read'>

/** What both displays show: ms. */
export interface DisplayedClocks {
  readonly white: number
  readonly black: number
  readonly running: Side | null
  readonly at: number
}

/** `turned`: what LiveChess calls White's time is Black's. */
export type ClockOrientation = 'straight' | 'turned'

export interface Lever {
  /** `turn`: who is on move by the board; null where that is not known. `at`: when the clock was read, ms. */
  receive(clock: FeedClock, turn: Side | null, at: number): ClockReport[]
  /** The board has shown who is on move, which may confirm a press that came just before. */
  confirmTurn(turn: Side, at: number): ClockReport[]
  /** When a zero or a stop counts as one (ms): where the clock still shows it a second later. Null where nothing waits. */
  readonly due: number | null
  dueReports(at: number): ClockReport[]
  /** Whether the orientation of the clock is known. */
  readonly checked: boolean
}

/** Readings are whole seconds and up to one second late. */
const TOLERANCE_MS = 1500
/** A reading is reported once a minute where nothing else is. */
const MINUTE_MS = 60_000
const SECOND = 1000
/** A board may tell its move so much later than the clock its press. */
const LATE_MS = 3000
const OTHER = { white: 'black', black: 'white' } as const

export interface LeverOptions {
  /** The prefix of its reports' ids. */
  readonly device: string
  readonly orientation: ClockOrientation
  /** What the record says of the clocks; null: the game has none, or has not begun. */
  readonly known: DisplayedClocks | null
  /** The record has whose clock runs from the device itself. */
  readonly fromDevice?: boolean
  /** The record has that the clocks were stopped. */
  readonly stopped?: boolean
  /** Gets remarks about what a person should correct. */
  readonly note: OnSourceNote
}

export function openLever(options: LeverOptions): Lever {
  const { device, orientation, known, fromDevice = false, note } = options
  let lastDisplayed = known
  let ran: Side | null = known?.running ?? null
  let checked = false
  /** A press that nothing has shown yet to be what it seems. */
  let doubtful: { running: Side; reports: () => ClockReport[]; at: number } | null = null
  let zeroSince: { reading: DisplayedClocks; at: number } | null = null
  let stoppedSince: number | null = null
  /** The record has that the clocks were stopped, and not that they run again. */
  let stopped = options.stopped ?? false
  let number = 0

  const envelope = (at: number) => ({ id: `${device}-c${++number}`, at: new Date(at).toISOString() })

  const read = (displayed: DisplayedClocks, flag?: null): ClockReport => {
    lastDisplayed = displayed
    const { white, black, running } = displayed
    const data = { white, black, running, ...(flag === null && { flag }) }
    return { ...envelope(displayed.at), type: 'clock-read', by: 'clock', data }
  }

  /** What the clock has done since the last reading that was told. Who turns the lever of a stopped clock does not press it. */
  const acts = (presser: Side | null, { running, at }: DisplayedClocks): ClockReport[] => {
    if (running !== null && stopped) {
      stopped = false
      return [{ ...envelope(at), type: 'clocks-started', by: 'clock', data: { side: running } }]
    }
    return presser === null ? [] : [{ ...envelope(at), type: 'clock-pressed', by: presser, data: {} }]
  }

  /** Whose clock runs after a press is on move. A person is told where it is not so. */
  const check = (running: Side, turn: Side): boolean => {
    checked = running === turn
    if (checked) noteOf(note, 'lever-agrees', { side: running })
    else noteOf(note, orientation === 'straight' ? 'lever-turned' : 'lever-straight', { running, turn })
    return checked
  }

  return {
    receive(clock, turn, at) {
      const displayed = displayedClocks(clock, orientation, at)
      const { running } = displayed
      const presser = running !== null && ran !== null && running !== ran ? ran : null
      const changed = running !== null && running !== ran
      const stops = running === null && lastDisplayed?.running != null
      if (running !== null) {
        ran = running
        stoppedSince = null
      }
      const out = running !== null && displayed[running] <= 0
      zeroSince = out ? (zeroSince ?? { reading: displayed, at }) : null
      const reports = (): ClockReport[] => [
        ...acts(presser, displayed),
        read(displayed, out ? null : undefined),
      ]
      if (!checked && fromDevice && known !== null) {
        checked =
          running === null
            ? known.running !== null && matchesKnown(displayed, known)
            : running === known.running
      }
      if (!checked && changed && turn !== null) check(running, turn)
      if (!checked) {
        doubtful = changed && turn === null ? { running, reports, at } : null
        return []
      }
      if (stops && !stopped) stoppedSince = at
      const quiet = presser === null && !stops && lastDisplayed?.running === running
      return quiet && lastDisplayed !== null && !isNews(lastDisplayed, displayed, out) ? [] : reports()
    },
    confirmTurn(turn, at) {
      const waiting = doubtful
      doubtful = null
      if (checked || waiting === null || at - waiting.at > LATE_MS) return []
      return check(waiting.running, turn) ? waiting.reports() : []
    },
    get due() {
      const since = [zeroSince?.at ?? null, stoppedSince].filter((time) => time !== null)
      return since.length === 0 ? null : Math.min(...since) + SECOND
    },
    get checked() {
      return checked
    },
    dueReports(at) {
      const reports: ClockReport[] = []
      if (zeroSince !== null && at >= zeroSince.at + SECOND) {
        const { reading } = zeroSince
        zeroSince = null
        if (checked) reports.push(read({ ...reading, at }))
      }
      if (stoppedSince !== null && at >= stoppedSince + SECOND) {
        stopped = true
        reports.push({ ...envelope(stoppedSince), type: 'clocks-stopped', by: 'clock', data: {} })
        stoppedSince = null
      }
      return reports
    },
  }
}

function displayedClocks(
  { white, black, run }: FeedClock,
  orientation: ClockOrientation,
  at: number,
): DisplayedClocks {
  const [left, right] = [Math.round(white * SECOND), Math.round(black * SECOND)]
  const running = run === true ? 'white' : run === false ? 'black' : null
  if (orientation === 'straight') return { white: left, black: right, running, at }
  return { white: right, black: left, running: running === null ? null : OTHER[running], at }
}

/**
 * Do the times fit the record's better this way round than the other? A clock that was stopped meanwhile shows nothing else of
 * it.
 */
function matchesKnown({ white, black }: DisplayedClocks, known: DisplayedClocks): boolean {
  const apart = (left: number, right: number) => Math.abs(left - known.white) + Math.abs(right - known.black)
  return apart(white, black) <= apart(black, white)
}

/** Differs from what the last reading has become meanwhile, or that is a minute old; a zero is told once. */
function isNews(lastDisplayed: DisplayedClocks, displayed: DisplayedClocks, out: boolean): boolean {
  const passed = displayed.at - lastDisplayed.at
  const expected = (side: Side) =>
    Math.max(0, lastDisplayed[side] - (lastDisplayed.running === side ? passed : 0))
  const differs = (['white', 'black'] as const).some(
    (side) => Math.abs(displayed[side] - expected(side)) > TOLERANCE_MS,
  )
  if (out) return lastDisplayed[displayed.running as Side] > 0
  return differs || (displayed.running !== null && passed >= MINUTE_MS)
}
