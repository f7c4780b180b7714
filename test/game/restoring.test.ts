import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldToInstant, foldToSeq, openFold, publicState, step } from '../../domain/game/index.ts'
import { currentSinceSeq, pointAfter } from '../../domain/state/history.ts'
import { arbitraryRecord } from '../kit/arbitraries.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames, standingAt } from '../kit/games.ts'
import { played } from '../kit/played.ts'
import { trials } from '../kit/trials.ts'

const SHUTTLE = { play: 'Nf3 Nf6 Ng1 Ng8 Nf3', each: 1000 }

test('restored by seq, repetitions count as they did then', () => {
  const { shown } = played([
    SHUTTLE,
    { t: 8000, by: 'arbiter', type: 'position-restored', data: { seq: 10 } },
  ])
  expect(shown.counters.repetitions).toBe(2)
  expect(shown.moves).toHaveLength(4)
})

test('restored by FEN to a position of the game, its history stays', () => {
  const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3'
  const { shown } = played([SHUTTLE, { t: 8000, by: 'arbiter', type: 'position-restored', data: { fen } }])
  expect(shown.counters.repetitions).toBe(2)
  expect(shown.moves).toHaveLength(4)
})

test('restored by FEN to a position the game never had, counting starts anew from the FEN', () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9'
  const { shown } = played([SHUTTLE, { t: 8000, by: 'arbiter', type: 'position-restored', data: { fen } }])
  expect(shown.counters).toMatchObject({ repetitions: 1, quietPlies: 7 })
  expect(shown.fen).toBe(fen)
})

test('what a player had begun is what the record says now, when an earlier report of it is taken back', () => {
  const misread = { by: 'operator', type: 'report-corrected' } as const
  const { shown } = played([
    SHUTTLE,
    { t: 7000, by: 'white', type: 'piece-lifted', data: { square: 'd2' } },
    { t: 7500, by: 'white', type: 'piece-lifted', data: { square: 'e2' } },
    { t: 8000, by: 'arbiter', type: 'position-restored', data: { seq: 14 } },
    { t: 9000, ...misread, data: { seqs: [14], reason: 'misread' } },
  ])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/5N2/PPP1PPPP/RNBQKB1R')
})

test('a ruling that names an event to come takes nothing from it', () => {
  const lifted = (t: number, square: string) =>
    ({ t, by: 'white', type: 'piece-lifted', data: { square } }) as const
  const { shown } = played([
    SHUTTLE,
    lifted(7000, 'd2'),
    { t: 8000, by: 'arbiter', type: 'position-restored', data: { seq: 15 } },
    lifted(9000, 'e2'),
    { t: 9500, by: 'operator', type: 'report-corrected', data: { seqs: [15], reason: 'misread' } },
  ])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/5N2/PPP1PPPP/RNBQKB1R')
})

test('a line that was taken back can be restored again', () => {
  const { shown } = played([
    { play: 'e4 e5 Nf3', each: 1000 },
    { t: 4000, by: 'arbiter', type: 'position-restored', data: { seq: 2 } },
    { play: 'd4', each: 1000 },
    { t: 9000, by: 'arbiter', type: 'position-restored', data: { seq: 6 } },
  ])
  expect(shown.moves.map(({ san }) => san)).toEqual(['e4', 'e5'])
})

test('after any event the game can go back to where it stood then, whatever was taken back since', () => {
  const looksBack = ({ type, by }: { type: string; by: string }) =>
    type.endsWith('-corrected') || by === 'board'
  let wentBack = 0
  fc.assert(
    fc.property(
      arbitraryRecord(60).filter((events) => !events.some(looksBack)),
      (events) => {
        const open = openFold()
        const stood: [seq: number, here: number][] = []
        for (const event of events) {
          const known = open.state.points.length
          step(open, event)
          const now = open.state
          // What was let go, or waited to be announced, may only now count as moved: at the seq at which it was.
          if (now.points.slice(known).some((point) => point.seq < event.seq)) return
          if (now.returns.at(-1)?.seq === event.seq) expect(currentSinceSeq(now)).toBe(event.seq)
          stood.push([event.seq, now.here])
        }
        for (const [seq, here] of stood) expect(pointAfter(open.state, seq)).toBe(here)
        wentBack += open.state.returns.length
      },
    ),
    { numRuns: trials(300) },
  )
  expect(wentBack).toBeGreaterThan(0)
})

test('the clock of the side on move runs again after a position is restored', () => {
  const { shown } = played([
    { play: 'e4', each: 1000 },
    { t: 5000, by: 'arbiter', type: 'position-restored', data: { seq: 2 } },
  ])
  expect(shown.clocks?.running).toBe('white')
})

test('any instant of an invented game is what an independent calculation says', () => {
  for (const game of inventGames(12, 99, 60)) {
    const events = gameEvents(game)
    const end = (game.plies.at(-1)?.at ?? game.startedAt) + 5000
    for (let k = 0; k < 8; k++) {
      const instant = game.startedAt + Math.floor(((end - game.startedAt) * (k + 1)) / 9)
      const expected = standingAt(game, instant)
      const { fen, turn, moves, clocks } = publicState(foldToInstant(events, instant), instant)
      expect({ fen, turn, plies: moves.length }).toEqual({
        fen: expected.fen,
        turn: expected.turn,
        plies: expected.plies,
      })
      expect(clocks).toMatchObject(expected.clocks)
    }
  }
})

test('a board without kings is neither mate nor stalemate', () => {
  const fen = '8/8/8/8/8/8/8/8 w - - 0 1'
  const { shown } = played([{ t: 1000, by: 'arbiter', type: 'position-restored', data: { fen } }])
  expect(shown.result).toBeNull()
})

test('at a seq nothing of what came later shows', () => {
  const [game] = inventGames(1, 5, 40)
  const events = gameEvents(game as NonNullable<typeof game>)
  expect(foldToSeq(events, 6).log).toHaveLength(6)
  expect(publicState(foldToSeq(events, 6)).moves).toHaveLength(2)
})
