import { expect, test } from 'vitest'
import { applySensorAct } from '../../domain/game/apply/read-move.ts'
import { apply } from '../../domain/game/apply.ts'
import { newGame } from '../../domain/game/open.ts'
import { readSensors } from '../../domain/sensors/read-sensors.ts'
import { observe } from '../../domain/sensors/window.ts'
import type { EventOf } from '../../events/index.ts'

/** A board's edges: ms, square, piece ('' for empty). */
type Reported = readonly [ms: number, square: string, piece: string]

/** A game at its start with these edges, which nothing has read yet. */
function watched(edges: readonly Reported[]) {
  const game = newGame()
  edges.forEach(([ms, square, piece], index) => {
    game.state.seq = index + 1
    game.state.at = ms
    const edge = {
      seq: index + 1,
      by: 'board',
      ...(piece === ''
        ? { type: 'piece-lifted', data: { square } }
        : { type: 'piece-placed', data: { square, piece } }),
    }
    observe(game, edge as unknown as EventOf)
    apply(game, edge as unknown as EventOf)
  })
  return game
}

/** What the stage hands on before an event at an instant. */
function actsBefore(game: ReturnType<typeof watched>, event: object, at: number) {
  const reading = readSensors(game, event as unknown as EventOf, at)
  const acts = []
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done === true) return { acts, ...next.value }
    acts.push(next.value)
    applySensorAct(game, next.value)
  }
}

const BOTH = [
  [0, 'e2', ''],
  [300, 'e4', 'P'],
  [500, 'e7', ''],
  [800, 'e5', 'p'],
] as const
const QUIET = { seq: 9, type: 'piece-placed', by: 'board', data: { square: 'e5', piece: 'p' } }

test('two moves come out as two acts in their order, with the edges that prove them', () => {
  const { acts, plan } = actsBefore(watched(BOTH), QUIET, 1800)
  expect(acts.map(({ report, seq, at, sensed }) => [report.from, report.to, seq, at, sensed?.edges])).toEqual(
    [
      ['e2', 'e4', 2, 300, [1, 2]],
      ['e7', 'e5', 4, 800, [3, 4]],
    ],
  )
  expect(plan).toBeNull()
})

test('a board that is not quiet yet gives no act, a press of its player gives one', () => {
  expect(actsBefore(watched(BOTH.slice(0, 2)), QUIET, 900).acts).toEqual([])
  const press = { seq: 9, type: 'clock-pressed', by: 'white', data: {} }
  expect(actsBefore(watched(BOTH.slice(0, 2)), press, 900).acts.map(({ report }) => report.to)).toEqual([
    'e4',
  ])
})

test('a move that a person reports while the record asks is an answer, and is read before the press', () => {
  const game = watched([[0, 'g1', '']])
  game.state.status = 'running'
  const press = { seq: 2, type: 'clock-pressed', by: 'white', data: {} }
  expect(actsBefore(game, press, 900).acts).toEqual([])
  expect(game.state.question).toMatchObject({ side: 'white', candidates: ['g1h3', 'g1f3'], weights: [0, 0] })
  const reported = { seq: 3, type: 'move-made', by: 'operator', data: { from: 'g1', to: 'f3' } }
  expect(actsBefore(game, reported, 3000)).toMatchObject({
    isRecorded: true,
    plan: [{ report: { from: 'g1', to: 'f3' }, answer: 3, before: 2 }],
  })
})

test('a question names with each candidate how much more speaks against it than against the likeliest', () => {
  // The knight stood on f3 for half a second and was lifted again: nothing that was seen speaks for h3.
  const game = watched([
    [0, 'g1', ''],
    [300, 'f3', 'N'],
    [800, 'f3', ''],
  ])
  game.state.status = 'running'
  const press = { seq: 12, type: 'clock-pressed', by: 'white', data: {} }
  expect(actsBefore(game, press, 2900).acts).toEqual([])
  expect(game.state.question).toMatchObject({ candidates: ['g1h3', 'g1f3'], weights: [null, 0] })
})
