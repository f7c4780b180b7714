/** The page's parts that need no browser: places, instants, scales, rulings, frames. */
import { expect, test, vi } from 'vitest'
import { chess960Position, initialPosition, parseFen } from '../../domain/chess/index.ts'
import { foldToInstant, foldToSeq, publicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { formatClockTime, formatDuration, parseInstantText } from '../../functions/console/page/clock/text.ts'
import { isLegalReport, moveOfDrag } from '../../functions/console/page/entry/move-input.ts'
import { openReplay } from '../../functions/console/page/replay/record-replay.ts'
import { blackBegan, moveNumberText } from '../../functions/console/page/replay/turns.ts'
import { formatRoute, parseRoute } from '../../functions/console/page/route.ts'
import { rulingsFor, verdictDifferences } from '../../functions/console/page/rulings/rulings.ts'
import {
  clampSpan,
  tickStepMs,
  tickTimes,
  timeToX,
  xToTime,
  zoomSpan,
} from '../../functions/console/page/timeline/scale.ts'
import { sampleGames } from '../../functions/host/simulate/sample/games.ts'

const START = Date.UTC(2026, 2, 14, 14)

const recordOf = (board: number): StoredEvent[] => {
  const game = sampleGames(START)[board - 1]!
  return game.reports.map((report, k) => ({
    ...report,
    game: game.id,
    seq: k + 1,
    receivedAt: report.at,
    recordedAt: report.at,
    principal: 'host',
    v: 1,
  })) as StoredEvent[]
}

test('a token that ends is asked for again ten minutes before', async () => {
  const payload = btoa(JSON.stringify({ role: 'arbiter', scope: '*', sub: 'x', exp: 3600 }))
  vi.stubGlobal('sessionStorage', { getItem: () => `x.${payload}.x` })
  vi.useFakeTimers({ now: 0 })
  const { expiresSoon } = await import('../../functions/console/page/api/session.ts')
  vi.advanceTimersByTime(3_000_000 - 1)
  expect(expiresSoon.value).toBe(false)
  vi.advanceTimersByTime(1)
  expect(expiresSoon.value).toBe(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the time axis has the date at its first mark and where a day begins', async () => {
  const { drawTimeline } = await import('../../functions/console/page/timeline/draw.ts')
  const { layoutLanes } = await import('../../functions/console/page/timeline/lanes.ts')
  const written: string[] = []
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) =>
      name === 'measureText'
        ? (text: string) => ({ width: 6 * text.length })
        : (text: unknown) => name === 'fillText' && written.push(String(text)),
    set: () => true,
  })
  const from = new Date(2026, 2, 14, 22).getTime()
  const span = { from, to: from + 4 * 3_600_000 }
  drawTimeline(
    context,
    1200,
    {
      ...{ plan: layoutLanes(new Set(['moves'])), span, whole: span, start: from, hoverSeq: null },
      ...{ playhead: from, playheadSeq: 0, live: false, happenings: [], moves: [], verdicts: [] },
    },
    () => '#000',
  )
  const dated = written.filter((text) => /2026/.test(text))
  expect(dated).toHaveLength(2)
  expect(dated[0]).toMatch(/14/)
  expect(dated[1]).toMatch(/15/)
  expect(written.length).toBeGreaterThan(dated.length)
})

test('a frame is the fold up to its event, whichever way one comes to it', () => {
  for (const board of [3, 4, 8]) {
    const events = recordOf(board)
    const replay = openReplay(events)
    const order = events.map((_, k) => (k * 37) % events.length)
    for (const k of order) {
      const { state, at } = replay.frame(k + 1)
      expect(state).toEqual(publicState(foldToSeq(events, k + 1), at))
    }
  }
})

test('clocks and verdicts of an instant are those of the fold to that instant', () => {
  const events = recordOf(4)
  const replay = openReplay(events)
  for (let at = START; at < START + 7_200_000; at += 77_777) {
    const frame = replay.frame(replay.seqAt(at))
    const shown = publicState(foldToInstant(events, at), at)
    expect(frame.clockAt(at)).toEqual(shown.clocks)
    expect(frame.state.verdicts).toEqual(shown.verdicts)
  }
})

test('under another edition the same events give the verdicts of that edition', () => {
  const events = recordOf(5)
  const [opened, ...rest] = events
  const other = openReplay(events, '2009-07-01').frame(events.length).state.verdicts
  const data = { ...(opened!.data as object), edition: '2009-07-01' }
  const judged = publicState(foldToSeq([{ ...opened, data } as StoredEvent, ...rest], events.length)).verdicts
  expect(other).toEqual(judged)
  const { onlyA, onlyB } = verdictDifferences(openReplay(events).frame(events.length).state.verdicts, other)
  expect([...onlyA, ...onlyB].map(({ rule, edition }) => [rule, edition.slice(0, 4)])).toEqual([
    ['draw-claim-incorrect', '2023'],
    ['draw-claim-incorrect', '2009'],
  ])
})

test('an illegal move offers: everything due, the position, the time', () => {
  const state = foldToSeq(recordOf(4), 58)
  const verdict = state.verdicts.find(({ rule }) => rule === 'illegal-move-completed')!
  const rulings = rulingsFor(verdict, state)
  expect(rulings.map(({ kind }) => kind)).toEqual(['all', 'restore', 'time'])
  expect(rulings[0]?.drafts.map(({ type }) => type)).toEqual(['position-restored', 'penalty-imposed'])
})

test('what is done offers nothing any more', () => {
  const events = recordOf(4)
  const state = foldToSeq(events, events.length)
  expect(state.verdicts.flatMap((verdict) => rulingsFor(verdict, state))).toEqual([])
})

test('a place is read from its address and written back', () => {
  for (const hash of [
    '#/',
    '#/t/sample/r/1',
    '#/g/sample-4',
    '#/g/sample-4?at=2026-03-14T14:00:05.250Z',
    '#/g/sample-4?seq=58&edition=2009-07-01',
    '#/report/sample-4?seq=58',
  ])
    expect(formatRoute(parseRoute(hash))).toBe(hash)
  for (const odd of ['', '#', '#/t/x', '#/g/../x', '#/g/<script>', '#/t/a/r/%00'])
    expect(parseRoute(odd).view).toBe('home')
})

test('an instant is read as time of day, span or ISO; anything else is none', () => {
  const parts = { start: START, day: START }
  expect(parseInstantText('+1:02:05.250', parts)).toBe(START + 3_725_250)
  expect(parseInstantText('+0:05,5', parts)).toBe(START + 5500)
  expect(parseInstantText('2026-03-14T14:00:05.250Z', parts)).toBe(START + 5250)
  expect(parseInstantText('09:30:01.5', parts)).toBe(new Date(START).setHours(9, 30, 1, 500))
  expect(parseInstantText('9:05', parts)).toBe(new Date(START).setHours(9, 5, 0, 0))
  expect(parseInstantText('23:59:59', parts)).toBe(new Date(START).setHours(23, 59, 59, 0))
  // No day has such a time: it is not one of the next day.
  for (const odd of ['24:00', '25:99', '23:61', '14:02:60'])
    expect([odd, parseInstantText(odd, parts)]).toEqual([odd, null])
  for (const odd of ['', 'yesterday', '14', '+5', '2026-99-99T00:00:00Z'])
    expect([odd, parseInstantText(odd, parts)]).toEqual([odd, null])
})

test('clocks are written as displays write them', () => {
  expect([0, 1, 999, 1000, 59_999, 3_600_000].map((ms) => formatClockTime(ms))).toEqual([
    '0:00',
    '0:01',
    '0:01',
    '0:01',
    '1:00',
    '1:00:00',
  ])
  expect([-5, 0, 99, 100, 5_025_000].map((ms) => formatClockTime(ms, true))).toEqual([
    '0:00.0',
    '0:00.0',
    '0:00.0',
    '0:00.1',
    '1:23:45.0',
  ])
  expect([35, 4200, 42_000, 120_000, 200_000, 3_720_000].map(formatDuration)).toEqual([
    '35 ms',
    '4.2 s',
    '42 s',
    '2 min',
    '3 min 20 s',
    '1 h 02 min',
  ])
})

test('zooming keeps the instant under the pointer, ends at milliseconds and never leaves the game', () => {
  const whole = { from: START, to: START + 7_200_000 }
  let span = whole
  const around = START + 1_234_567
  for (let k = 0; k < 60; k++) {
    const before = timeToX(span, 1000, around)
    span = zoomSpan(span, whole, 0.7, around)
    expect(timeToX(span, 1000, around)).toBeCloseTo(before, 1)
  }
  expect(span.to - span.from).toBeLessThan(50)
  expect(tickStepMs(span, 1000, 92)).toBeLessThanOrEqual(5)
  expect(tickTimes(span, 5).every((at) => at % 5 === 0)).toBe(true)
  for (let k = 0; k < 60; k++) span = zoomSpan(span, whole, 1.7, START)
  expect(span).toEqual(whole)
  expect(clampSpan({ from: START - 10, to: START + 10 }, whole)).toEqual({ from: START, to: START + 20 })
  expect(xToTime(whole, 1000, timeToX(whole, 1000, around))).toBeCloseTo(around, 3)
})

test('a dragged king castles onto its rook or two squares away; what is no castling is recorded as it was done', () => {
  const parsed = parseFen('r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1')
  const position = parsed.ok ? parsed.value : initialPosition()
  expect(moveOfDrag(position, 'e1', 'g1')).toEqual({ from: 'e1', to: 'g1', castling: 'king-side' })
  expect(moveOfDrag(position, 'e1', 'a1')).toEqual({ from: 'e1', to: 'c1', castling: 'queen-side' })
  expect(moveOfDrag(initialPosition(), 'e1', 'g1')).toEqual({ from: 'e1', to: 'g1' })
  expect(isLegalReport(position, { from: 'e1', to: 'g1', castling: 'king-side' })).toBe(true)
  expect(isLegalReport(initialPosition(), { from: 'e1', to: 'g1' })).toBe(false)
  expect(moveOfDrag(chess960Position(0)!, 'a2', 'a4')).toEqual({ from: 'a2', to: 'a4' })
})

test('a game that Black begins has Black’s moves on Black’s side of the sheet', () => {
  expect(blackBegan({ plies: 3, turn: 'white' })).toBe(true)
  expect([1, 2, 3].map((ply) => moveNumberText(ply, true))).toEqual(['1…', '2.', '2…'])
  expect(blackBegan({ plies: 0, turn: 'white' })).toBe(false)
  expect([1, 2, 3].map((ply) => moveNumberText(ply, false))).toEqual(['1.', '1…', '2.'])
})
