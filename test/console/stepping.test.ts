/** Stepping from move to move: the marked move and the board agree, whatever events a move was read from. */
import { signal } from '@preact/signals-core'
import { afterEach, expect, test } from 'vitest'
import { foldToSeq, type PublicMove, publicState } from '../../domain/game/index.ts'
import { fenOf } from '../../domain/state/fens.ts'
import type { StoredEvent } from '../../events/index.ts'
import { restrictState } from '../../functions/app/read-game.ts'
import type { StateResponse } from '../../functions/console/page/api/shapes.ts'
import { addressOfInstant } from '../../functions/console/page/game/address.ts'
import { type Cursor, openCursor } from '../../functions/console/page/game/cursor.ts'
import { type GameSource, publicSource, recordSource } from '../../functions/console/page/replay/source.ts'
import { seededRandom } from '../../functions/host/simulate/random.ts'
import { sampleGames } from '../../functions/host/simulate/sample/games.ts'
import { simulateGame } from '../../functions/host/simulate/simulate-game.ts'
import { watch } from '../kit/simulator.ts'

const START = Date.UTC(2026, 2, 14, 14)

/** `presses`: the clock is connected too. */
const simulated = (seed: number, presses: boolean, maxPlies = 30) =>
  watch(simulateGame({ random: seededRandom(seed), startedAt: START, maxPlies }), presses).events

const handEntered = (board: number): StoredEvent[] => {
  const game = sampleGames(START)[board - 1]!
  const stored = { game: game.id, principal: 'host', v: 1 }
  return game.reports.map((report, k) => {
    return { ...report, ...stored, seq: k + 1, receivedAt: report.at, recordedAt: report.at } as StoredEvent
  })
}

/** What the public gets, from the same record. */
function publicOf(events: readonly StoredEvent[]): GameSource {
  const record = recordSource(events)
  const stateAt = (seq: number, ms = record.frame(seq)!.at): StateResponse => {
    const state = publicState(record.frame(seq)!.gameState!, ms)
    return { ...restrictState(state), at: new Date(ms).toISOString() }
  }
  return publicSource(stateAt(events.length, Date.parse(events.at(-1)!.at) + 60_000), (seq) => stateAt(seq))
}

const opened: Cursor[] = []
afterEach(() => {
  for (const cursor of opened.splice(0)) cursor.close()
})
function cursorOf(source: GameSource): Cursor {
  const cursor = openCursor(signal(source), signal(0), Date.now)
  opened.push(cursor)
  return cursor
}

const place = ({ seq, at }: Cursor) => ({ seq: seq.value, at: at.value })
const boardOf = (cursor: Cursor) => cursor.frame.value!.state.fen
const lastOf = (cursor: Cursor) => cursor.frame.value!.state.moves.at(-1)

/** The moves of the game as it ended, and the FEN after each. */
function played(events: readonly StoredEvent[]): { moves: readonly PublicMove[]; fens: Map<number, string> } {
  const state = foldToSeq(events, events.length)
  const { moves } = publicState(state, state.at + 60_000)
  const fens = new Map(
    state.points.flatMap((point) => (point.move ? [[point.move.seq, fenOf(state.points, point)]] : [])),
  )
  return { moves, fens }
}

/** Opens what the address of a place names, as the page does. */
function reopened(source: GameSource, { seq, at }: { seq: number; at: number | null }): Cursor {
  const address = addressOfInstant(source, seq, at!)
  const cursor = cursorOf(source)
  if (address.seq === undefined) cursor.toInstant(address.at!)
  else cursor.toSeq(address.seq)
  return cursor
}

const VIEWS = [
  ['arbiter', recordSource],
  ['public', publicOf],
] as const

for (const [reader, open] of VIEWS)
  test(`${reader}: each step through a game of a sensor board shows the position after the marked move`, () => {
    for (const seed of [2, 3]) {
      const events = simulated(seed, true)
      const { moves, fens } = played(events)
      const source = open(events)
      const cursor = cursorOf(source)
      cursor.toStart()
      const [root] = foldToSeq(events, events.length).points
      expect(boardOf(cursor)).toBe(root!.stands)
      const places: ReturnType<typeof place>[] = [place(cursor)]
      for (const { seq, uci } of moves) {
        cursor.stepMove(1)
        expect([lastOf(cursor)?.uci, boardOf(cursor)]).toEqual([uci, fens.get(seq)])
        places.push(place(cursor))
        const again = reopened(source, place(cursor))
        expect([lastOf(again)?.uci, boardOf(again)]).toEqual([uci, fens.get(seq)])
      }
      cursor.stepMove(1)
      expect(cursor.at.value).toBe(null)
      expect(lastOf(cursor)?.seq).toBe(moves.at(-1)!.seq)
      for (const back of places.slice(0, -1).reverse()) {
        cursor.stepMove(-1)
        expect(place(cursor)).toEqual(back)
        cursor.stepMove(1)
        cursor.stepMove(-1)
        expect(place(cursor)).toEqual(back)
      }
      cursor.stepMove(-1)
      expect(place(cursor)).toEqual(places[0])
    }
  })

test('an address that the public shares shows a reader of the record the same position, and the other way round', () => {
  const events = simulated(2, true)
  for (const [from, to] of [
    [publicOf(events), recordSource(events)],
    [recordSource(events), publicOf(events)],
  ] as const) {
    const cursor = cursorOf(from)
    cursor.toStart()
    for (const _ of played(events).moves) {
      cursor.stepMove(1)
      const { seq, at } = place(cursor)
      const address = addressOfInstant(from, seq, at!)
      const other = cursorOf(to)
      if (address.seq === undefined) other.toInstant(address.at!)
      else other.toSeq(address.seq)
      expect([lastOf(other)?.seq, boardOf(other)]).toEqual([lastOf(cursor)?.seq, boardOf(cursor)])
    }
  }
})

for (const [reader, open] of VIEWS)
  test(`${reader}: a click on a move of a sensor board shows the position after it`, () => {
    const events = simulated(2, true)
    const { moves, fens } = played(events)
    const cursor = cursorOf(open(events))
    for (const move of moves) {
      cursor.toMove(move)
      expect([lastOf(cursor)?.seq, boardOf(cursor)]).toEqual([move.seq, fens.get(move.seq)])
    }
  })

test('without a clock the step stops where quiet had shown the move, before the next hand lifts a piece', () => {
  const events = simulated(4, false)
  const { fens } = played(events)
  const source = recordSource(events)
  const cursor = cursorOf(source)
  cursor.toStart()
  let steps = 0
  for (cursor.stepMove(1); cursor.at.value !== null; cursor.stepMove(1)) {
    const { boardFen, fen } = cursor.frame.value!.state
    expect(fen).toBe(fens.get(lastOf(cursor)!.seq))
    expect(fen.split(' ')[0]).toBe(boardFen)
    expect(boardOf(reopened(source, place(cursor)))).toBe(fen)
    steps++
  }
  expect(steps).toBeGreaterThan(5)
})

test('a game entered by hand is stepped through at its moves, those of a line that was taken back too', () => {
  for (const board of [4, 8]) {
    const events = handEntered(board)
    const made = events.filter(({ type }) => type === 'move-made').map(({ seq }) => seq)
    for (const [reader, open] of VIEWS) {
      const cursor = cursorOf(open(events))
      cursor.toStart()
      const seen: number[] = []
      for (cursor.stepMove(1); cursor.at.value !== null; cursor.stepMove(1)) {
        const { seq } = lastOf(cursor)!
        // A move that was corrected is shown once the correction has come.
        const before = events.slice(seq, cursor.seq.value)
        expect(before.every(({ type }) => type !== 'move-made')).toBe(true)
        seen.push(seq)
      }
      if (reader === 'arbiter') expect(seen).toEqual(made)
      else expect(seen).toEqual(played(events).moves.map(({ seq }) => seq))
    }
  }
})
