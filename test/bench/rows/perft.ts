/** Move generation: move paths counted from the initial position and a tactical one. */
import { execFileSync } from 'node:child_process'
import { Chess as ChessJs } from 'chess.js'
import { Chess } from 'chessops/chess'
import { perft as chessopsBulk } from 'chessops/debug'
import { parseFen as chessopsFen } from 'chessops/fen'
import { Position as Kokopu } from 'kokopu'
import {
  generate,
  MAX_MOVES,
  make,
  type Position,
  parseFen,
  perft,
  unmake,
} from '../../../domain/chess/index.ts'
import { compare } from '../measure.ts'
import { figure, type Row } from '../row.ts'

const POSITIONS = [
  { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', depth: 4, nodes: 197_281 },
  {
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    depth: 3,
    nodes: 97_862,
  },
] as const
const NODES = POSITIONS.reduce((sum, { nodes }) => sum + nodes, 0)

const lists = Array.from({ length: 8 }, () => new Int32Array(MAX_MOVES))

function leaves(p: Position, depth: number): number {
  const moves = lists[depth]!
  const n = generate(p, moves)
  let nodes = 0
  for (let i = 0; i < n; i++) {
    make(p, moves[i]!)
    nodes += depth === 1 ? 1 : leaves(p, depth - 1)
    unmake(p)
  }
  return nodes
}

const ROLES = ['queen', 'rook', 'bishop', 'knight'] as const

function chessopsLeaves(position: Chess, depth: number): number {
  let nodes = 0
  const visit = (from: number, to: number, promotion?: (typeof ROLES)[number]): void => {
    const child = position.clone()
    child.play({ from, to, ...(promotion && { promotion }) })
    nodes += depth === 1 ? 1 : chessopsLeaves(child, depth - 1)
  }
  for (const [from, targets] of position.allDests(position.ctx())) {
    const pawn = position.board.pawn.has(from)
    for (const to of targets) {
      if (pawn && (to < 8 || to >= 56)) for (const role of ROLES) visit(from, to, role)
      else visit(from, to)
    }
  }
  return nodes
}

function kokopuPaths(position: Kokopu, depth: number, bulk: boolean): number {
  const moves = position.moves()
  if (bulk && depth === 1) return moves.length
  let nodes = 0
  for (const move of moves) {
    const child = new Kokopu(position)
    child.play(move)
    nodes += depth === 1 ? 1 : kokopuPaths(child, depth - 1, bulk)
  }
  return nodes
}

function ourPosition(fen: string): Position {
  const read = parseFen(fen)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}

/** Counts both positions, and checks the counts. */
const counting = <P>(open: (fen: string) => P, count: (position: P, depth: number) => number) => {
  const positions = POSITIONS.map((each) => ({ ...each, position: open(each.fen) }))
  return () => {
    for (const { position, depth, nodes } of positions)
      if (count(position, depth) !== nodes) throw new Error('the peers count different paths')
  }
}

const ofChessops = (fen: string) => Chess.fromSetup(chessopsFen(fen).unwrap()).unwrap()
const ofKokopu = (fen: string) => new Kokopu('regular', fen)

export async function perftRows(): Promise<Row[]> {
  const leaf = await compare([
    counting(ourPosition, leaves),
    counting(ofChessops, chessopsLeaves),
    counting(ofKokopu, (p, depth) => kokopuPaths(p, depth, false)),
    counting(
      (fen) => new ChessJs(fen),
      (game, depth) => game.perft(depth),
    ),
  ])
  const bulk = await compare([
    counting(ourPosition, perft),
    counting(ofChessops, chessopsBulk),
    counting(ofKokopu, (p, depth) => kokopuPaths(p, depth, true)),
  ])
  const million = (seconds: number) => `${figure(NODES / seconds / 1e6)} M/s`
  const row = (mode: 'leaf' | 'bulk', k: number, beside: string, target: Row['target']): Row => {
    const { seconds, ratios } = mode === 'leaf' ? leaf : bulk
    return {
      id: `perft-${mode}-${beside}`,
      group: 'perft',
      what: mode === 'leaf' ? 'perft, every leaf made' : 'perft, last ply counted',
      beside,
      ratio: ratios[k]!,
      target,
      figures: `${million(seconds[0]!)} · ${million(seconds[k + 1]!)}`,
    }
  }
  const best = bulk.seconds[1]! < bulk.seconds[2]! ? 0 : 1
  return [
    row('leaf', 0, 'chessops', { least: 15 }),
    row('leaf', 1, 'kokopu', { least: 7 }),
    row('leaf', 2, 'chess.js', { least: 25 }),
    row('bulk', best, best === 0 ? 'chessops' : 'kokopu', { least: 8 }),
    ...stockfish(NODES / bulk.seconds[0]!),
  ]
}

/** Native Stockfish, where the machine has it: its time is that of a process that does nothing else. */
function stockfish(ours: number): Row[] {
  let text: string
  try {
    text = execFileSync('stockfish', { input: 'go perft 6\nquit\n', encoding: 'utf8' })
  } catch {
    return []
  }
  const nodes = Number(/Nodes searched: (\d+)/.exec(text)?.[1])
  const started = process.hrtime.bigint()
  execFileSync('stockfish', { input: 'go perft 6\nquit\n' })
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  if (!(nodes > 0)) return []
  const ratio = (ours * seconds) / nodes
  return [
    {
      id: 'perft-bulk-stockfish',
      group: 'perft',
      what: 'perft, last ply counted',
      beside: 'Stockfish, native (wall time)',
      ratio: { median: ratio, low: ratio, high: ratio },
      target: null,
      figures: `${figure(ours / 1e6)} M/s · ${figure(nodes / seconds / 1e6)} M/s`,
    },
  ]
}
