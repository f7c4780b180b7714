/** The game: folded with every rule on, its state shown at an instant. */
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { fold, publicState } from '../../../domain/game/index.ts'
import type { StoredEvent } from '../../../events/index.ts'
import { rehydrateWith } from '../../../functions/app/personal-data.ts'
import { gameStream, recordedEvents } from '../../../functions/app/stored-events.ts'
import { readCommits } from '../../../functions/app/streams.ts'
import { sha256OfText } from '../../../functions/store/hash.ts'
import { memoryCommitLog } from '../../../functions/store/memory.ts'
import { gameEvents } from '../../kit/game-events.ts'
import { inventGames } from '../../kit/games.ts'
import { longGame, partsOf } from '../corpus.ts'
import { compare } from '../measure.ts'
import { figure, type Row, time } from '../row.ts'
import { sealedCommits } from '../stored.ts'

const GAMES = 8
const EVENTS = 300
const PLIES = (EVENTS - 2) / 2
const LONG = 10_000
const NOTHING_KEPT = new Map()

export async function foldRows(): Promise<Row[]> {
  return [...(await beside()), ...(await linear()), ...(await atInstant())]
}

async function beside(): Promise<Row[]> {
  const games = inventGames(300, 7, 190)
    .filter(({ plies, chess960 }) => plies.length >= PLIES - 4 && chess960 === null)
    .slice(0, GAMES)
    .map((game) => ({ ...game, events: gameEvents(game) }))
  const { seconds, ratios } = await compare([
    () => {
      for (const { events } of games) fold(events)
    },
    () => {
      for (const { pgn } of games)
        for (const game of parsePgn(pgn)) {
          const position = startingPosition(game.headers).unwrap()
          for (const { san } of game.moves.mainline()) {
            const move = parseSan(position, san)
            if (move === undefined) throw new Error(`chessops cannot read ${san}`)
            position.play(move)
          }
        }
    },
  ])
  return [
    {
      id: 'fold',
      group: 'fold',
      what: 'a 300-event game folded, every rule on',
      beside: 'chessops parsing and replaying its PGN',
      ratio: ratios[0]!,
      target: { least: 1 },
      figures: `${time(seconds[0]! / games.length)} · ${time(seconds[1]! / games.length)}`,
    },
  ]
}

async function linear(): Promise<Row[]> {
  const game = longGame(LONG / 2)
  const events = game.events.slice(0, LONG)
  if (events.length < LONG) throw new Error(`the long game ends after ${events.length} events`)
  // The same moves: in the opening and later pieces stand otherwise, and cost otherwise.
  const parts = partsOf(game, PLIES)
  const short = parts.reduce((sum, part) => sum + part.length, 0)
  const { seconds, ratios } = await compare([
    () => {
      for (const part of parts) fold(part)
    },
    () => fold(events),
  ])
  return [
    {
      id: 'fold-linear',
      group: 'fold',
      what: 'a 10,000-event game folded, an event',
      beside: 'the same moves as games of 300 events',
      ratio: scaled(ratios[0]!, short / LONG),
      target: { most: 1.2 },
      figures: `${time(seconds[1]! / LONG)} · ${time(seconds[0]! / short)} an event`,
    },
  ]
}

const scaled = ({ median, low, high }: Row['ratio'], by: number): Row['ratio'] => ({
  median: median * by,
  low: low * by,
  high: high * by,
})

/** From the commits as the log holds them, hashes checked, to what a reader sees. */
async function atInstant(): Promise<Row[]> {
  const { id, events } = longGame(PLIES)
  const stream = gameStream(id)
  const log = memoryCommitLog()
  for (const commit of sealedCommits(stream, events)) await log.append(commit)
  const stored = await log.load(stream, 0)
  const bytes = stored.reduce((sum, { body }) => sum + body.length, 0)
  const instant = Date.parse(events.at(-1)!.at) + 1000
  const fromBytes = async () => {
    const commits = await readCommits({ log }, stream)
    const joined = rehydrateWith<StoredEvent>(NOTHING_KEPT, commits.flatMap(recordedEvents))
    return publicState(fold(joined.map(({ event }) => event)), instant)
  }
  const { seconds, ratios } = await compare([
    fromBytes,
    () => {
      for (const { body } of stored) {
        JSON.parse(body)
        sha256OfText(body)
      }
      fold(events)
    },
  ])
  const [bare] = ratios
  return [
    {
      id: 'instant-bytes',
      group: 'fold',
      what: `state at an instant from the store's bytes (${figure(bytes / 1000)} KB)`,
      beside: 'JSON.parse, SHA-256 and the fold alone',
      ratio: { median: 1 / bare!.median, low: 1 / bare!.high, high: 1 / bare!.low },
      target: { most: 1.5 },
      figures: `${time(seconds[0]!)} · ${time(seconds[1]!)}`,
    },
  ]
}
