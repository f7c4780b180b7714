/** Makes an invented game events: each move is made and pressed at the instant at which the invented clock was pressed. */
import type { StoredEvent, TimeControl } from '../../events/index.ts'
import { type InventedGame, type InventedPly, STANDARD } from './games.ts'

const PROMOTED = { q: 'Q', r: 'R', b: 'B', n: 'N' } as const

const SCORES = {
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
} as const

/** The data of `move-made`: of castling, from and to are the king's squares. */
export function moveData({ uci, san }: InventedPly): object {
  const castling = san.startsWith('O-O-O') ? 'queen-side' : san.startsWith('O-O') ? 'king-side' : null
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)]
  if (castling !== null)
    return { from, to: `${castling === 'king-side' ? 'g' : 'c'}${from.charAt(1)}`, castling }
  const promotion = PROMOTED[uci.charAt(4) as 'q']
  return promotion === undefined ? { from, to } : { from, to, promotion }
}

function startOf({ chess960, startFen }: InventedGame): object {
  if (chess960 !== null) return { start: { chess960 } }
  return startFen === STANDARD ? {} : { start: { fen: startFen } }
}

export function gameEvents(game: InventedGame): StoredEvent[] {
  const events: unknown[] = []
  const put = (at: number, type: string, by: string, data: object) => {
    const seq = events.length + 1
    const instant = new Date(at).toISOString()
    events.push({
      id: `e${seq}`,
      type,
      at: instant,
      by,
      data,
      game: game.id,
      seq,
      receivedAt: instant,
      recordedAt: instant,
      principal: 'kit',
      v: 1,
    })
  }
  const timeControl: TimeControl = {
    periods: game.control.map(({ moves, base, increment }) => ({
      ...(moves === undefined ? {} : { moves }),
      time: base * 1000,
      ...(increment === 0 ? {} : { bonus: increment * 1000, mode: 'fischer' as const }),
    })),
  }
  put(game.startedAt, 'game-opened', 'operator', {
    white: { name: 'Invented, White' },
    black: { name: 'Invented, Black' },
    edition: '2018-01-01',
    play: 'standard',
    timeControl,
    ...startOf(game),
  })
  put(game.startedAt, 'session-started', 'arbiter', {})
  for (const ply of game.plies) {
    put(ply.at, 'move-made', ply.side, moveData(ply))
    put(ply.at, 'clock-pressed', ply.side, {})
  }
  const score = SCORES[game.result as keyof typeof SCORES]
  const last = game.plies.at(-1)
  if (score !== undefined)
    put(last?.at ?? game.startedAt, 'result-set', 'operator', { ...score, reason: 'invented' })
  return events as StoredEvent[]
}
