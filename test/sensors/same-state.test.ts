import { expect, test } from 'vitest'
import { fold, type GameState, publicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { seededRandom } from '../../functions/host/simulate/random.ts'
import { type SimulatedGame, simulateGame } from '../../functions/host/simulate/simulate-game.ts'
import { timeline } from '../kit/simulator.ts'
import { trials } from '../kit/trials.ts'

/** A board that loses, delays and repeats nothing. */
const CLEAR = { bounce: 0, missed: 0, late: 0 }
/** After the last event, ms: longer than any board needs to be quiet. */
const LATER = 10_000

const stored = (raw: ReturnType<typeof timeline>): StoredEvent[] =>
  raw.map(({ at, ...event }, index) => {
    const time = new Date(at).toISOString()
    return { ...event, id: `e${index}`, game: 'g', seq: index + 1, at: time, recordedAt: time } as StoredEvent
  })

/** The same game as somebody who saw every move reports it: `move-made` in the place of each move's edges. */
function reportedByHand(game: SimulatedGame): StoredEvent[] {
  const others = timeline(game, true).filter(({ type }) => type !== 'piece-lifted' && type !== 'piece-placed')
  const made = game.moves.map(({ side, data, doneAt }) => ({ at: doneAt, by: side, type: 'move-made', data }))
  return stored([...others, ...(made as typeof others)].sort((a, b) => a.at - b.at))
}

/** What both ways of telling must agree on; seqs are those of other events. */
function seen(state: GameState, at: number) {
  const { fen, boardFen, turn, moves, clocks, verdicts, result, question } = publicState(state, at)
  // The move that ends a game stops the clocks: a board sees it a scan later than somebody who looks on.
  const last = result === null ? 0 : moves.length
  return {
    fen,
    boardFen,
    turn,
    moves: moves.map(({ ply, san, uci, legal, clock }) => ({
      ply,
      san,
      uci,
      legal,
      clock: ply === last ? null : clock,
    })),
    clocks: result === null ? clocks : null,
    verdicts: verdicts.map(({ rule, articles, against, status }) => ({ rule, articles, against, status })),
    result: result === null ? null : { ...result, seq: 0, at: 0 },
    question: question ?? null,
  }
}

test('a game reported by edges alone and the same game reported by its moves alone are one: moves, position, clocks, verdicts', {
  timeout: 600_000,
}, () => {
  const games = trials(10, 400)
  for (let n = 0; n < games; n++) {
    const chance = seededRandom(n * 104_729 + 17)
    const chess960 = n % 3 === 0 ? Math.floor(chance() * 960) : null
    const startedAt = Date.UTC(2026, 2, 14, 14)
    const game = simulateGame({ random: chance, startedAt, chess960, faultRates: CLEAR })
    const end = game.endedAt + LATER
    const edges = seen(fold(stored(timeline(game, true))), end)
    expect({ game: n, ...edges }).toEqual({ game: n, ...seen(fold(reportedByHand(game)), end) })
    expect(edges.moves.map(({ uci }) => uci)).toEqual(game.moves.map(({ uci }) => uci))
  }
})
