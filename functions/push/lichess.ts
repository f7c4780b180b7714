/**
 * Pushes a round's PGN to Lichess's broadcast endpoint (`POST /api/broadcast/round/{id}/push`, scope `study:write`).
 * A 200 may hold an error for each game, a 400 refuses all that was sent, a 429 asks for a minute's silence.
 */
import { type Post, waitBefore } from './post.ts'

/** What a push takes at most. */
const MOST_GAMES = 100
/** Lichess asks to wait a full minute after a 429. */
const SILENCE = '60'

export interface LichessRound {
  /** The endpoint in full. */
  readonly url: string
  readonly token: string
}

/** A game that Lichess did not take, by its place in what was pushed. */
export interface GameFault {
  readonly game: string
  readonly error: string
}

/** `wait`: nothing is wrong with what was sent, it should come again in so many ms. `refused`: nothing can be pushed. */
export type Push =
  | {
      readonly kind: 'pushed'
      readonly games: number
      readonly moves: number
      readonly faults: readonly GameFault[]
    }
  | { readonly kind: 'wait'; readonly ms: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** Games of a PGN file as this service writes it: each begins with its `Event`. */
export const gamesOfFile = (pgn: string): string[] =>
  pgn.split(/\n\n(?=\[Event ")/).filter((game) => game.trim() !== '')

/** Pushes all games, a hundred at a time. `attempt`: how often it was tried before without success, and once more. */
export async function pushRound(
  post: Post,
  round: LichessRound,
  pgn: string,
  attempt: number,
  now: number,
): Promise<Push> {
  const games = gamesOfFile(pgn)
  let moves = 0
  const faults: GameFault[] = []
  for (let next = 0; next < games.length; next += MOST_GAMES) {
    const part = await pushGames(post, round, games.slice(next, next + MOST_GAMES), attempt, now)
    if (part.kind !== 'pushed') return part
    moves += part.moves
    faults.push(...part.faults)
  }
  return { kind: 'pushed', games: games.length, moves, faults }
}

/** What is refused together is pushed apart, so that one bad game never holds up the others. */
async function pushGames(
  post: Post,
  round: LichessRound,
  games: readonly string[],
  attempt: number,
  now: number,
): Promise<Push> {
  const headers = { authorization: `Bearer ${round.token}`, 'content-type': 'text/plain; charset=utf-8' }
  const answer = await post(round.url, headers, games.join('\n\n')).catch((error: Error) => error)
  if (answer instanceof Error)
    return { kind: 'wait', ms: waitBefore(attempt, null, now), reason: `no answer: ${answer.message}` }
  const { status, text, retryAfter } = answer
  if (status === 200) return readAnswer(games, text)
  if (status === 429)
    return { kind: 'wait', ms: waitBefore(attempt, retryAfter ?? SILENCE, now), reason: 'too many requests' }
  const reason = `${status}: ${errorOf(text)}`
  if (status >= 500) return { kind: 'wait', ms: waitBefore(attempt, retryAfter, now), reason }
  if (status !== 400) return { kind: 'refused', reason }
  if (games.length === 1)
    return { kind: 'pushed', games: 1, moves: 0, faults: [{ game: nameOf(games[0]!), error: errorOf(text) }] }
  const half = Math.ceil(games.length / 2)
  const first = await pushGames(post, round, games.slice(0, half), attempt, now)
  if (first.kind !== 'pushed') return first
  const second = await pushGames(post, round, games.slice(half), attempt, now)
  if (second.kind !== 'pushed') return second
  // Where no game at all is taken the fault is not the games'.
  if (first.faults.length + second.faults.length === games.length) return { kind: 'refused', reason }
  return {
    kind: 'pushed',
    games: games.length,
    moves: first.moves + second.moves,
    faults: [...first.faults, ...second.faults],
  }
}

interface Taken {
  readonly moves?: unknown
  readonly error?: unknown
}

function readAnswer(games: readonly string[], text: string): Push {
  let taken: readonly Taken[]
  try {
    taken = (JSON.parse(text) as { games: readonly Taken[] }).games
    if (!Array.isArray(taken)) throw new TypeError('no games')
  } catch {
    return { kind: 'refused', reason: `the answer is not one of Lichess: ${text.slice(0, 200)}` }
  }
  const faults = taken.flatMap(({ error }, k) =>
    typeof error === 'string' ? [{ game: nameOf(games[k] ?? ''), error }] : [],
  )
  const moves = taken.reduce((sum, each) => sum + (typeof each.moves === 'number' ? each.moves : 0), 0)
  return { kind: 'pushed', games: games.length, moves, faults }
}

function errorOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // Not JSON: a proxy's page, say.
  }
  return text.slice(0, 200) || 'without a word'
}

const tagOf = (pgn: string, name: string): string | undefined =>
  new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(pgn)?.[1]

/** `board 3 (A – B)` */
const nameOf = (pgn: string): string =>
  `board ${tagOf(pgn, 'Board') ?? '?'} (${tagOf(pgn, 'White') ?? '?'} – ${tagOf(pgn, 'Black') ?? '?'})`
