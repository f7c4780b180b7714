/**
 * Invents games with clocks, and calculates independently which position stood and what the clocks showed at any instant.
 * Moves are made by chessops and times are counted here: no code of the product takes part.
 */
import { Chess, type Move, type Position } from 'chessops'
import { castlingSide } from 'chessops/chess'
import { makeFen, parseFen } from 'chessops/fen'
import { makeSanAndPlay } from 'chessops/san'
import { kingCastlesTo, makeSquare, makeUci, squareFile, squareRank } from 'chessops/util'

type Side = 'white' | 'black'

/** A period of a time control: moves (undefined in the last), seconds, and seconds added a move. */
interface Period {
  readonly moves?: number
  readonly base: number
  readonly increment: number
}

export interface InventedPly {
  readonly side: Side
  readonly san: string
  readonly uci: string
  /** FEN after the move, castling in Shredder letters where the game is Chess960. */
  readonly fen: string
  /** When the clock was pressed: milliseconds since the epoch. */
  readonly at: number
  /** What the mover's clock showed after the press, ms. */
  readonly clock: number
}

export interface InventedGame {
  readonly id: string
  readonly board: number
  readonly chess960: number | null
  readonly startFen: string
  readonly control: readonly Period[]
  readonly startedAt: number
  readonly plies: readonly InventedPly[]
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*'
  readonly pgn: string
}

/** What stood and what the clocks showed at an instant. */
export interface Standing {
  readonly fen: string
  readonly plies: number
  readonly turn: Side
  readonly clocks: { readonly white: number; readonly black: number; readonly running: Side | null }
}

/** A small generator of whole numbers (mulberry32): the same seed gives the same games on any machine. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const CONTROLS: readonly (readonly Period[])[] = [
  [{ base: 5400, increment: 30 }],
  [{ base: 900, increment: 10 }],
  [{ base: 180, increment: 2 }],
  [{ base: 3600, increment: 0 }],
  [
    { moves: 40, base: 5400, increment: 30 },
    { base: 1800, increment: 30 },
  ],
]

const ROUND_START = Date.UTC(2026, 2, 14, 14, 0, 0)

/** `count` games of up to `most` plies, all of one round, boards numbered from 1. */
export function inventGames(count: number, seed: number, most = 150): InventedGame[] {
  const pick = numbers(seed)
  return Array.from({ length: count }, (_, index) => inventGame(index + 1, seed, pick, most))
}

function inventGame(
  board: number,
  seed: number,
  pick: (below: number) => number,
  most: number,
): InventedGame {
  const chess960 = pick(5) === 0 ? pick(960) : null
  const startFen = chess960 === null ? STANDARD : chess960Fen(chess960)
  const position = Chess.fromSetup(parseFen(startFen).unwrap()).unwrap()
  const control = CONTROLS[pick(CONTROLS.length)] as readonly Period[]
  const startedAt = ROUND_START + pick(120) * 1000
  const plies = inventPlies(position, chess960 !== null, control, startedAt, pick, 1 + pick(most))
  const result = position.isCheckmate()
    ? position.turn === 'white'
      ? '0-1'
      : '1-0'
    : position.isStalemate() || position.isInsufficientMaterial()
      ? '1/2-1/2'
      : ((['1-0', '0-1', '1/2-1/2', '*'] as const)[pick(4)] ?? '*')
  const game = {
    id: `inv${seed}-${board}`,
    board,
    chess960,
    startFen,
    control,
    startedAt,
    plies,
    result,
  } as const
  return { ...game, pgn: writeGame(game) }
}

function inventPlies(
  position: Position,
  shredder: boolean,
  control: readonly Period[],
  startedAt: number,
  pick: (below: number) => number,
  most: number,
): InventedPly[] {
  const first = control[0] as Period
  const left = { white: (first.base + first.increment) * 1000, black: (first.base + first.increment) * 1000 }
  const made = { white: 0, black: 0 }
  const plies: InventedPly[] = []
  let at = startedAt
  while (plies.length < most && !position.isEnd()) {
    const side = position.turn
    // Never so long that a flag falls: the second period of a two-period control is then reached by moves alone.
    const spent = Math.min(1 + pick(pick(4) === 0 ? 90 : 12), Math.floor(left[side] / 1000) - 1)
    if (spent < 1) break
    at += spent * 1000
    made[side]++
    left[side] += first.increment * 1000 - spent * 1000
    const move = randomMove(position, pick)
    const uci = uciOf(position, move, shredder)
    const san = makeSanAndPlay(position, move)
    plies.push({ side, san, uci, fen: fenOf(position, shredder), at, clock: left[side] })
  }
  return plies
}

function randomMove(position: Position, pick: (below: number) => number): Move {
  const moves: Move[] = []
  for (const [from, targets] of position.allDests()) {
    const pawn = position.board.pawn.has(from)
    for (const to of targets) {
      if (pawn && (squareRank(to) === 0 || squareRank(to) === 7)) {
        moves.push({
          from,
          to,
          promotion: (['queen', 'knight', 'rook', 'bishop'] as const)[pick(4)] ?? 'queen',
        })
      } else moves.push({ from, to })
    }
  }
  return moves[pick(moves.length)] as Move
}

/** chessops names the rook's square in castling; a standard game names the king's. */
function uciOf(position: Position, move: Move, shredder: boolean): string {
  const wing = castlingSide(position, move)
  if (shredder || wing === undefined || !('from' in move)) return makeUci(move)
  return `${makeSquare(move.from)}${makeSquare(kingCastlesTo(position.turn, wing))}`
}

/** A FEN with Shredder castling letters where the game is Chess960. */
function fenOf(position: Position, shredder: boolean): string {
  const fen = makeFen(position.toSetup())
  if (!shredder) return fen
  const letters: string[] = []
  for (const side of ['white', 'black'] as const) {
    const rooks = [...position.castles.castlingRights].filter(
      (square) => squareRank(square) === (side === 'white' ? 0 : 7),
    )
    for (const rook of rooks.sort((a, b) => b - a)) {
      const letter = FILES[squareFile(rook)] as string
      letters.push(side === 'white' ? letter.toUpperCase() : letter)
    }
  }
  const fields = fen.split(' ')
  fields[2] = letters.join('') || '-'
  return fields.join(' ')
}

const FILES = 'abcdefgh'
export const STANDARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** The start position of this number, 0 to 959, by Scharnagl's numbering: bishops, queen, knights, then rook, king, rook. */
export function chess960Fen(number: number): string {
  const rank: (string | null)[] = Array(8).fill(null)
  const free = () => rank.flatMap((piece, file) => (piece === null ? [file] : []))
  rank[(number % 4) * 2 + 1] = 'b'
  let rest = Math.floor(number / 4)
  rank[(rest % 4) * 2] = 'b'
  rest = Math.floor(rest / 4)
  rank[free()[rest % 6] as number] = 'q'
  rest = Math.floor(rest / 6)
  const pairs = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
  ] as const
  const empty = free()
  for (const index of pairs[rest] as readonly [number, number]) rank[empty[index] as number] = 'n'
  const [left, middle, right] = free() as [number, number, number]
  rank[left] = 'r'
  rank[middle] = 'k'
  rank[right] = 'r'
  const row = rank.join('')
  const rooks = `${FILES[right]}${FILES[left]}`
  const rights = `${rooks.toUpperCase()}${rooks}`
  return `${row}/pppppppp/8/8/8/8/PPPPPPPP/${row.toUpperCase()} w ${rights} - 0 1`
}

/** What stood and what the clocks showed at an instant at or after the start. */
export function standingAt(game: InventedGame, instant: number): Standing {
  const first = game.control[0] as Period
  const clocks = {
    white: (first.base + first.increment) * 1000,
    black: (first.base + first.increment) * 1000,
  }
  let fen = game.startFen
  let since = game.startedAt
  let turn: Side = 'white'
  let plies = 0
  for (const ply of game.plies) {
    if (ply.at > instant) break
    clocks[ply.side] = ply.clock
    fen = ply.fen
    since = ply.at
    turn = ply.side === 'white' ? 'black' : 'white'
    plies++
  }
  const over = plies === game.plies.length && isOver(game)
  if (over) return { fen, plies, turn, clocks: { ...clocks, running: null } }
  // The clock of a game without a result runs on, until it shows zero.
  clocks[turn] = Math.max(0, clocks[turn] - (instant - since))
  return { fen, plies, turn, clocks: { ...clocks, running: turn } }
}

/** Whether the game has a result, which stops the clocks at the instant of the last press. */
const isOver = (game: InventedGame): boolean => game.result !== '*'

const two = (n: number): string => String(n).padStart(2, '0')
const reading = (ms: number): string => {
  const s = ms / 1000
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

const period = ({ moves, base, increment }: Period): string =>
  `${moves === undefined ? '' : `${moves}/`}${base}${increment === 0 ? '' : `+${increment}`}`

function writeGame(game: Omit<InventedGame, 'pgn'>): string {
  const started = new Date(game.startedAt).toISOString()
  const tags = [
    ['Event', 'Invented Open'],
    ['Site', 'Nowhere'],
    ['Date', started.slice(0, 10).replaceAll('-', '.')],
    ['Round', `1.${game.board}`],
    ['White', `Player ${2 * game.board - 1}, W`],
    ['Black', `Player ${2 * game.board}, B`],
    ['Result', game.result],
    ['Board', String(game.board)],
    ['TimeControl', game.control.map(period).join(':')],
    ['UTCDate', started.slice(0, 10).replaceAll('-', '.')],
    ['UTCTime', started.slice(11, 19)],
    ['GameId', game.id],
  ]
  if (game.chess960 !== null) tags.push(['Variant', 'Chess960'], ['SetUp', '1'], ['FEN', game.startFen])
  const moves = game.plies.map(({ san, side, clock, at }, index) => {
    const spent = at - (game.plies[index - 1]?.at ?? game.startedAt)
    const number = `${Math.floor(index / 2) + 1}${side === 'white' ? '.' : '...'}`
    return `${number} ${san} {[%clk ${reading(clock)}][%emt ${reading(spent)}]}`
  })
  const header = tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')
  return `${header}\n\n${[...moves, game.result].join('\n')}\n`
}
