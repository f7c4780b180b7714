/**
 * How fast move paths are counted, beside chessops and chess.js: `node --import tsx test/bench/perft.ts [rounds]`.
 *
 * Each round runs every engine on every position in turn, so that a busy machine slows them alike; the figures are
 * medians of CPU time (not wall time), and each speed is divided by the peers' of the same round.
 * "leaf": every leaf is made; "bulk": the last half-move is only counted (chess.js has no such way).
 */

import { Chess as ChessJs } from 'chess.js'
import { Chess } from 'chessops/chess'
import { perft as chessopsBulk } from 'chessops/debug'
import { parseFen as chessopsFen } from 'chessops/fen'
import {
  generate,
  MOST_MOVES,
  make,
  type Position,
  parseFen,
  perft,
  unmake,
} from '../../domain/chess/index.ts'

type Mode = 'leaf' | 'bulk'
type Engine = 'touchmove' | 'chessops' | 'chess.js'

/** `proof` is counted once by us, deeper than what is timed. */
const POSITIONS = [
  {
    name: 'initial',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    depth: 4,
    nodes: 197281,
    proof: 4865609,
  },
  {
    name: 'kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    depth: 3,
    nodes: 97862,
    proof: 4085603,
  },
  {
    name: 'Chess960',
    fen: '2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9',
    depth: 3,
    nodes: 18002,
    proof: 667366,
  },
] as const

const lists = Array.from({ length: 8 }, () => new Int32Array(MOST_MOVES))

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

function chessopsLeaves(pos: Chess, depth: number): number {
  let nodes = 0
  const visit = (from: number, to: number, promotion?: (typeof ROLES)[number]): void => {
    const child = pos.clone()
    child.play({ from, to, ...(promotion && { promotion }) })
    nodes += depth === 1 ? 1 : chessopsLeaves(child, depth - 1)
  }
  for (const [from, dests] of pos.allDests(pos.ctx())) {
    const pawn = pos.board.pawn.has(from)
    for (const to of dests) {
      if (pawn && (to < 8 || to >= 56)) for (const role of ROLES) visit(from, to, role)
      else visit(from, to)
    }
  }
  return nodes
}

/** What an engine runs for a FEN and depth, or null where it cannot. */
function runner(engine: Engine, mode: Mode, fen: string): ((depth: number) => number) | null {
  if (engine === 'touchmove') {
    const read = parseFen(fen)
    if (!read.ok) throw new Error(read.error.message)
    return (depth) => (mode === 'leaf' ? leaves(read.value, depth) : perft(read.value, depth))
  }
  if (engine === 'chessops') {
    const pos = Chess.fromSetup(chessopsFen(fen).unwrap()).unwrap()
    return (depth) => (mode === 'leaf' ? chessopsLeaves(pos, depth) : chessopsBulk(pos, depth))
  }
  if (mode === 'bulk' || fen.includes('HEhe')) return null
  const game = new ChessJs(fen)
  return (depth) => game.perft(depth)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Nodes per microsecond of CPU time, over at least 50 ms of it. */
function speedOf(run: () => number): number {
  const before = process.cpuUsage()
  for (let counted = 0; ; ) {
    counted += run()
    const { user, system } = process.cpuUsage(before)
    if (user + system > 50_000) return counted / (user + system)
  }
}

const rounds = Number(process.argv[2] ?? 15)
const ENGINES: readonly Engine[] = ['touchmove', 'chessops', 'chess.js']

for (const { name, fen, depth, nodes, proof } of POSITIONS) {
  for (const mode of ['leaf', 'bulk'] as const) {
    const deep = runner('touchmove', mode, fen)?.(depth + 1)
    if (deep !== proof) throw new Error(`${name}, ${mode}: ${deep} nodes at depth ${depth + 1}, not ${proof}`)
    const speeds: Record<Engine, number[]> = { touchmove: [], chessops: [], 'chess.js': [] }
    // Rounds 0 to 2 warm up.
    for (let round = 0; round < rounds + 3; round++) {
      for (const engine of ENGINES) {
        const run = runner(engine, mode, fen)
        if (run === null) continue
        const speed = speedOf(() => {
          const counted = run(depth)
          if (counted !== nodes) throw new Error(`${engine} counts ${counted} in ${name}, not ${nodes}`)
          return counted
        })
        if (round > 2) speeds[engine].push(speed)
      }
    }
    const cells = ENGINES.filter((engine) => speeds[engine].length > 0).map((engine) => {
      const ratio = median(speeds.touchmove.map((speed, i) => speed / speeds[engine][i]!))
      const million = median(speeds[engine]).toFixed(2)
      return engine === 'touchmove'
        ? `${engine} ${million} M/s`
        : `${engine} ${million} M/s (${ratio.toFixed(1)}×)`
    })
    console.log(`${name} depth ${depth}, ${mode}: ${cells.join(', ')}`)
  }
}
