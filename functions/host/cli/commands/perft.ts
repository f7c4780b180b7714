/** `touchmove perft FEN DEPTH`: counts the leaves of the tree of legal moves. */
import { Command, InvalidArgumentError } from 'commander'
import { CommandFailure } from '../failure.ts'
import { createProgress } from '../progress.ts'

interface Options {
  readonly chess960?: true
  readonly json?: true
}

export function perftCommand(): Command {
  return new Command('perft')
    .description('count the legal move sequences of a given length')
    .argument('<fen>', 'a FEN, or startpos')
    .argument('<depth>', 'number of plies', depthOf)
    .option('--chess960', 'castling by the rules of Chess960 (recognised from the FEN where it shows)')
    .option('--json', 'print {"nodes": n}')
    .action(countNodes)
}

function depthOf(text: string): number {
  const depth = Number(text)
  if (!/^\d+$/.test(text) || depth > 20)
    throw new InvalidArgumentError('It is a number of plies from 0 to 20.')
  return depth
}

async function countNodes(fen: string, depth: number, options: Options): Promise<void> {
  const chess = await import('../../../../domain/chess/index.ts')
  const start =
    fen === 'startpos'
      ? { ok: true as const, value: chess.initialPosition() }
      : chess.parseFen(fen, options.chess960 ? { chess960: true } : {})
  if (!start.ok) throw new CommandFailure(start.error.message)
  const nodes = depth === 0 ? 1 : countByRootMove(chess, start.value, depth)
  process.stdout.write(options.json ? `${JSON.stringify({ nodes })}\n` : `${nodes}\n`)
}

type Chess = typeof import('../../../../domain/chess/index.ts')

/** Goes move by move at the root, so that a long count can say how far it has come. */
function countByRootMove(
  chess: Chess,
  position: ReturnType<Chess['initialPosition']>,
  depth: number,
): number {
  const progress = createProgress()
  const moves = chess.legalMoves(position)
  let nodes = 0
  for (const [index, move] of moves.entries()) {
    chess.make(position, move)
    nodes += chess.perft(position, depth - 1)
    chess.unmake(position)
    progress.report(() => `${index + 1} of ${moves.length} first moves, ${nodes} nodes`)
  }
  progress.done()
  return nodes
}
