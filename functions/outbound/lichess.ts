/**
 * Pushes a round's PGN to Lichess's broadcast endpoint (`POST /api/broadcast/round/{id}/push`, scope `study:write`).
 * A 200 may hold an error for each game, a 400 refuses all that was sent, a 429 asks for a minute's silence.
 */
import type { Post } from './post.ts'
import { waitBefore } from './retry-wait.ts'

/** What a push takes at most. */
const MAX_GAMES = 100
/** Lichess asks to wait a full minute after a 429. */
const RATE_LIMIT_WAIT_SECONDS = '60'
/** Games tried alone to see whether a refusal is of what was pushed or of the whole round. */
const PROBES = 5
/** For what will be otherwise by itself: too early, a proxy's own page in the hall's network. */
const TRANSIENT_STATUSES = new Set([302, 303, 307, 408, 425])

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

/** Games that were refused alone, by `GameId`, with the text that was: pushed again, and alone, once it is another. */
export type RefusedGames = Map<string, { readonly pgn: string; readonly error: string }>

interface Sending {
  readonly post: Post
  readonly round: LichessRound
  /** How often it was tried before without success, and once more. */
  readonly attempt: number
  readonly now: number
  readonly refused: RefusedGames
}

/**
 * Pushes all games, a hundred at a time; those of `refused` whose text is as it was are reported and not sent, so that a game
 * which Lichess cannot take costs no requests over and over.
 */
export async function pushRound(
  post: Post,
  round: LichessRound,
  pgn: string,
  attempt: number,
  now: number,
  refused: RefusedGames = new Map(),
): Promise<Push> {
  const sending = { post, round, attempt, now, refused }
  const games = gamesOfFile(pgn)
  const bulk = games.filter((game) => !refused.has(idOf(game)))
  const apart = games.filter((game) => refused.has(idOf(game)))
  const parts: (readonly string[])[] = []
  for (let next = 0; next < bulk.length; next += MAX_GAMES) parts.push(bulk.slice(next, next + MAX_GAMES))
  const pushes: Pushed[] = []
  for (const part of parts) {
    const push = await pushGames(sending, part, true)
    if (push.kind !== 'pushed') return push
    pushes.push(push)
  }
  for (const game of apart) {
    const { pgn: before, error } = refused.get(idOf(game))!
    const push =
      before === game ? faulty([{ game: nameOf(game), error }]) : await pushGames(sending, [game], false)
    if (push.kind !== 'pushed') return push
    pushes.push(push)
  }
  return joined(pushes)
}

type Pushed = Extract<Push, { kind: 'pushed' }>

const faulty = (faults: readonly GameFault[]): Pushed => ({
  kind: 'pushed',
  games: faults.length,
  moves: 0,
  faults,
})

const joined = (pushes: readonly Pushed[]): Pushed => ({
  kind: 'pushed',
  games: pushes.reduce((sum, { games }) => sum + games, 0),
  moves: pushes.reduce((sum, { moves }) => sum + moves, 0),
  faults: pushes.flatMap(({ faults }) => faults),
})

/** What is refused together is pushed apart, so that no bad game ever holds up the others. `whole`: it was not yet. */
async function pushGames(sending: Sending, games: readonly string[], whole: boolean): Promise<Push> {
  const { post, round, attempt, now, refused } = sending
  const headers = { authorization: `Bearer ${round.token}`, 'content-type': 'text/plain; charset=utf-8' }
  const answer = await post(round.url, headers, games.join('\n\n')).catch((error: Error) => error)
  if (answer instanceof Error)
    return { kind: 'wait', ms: waitBefore(attempt, null, now), reason: `no answer: ${answer.message}` }
  const { status, text, retryAfter } = answer
  if (status === 200) return readAnswer(sending, games, text)
  if (status === 429)
    return {
      kind: 'wait',
      ms: waitBefore(attempt, retryAfter ?? RATE_LIMIT_WAIT_SECONDS, now),
      reason: 'too many requests',
    }
  const error = errorOf(text)
  const reason = `${status}: ${error}`
  if (status >= 500 || TRANSIENT_STATUSES.has(status))
    return { kind: 'wait', ms: waitBefore(attempt, retryAfter, now), reason }
  // Too much at once is no game's fault either, unless it is one game.
  if (status !== 400 && status !== 413) return { kind: 'refused', reason }
  const [only] = games
  if (games.length === 1 && only !== undefined) {
    refused.set(idOf(only), { pgn: only, error })
    return faulty([{ game: nameOf(only), error }])
  }
  return whole && status === 400 ? pushProbed(sending, games, error) : pushHalves(sending, games)
}

/**
 * Where single games from all over the round are refused in the words in which all were, the round takes nothing, as one
 * with a source of its own: a hundred requests would tell no more.
 */
async function pushProbed(sending: Sending, games: readonly string[], error: string): Promise<Push> {
  const probes = [...spread(games.length)].map((k) => games[k]!)
  const pushes: Pushed[] = []
  for (const probe of probes) {
    const push = await pushGames(sending, [probe], false)
    if (push.kind !== 'pushed') return push
    pushes.push(push)
    if (push.faults[0]?.error !== error) break
  }
  if (pushes.length === probes.length && pushes.every(({ faults }) => faults[0]?.error === error)) {
    for (const probe of probes) sending.refused.delete(idOf(probe))
    return { kind: 'refused', reason: `400: ${error}` }
  }
  const rest = games.filter((game) => !probes.slice(0, pushes.length).includes(game))
  const others = rest.length === 0 ? joined([]) : await pushGames(sending, rest, false)
  return others.kind === 'pushed' ? joined([...pushes, others]) : others
}

const spread = (count: number): ReadonlySet<number> =>
  new Set(Array.from({ length: PROBES }, (_, k) => Math.round(((count - 1) * k) / (PROBES - 1))))

async function pushHalves(sending: Sending, games: readonly string[]): Promise<Push> {
  const half = Math.ceil(games.length / 2)
  const first = await pushGames(sending, games.slice(0, half), false)
  if (first.kind !== 'pushed') return first
  const second = await pushGames(sending, games.slice(half), false)
  return second.kind === 'pushed' ? joined([first, second]) : second
}

interface Taken {
  readonly tags?: Readonly<Record<string, unknown>>
  readonly moves?: unknown
  readonly error?: unknown
}

function readAnswer({ attempt, now, refused }: Sending, games: readonly string[], text: string): Push {
  const answers = answersOf(text)
  if (answers === null) {
    const reason = `the answer is not one of Lichess: ${text.replaceAll(/\s+/g, ' ').slice(0, 200) || 'it is empty'}`
    return { kind: 'wait', ms: waitBefore(attempt, null, now), reason }
  }
  const inOrder = answers.length === games.length
  const faults = games.flatMap((game, k) => {
    const taken = inOrder ? answers[k] : answers.find(({ tags }) => isOf(game, tags))
    if (taken?.error === undefined && taken !== undefined) {
      refused.delete(idOf(game))
      return []
    }
    const error = taken === undefined ? 'Lichess answers nothing about it' : String(taken.error)
    return [{ game: nameOf(game), error }]
  })
  const moves = answers.reduce((sum, each) => sum + (typeof each.moves === 'number' ? each.moves : 0), 0)
  return { kind: 'pushed', games: games.length, moves, faults }
}

/** Null: it is not as Lichess answers. */
function answersOf(text: string): readonly Taken[] | null {
  try {
    const { games } = JSON.parse(text) as { games?: unknown }
    return Array.isArray(games) && games.every((each) => typeof each === 'object' && each !== null)
      ? games
      : null
  } catch {
    // Not JSON, or half of one: the connection broke off, or a proxy answered for Lichess.
    return null
  }
}

/** Where not every game is answered, an answer's tags tell whose it is. */
const isOf = (game: string, tags: Taken['tags']): boolean =>
  typeof tags?.['GameId'] === 'string'
    ? tags['GameId'] === tagOf(game, 'GameId')
    : ['White', 'Black', 'Round'].every((name) => tags?.[name] === tagOf(game, name))

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
  new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(pgn)?.[1]?.replaceAll(/\\(["\\])/g, '$1')

const idOf = (pgn: string): string => tagOf(pgn, 'GameId') ?? pgn

/** `board 3 (A – B)` */
const nameOf = (pgn: string): string =>
  `board ${tagOf(pgn, 'Board') ?? '?'} (${tagOf(pgn, 'White') ?? '?'} – ${tagOf(pgn, 'Black') ?? '?'})`
