/** The texts and games that rows share: invented, the same at each run. */
import { Chess, type Move } from 'chessops'
import { castlingSide } from 'chessops/chess'
import { makeFen } from 'chessops/fen'
import { makeSanAndPlay } from 'chessops/san'
import { kingCastlesTo, makeSquare, makeUci } from 'chessops/util'
import type { StoredEvent } from '../../events/index.ts'
import { gameEvents } from '../kit/game-events.ts'
import { type InventedGame, type InventedPly, numbers, STANDARD } from '../kit/games.ts'

const ROLES = ['queen', 'rook', 'bishop', 'knight'] as const
const START = Date.UTC(2026, 2, 14, 14)

function movesOf(position: Chess): Move[] {
  return [...position.allDests()].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })))
}

function promoting(position: Chess, move: Move, pick: (below: number) => number): Move {
  if (!('from' in move) || !position.board.pawn.has(move.from) || (move.to >= 8 && move.to < 56)) return move
  return { ...move, promotion: ROLES[pick(4)] ?? 'queen' }
}

const clock = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`
}

interface CorpusOptions {
  readonly plies?: number
  readonly evaluated?: boolean
}

/**
 * So many games of up to 80 plies (or as many as are said) as programs write them: ten tags, a clock time after each move, with
 * `evaluated` an engine's evaluation too, lines of 79 characters.
 */
export function pgnCorpus(
  games: number,
  options: CorpusOptions = {},
): { text: string; games: string[]; plies: number } {
  const made = [...corpusGames(games, options)]
  const texts = made.map(({ text }) => text)
  return { text: texts.join('\n'), games: texts, plies: made.reduce((sum, { plies }) => sum + plies, 0) }
}

/** The same one by one. */
export function* corpusGames(
  games: number,
  { plies: most = 80, evaluated = false }: CorpusOptions = {},
): Generator<{ text: string; plies: number }> {
  const pick = numbers(20261128)
  for (let game = 0; game < games; game++) {
    const position = Chess.default()
    const words: string[] = []
    const left = [5400, 5400]
    let plies = 0
    for (; plies < most; plies++) {
      const moves = movesOf(position)
      if (moves.length === 0) break
      const move = promoting(position, moves[pick(moves.length)]!, pick)
      left[plies % 2]! += 30 - pick(120)
      words.push(plies % 2 === 0 ? `${plies / 2 + 1}.` : `${(plies + 1) / 2}...`)
      const evaluation = evaluated ? `[%eval ${(pick(400) - 200) / 100}] ` : ''
      const reported = `{ ${evaluation}[%clk ${clock(Math.max(1, left[plies % 2]!))}] }`
      words.push(makeSanAndPlay(position, move), reported)
    }
    const result = position.isCheckmate() ? (position.turn === 'white' ? '0-1' : '1-0') : '1/2-1/2'
    yield { text: textOf(game, words, result), plies }
  }
}

function textOf(game: number, words: readonly string[], result: string): string {
  const tags = [
    ['Event', 'Bench Open'],
    ['Site', 'Nowhere'],
    ['Date', '2026.11.28'],
    ['Round', `${(game % 9) + 1}.${(game % 40) + 1}`],
    ['White', `Player, A${game % 997}`],
    ['Black', `Player, B${game % 991}`],
    ['Result', result],
    ['WhiteElo', String(1400 + ((game * 7) % 1200))],
    ['BlackElo', String(1400 + ((game * 13) % 1200))],
    ['TimeControl', '5400+30'],
  ]
  const lines: string[] = []
  let line = ''
  for (const word of [...words, result]) {
    if (line !== '' && line.length + word.length > 78) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${[...lines, line].join('\n')}\n`
}

/**
 * A game of so many plies and as many presses: pieces wander, a pawn moves or is taken when the count of quiet moves
 * nears seventy-five, and no position comes a fifth time.
 */
export function longGame(plies: number, seed = 5): InventedGame & { events: StoredEvent[] } {
  const pick = numbers(seed)
  const position = Chess.default()
  const seen = new Map<string, number>()
  const made: InventedPly[] = []
  const left = { white: 5_430_000, black: 5_430_000 }
  let at = START
  const after = (move: Move): Chess => {
    const next = position.clone()
    next.play(move)
    return next
  }
  const keyAfter = (move: Move): string => makeFen(after(move).toSetup()).split(' ', 4).join(' ')
  const takes = (move: Move): boolean => position.board.occupied.has(move.to) && !isCastling(move)
  const isCastling = (move: Move): boolean => castlingSide(position, move) !== undefined
  const isPawn = (move: Move): boolean => 'from' in move && position.board.pawn.has(move.from)
  const isSingle = (move: Move): boolean => 'from' in move && Math.abs(move.to - move.from) === 8
  const serves = (move: Move): boolean =>
    (seen.get(keyAfter(move)) ?? 0) < 3 && !after(promoting(position, move, () => 0)).isEnd()
  while (made.length < plies) {
    const all = movesOf(position)
    const quiet = all.filter((move) => !isPawn(move) && !takes(move))
    const pushes = all.filter((move) => isPawn(move) && !takes(move))
    const singles = pushes.filter(isSingle)
    const due = position.halfmoves > 130
    const orders = due ? [singles, pushes, all.filter(takes), quiet] : [quiet, singles, all]
    let move: Move | undefined
    for (const some of orders)
      for (let tries = 0; tries < 12 && move === undefined && some.length > 0; tries++) {
        const tried = some[pick(some.length)]!
        if (serves(tried)) move = tried
      }
    if (move === undefined) break
    move = promoting(position, move, pick)
    const key = keyAfter(move)
    seen.set(key, (seen.get(key) ?? 0) + 1)
    const side = position.turn
    at += 5000
    left[side] += 25_000
    const wing = castlingSide(position, move)
    const uci =
      wing !== undefined && 'from' in move
        ? `${makeSquare(move.from)}${makeSquare(kingCastlesTo(side, wing))}`
        : makeUci(move)
    const san = makeSanAndPlay(position, move)
    made.push({ side, san, uci, fen: makeFen(position.toSetup()), at, clock: left[side] })
  }
  const game: InventedGame = {
    id: `long${seed}`,
    board: 1,
    chess960: null,
    startFen: STANDARD,
    control: [{ base: 5400, increment: 30 }],
    startedAt: START,
    plies: made,
    result: '*',
    pgn: '',
  }
  return { ...game, events: gameEvents(game) }
}

/** A game's moves as games of so many plies, each from where the one before it ends. */
export function partsOf(game: InventedGame, plies: number): StoredEvent[][] {
  const parts: StoredEvent[][] = []
  for (let from = 0; from + plies <= game.plies.length; from += plies) {
    const before = game.plies[from - 1]
    const part = game.plies.slice(from, from + plies)
    const startFen = before?.fen ?? game.startFen
    parts.push(gameEvents({ ...game, startFen, startedAt: before?.at ?? game.startedAt, plies: part }))
  }
  return parts
}
