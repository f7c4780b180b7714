/** A text held against what independent readers make of it: where they differ, and why. */
import { isCutOff, type PgnGame, readPgn, readResult, replayPgn, tagOf } from '../../domain/pgn/index.ts'
import { INDEPENDENT_READERS, type ReadGame, readOurs } from './readers.ts'

export interface Difference {
  /** Where the game begins. */
  readonly line: number
  readonly what: string
  /** Null: nobody knows why. */
  readonly why: string | null
}

export interface Comparison {
  readonly games: number
  readonly plies: number
  /** Games that one of the readers reads to the same tags, moves and result. */
  readonly equal: number
  readonly differences: readonly Difference[]
}

/** The text of each game by itself. */
export const gameTexts = (text: string): string[] => textsOfGames(text, readPgn(text))

/** The lines of each game, from its first to the next one's. */
function textsOfGames(text: string, games: readonly { readonly startLine: number }[]): string[] {
  const lines = text.split('\n')
  return games.map(({ startLine }, k) =>
    lines.slice(k === 0 ? 0 : startLine - 1, (games[k + 1]?.startLine ?? lines.length + 1) - 1).join('\n'),
  )
}

export function compareReaders(given: string): Comparison {
  // The others know no lines that end with CR alone.
  const text = given.replace(/\r\n?/g, '\n')
  const games = readPgn(text)
  const ours = readOurs(games)
  const parts = textsOfGames(text, games)
  const readings = INDEPENDENT_READERS.map(({ read }) => read(text))
  const differences: Difference[] = []
  if (!readings.some((reading) => reading?.length === ours.length)) {
    const counts = readings.map(
      (reading, k) => `${INDEPENDENT_READERS[k]!.name} ${reading?.length ?? 'none'}`,
    )
    differences.push({
      line: 1,
      what: `${ours.length} games; ${counts.join(', ')}`,
      why: whyCount(text, games),
    })
  }
  let equal = 0
  for (const [k, game] of ours.entries()) {
    const whole = readings.flatMap((reading) => (reading?.length === ours.length ? [reading[k] ?? null] : []))
    if (whole.some((other) => other !== null && differing(game, other) === null)) {
      equal++
      continue
    }
    const alone = readAlone(parts[k]!)
    const found = alone.map((other) => differing(game, other))
    if (found.includes(null)) equal++
    else {
      const what = found.length === 0 ? 'refused by the others' : found.join(' | ')
      differences.push({ line: games[k]!.startLine, what, why: whyGame(games[k]!, parts[k]!) })
    }
  }
  return {
    games: ours.length,
    plies: ours.reduce((sum, { moves }) => sum + moves.length, 0),
    equal,
    differences,
  }
}

/** A game by itself, without the blank lines in its moves at which a reader may end it. */
function readAlone(text: string): ReadGame[] {
  const [head = '', ...rest] = text.trim().split(/\n[ \t]*\n/)
  const joined = `${head}\n\n${rest.join('\n')}\n`
  return INDEPENDENT_READERS.flatMap(({ read }) => {
    const games = read(joined) ?? []
    return games.length === 1 && games[0] != null ? [games[0]] : []
  })
}

/** Null: they are the same. */
function differing(ours: ReadGame, other: ReadGame): string | null {
  const found: string[] = []
  if (ours.moves.join() !== other.moves.join())
    found.push(`${ours.moves.length} plies, not ${other.moves.length}`)
  if (ours.result !== other.result) found.push(`${ours.result}, not ${other.result}`)
  if (ours.tags !== null && other.tags !== null)
    for (const name of new Set([...ours.tags.keys(), ...other.tags.keys()]))
      if (name !== 'Result' && ours.tags.get(name) !== other.tags.get(name))
        found.push(
          `${name} ${JSON.stringify(ours.tags.get(name))}, not ${JSON.stringify(other.tags.get(name))}`,
        )
  return found.length === 0 ? null : found.join('; ')
}

function whyCount(text: string, games: readonly PgnGame[]): string | null {
  if (games.length === 0) return 'no tag and no move in it: it is no PGN'
  const [first = ''] = text.split('\n', 1)
  if (/<br/i.test(first)) return 'lines are ended by marks of HTML'
  if (games.some((game) => game.moves.length === 0 && isCutOff(game)))
    return 'games without moves and marker, which the others take for one'
  if (/\n[ \t]*\n[ \t]*[^[\s]/.test(text))
    return 'blank lines in moves or comments, where chessops ends a game'
  if (/\][ \t]*[^[\s]/.test(text)) return 'moves on the line of a tag'
  return null
}

/** `e2e4`, `Ng1-f3`. */
const LONG_NOTATION = /^[KQRBN]?[a-h][1-8][-x]?[KQRBN]?[a-h][1-8]/

/** `1/2` alone, a dash in place of the hyphen, `½`. */
function isMarkerOfItsOwn(text: string): boolean {
  const marker = text.trim().split(/\s+/).at(-1) ?? ''
  return readResult(marker) !== null && !/^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(marker)
}

function whyGame(game: PgnGame, text: string): string | null {
  const variant = tagOf(game, 'Variant')
  if (variant !== undefined && !/960|standard|position/i.test(variant)) return `other rules: ${variant}`
  if (/<br/i.test(text.split('\n', 1)[0] ?? '')) return 'lines are ended by marks of HTML'
  const { stoppedAt } = replayPgn(game)
  if (stoppedAt !== undefined) return `ours stops at ply ${stoppedAt.ply}: ${stoppedAt.reason}`
  if (game.moves.some(({ text }) => LONG_NOTATION.test(text)))
    return 'long algebraic notation or that of engines, of which the others know less'
  if (isMarkerOfItsOwn(text))
    return 'a marker in another form than the standard, which the others do not know'
  if (text.trimStart().startsWith('{'))
    return 'a comment before the first tag, behind which chessops reads no tags'
  if (/\]\s*(?:[2-9]|[1-9]\d+)\./.test(text))
    return 'a tag among the moves of a game, at which ours begins another'
  const faults = game.problems.map(({ message }) => message)
  if (faults.length > 0) return `the text is faulty: ${faults[0]}`
  return null
}
