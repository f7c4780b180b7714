/** Whether a side can still mate by some series of legal moves (5.2.2, 6.9), answered in stages from cheap to thorough. */

import type { Side } from '../../events/vocabulary.ts'
import { clone, type Move, make, type Position, uciOf } from '../chess/index.ts'
import type { SearchBudget, UnwinnableProof, WinnableAnswer } from './answer.ts'
import { followLines } from './forced-lines.ts'
import { beginSearch, continueSearch, type HelpmateSearch } from './helpmate-search.ts'
import {
  arePawnsLocked,
  beginKingPawnSearch,
  continueKingPawnSearch,
  isKingPawnSearchable,
  type KingPawnResult,
} from './king-pawn-search.ts'
import { makeMatingPlans } from './mating-plans.ts'
import { hasOneKing, type SideIndex, sideIndex } from './sides.ts'
import { runStaticStage } from './static-stage.ts'

/** Nodes for the first search, which has no plans. */
const FIRST_SEARCH_NODES = 2000
/** Nodes in the first round for the search of kings and pawns, and for the forced lines; later rounds have more. */
const FIRST_ROUND_NODES = 1500
const GROWTH = 3
/** Nodes in the first round for the search of kings and pawns while no pawn can move: then it has few states. */
const LOCKED_NODES = 8000
/** How many times as many nodes as each of them the helpmate search may use. */
const SEARCH_SHARE = 4

/**
 * Whether `side` can mate from here by some series of legal moves of both sides. Counters of moves and of repetitions
 * do not matter. The position may be illegal, but each side must have exactly one king: otherwise the Laws give no answer
 * and neither does this function (`undetermined`, 0 nodes). The position is not changed.
 *
 * @example
 * ```ts
 * import { parseFen } from 'touchmove/chess'
 * import { canMate } from 'touchmove/winnable'
 *
 * const position = parseFen('7k/8/6K1/6P1/8/8/8/8 w - - 0 1')
 * if (!position.ok) throw new Error(position.error.message)
 * const found = canMate(position.value, 'white', { nodes: 100_000 })
 * console.log(found.answer, canMate(position.value, 'black', { nodes: 100_000 }).answer)
 * // yes no
 * ```
 */
export function canMate(position: Position, side: Side, budget: SearchBudget): WinnableAnswer {
  const { bits } = position
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return { answer: 'undetermined', nodes: 0 }
  const p = clone(position)
  const question: OpenQuestion = { p, us: sideIndex(side), budget: budget.nodes, nodes: 0 }
  const found = runStaticStage(p, question.us, budget.nodes)
  question.nodes = found.nodes
  if (found.kind === 'mate') return yes(question, found.line)
  if (found.kind === 'no') return no(question, found.proof)
  const first = beginSearch(p, question.us, null)
  return (
    resumeSearch(question, first, FIRST_SEARCH_NODES) ??
    alternateSearches(question, !found.takeable && isKingPawnSearchable(p))
  )
}

interface OpenQuestion {
  readonly p: Position
  readonly us: SideIndex
  readonly budget: number
  /** Nodes used so far. */
  nodes: number
}

/** Runs the three searches in turn (kings and pawns, forced lines, helpmate), with more nodes each round, until one decides. */
function alternateSearches(question: OpenQuestion, kingPawnSearchable: boolean): WinnableAnswer {
  const { p, us } = question
  const search = beginSearch(p, us, makeMatingPlans(p, us))
  const visit = kingPawnSearchable ? beginKingPawnSearch(p, us) : null
  let kingPawnResult: KingPawnResult = visit === null ? 'open' : 'spent'
  for (let nodes = FIRST_ROUND_NODES, depth = 1; question.nodes < question.budget; nodes *= GROWTH, depth++) {
    if (visit !== null && kingPawnResult === 'spent') {
      const before = visit.nodes
      kingPawnResult = continueKingPawnSearch(visit, before + nodesLeft(question, nodes))
      if (kingPawnResult === 'spent' && arePawnsLocked(visit)) {
        kingPawnResult = continueKingPawnSearch(
          visit,
          before + nodesLeft(question, Math.max(nodes, LOCKED_NODES)),
        )
      }
      question.nodes += visit.nodes - before
      if (kingPawnResult === 'dead') return no(question, 'enclosed')
    }
    if (kingPawnResult === 'open') {
      const lines = followLines(p, us, { depth, nodes: nodesLeft(question, nodes), examine: true })
      question.nodes += lines.nodes
      if (lines.result === 'dead') return no(question, 'enclosed')
      if (lines.result === 'mate') return yes(question, lines.mate)
    }
    const answer = resumeSearch(question, search, SEARCH_SHARE * nodes)
    if (answer) return answer
  }
  return { answer: 'undetermined', nodes: question.nodes }
}

/** Continues a helpmate search for `nodes` nodes more; null if that decides nothing. */
function resumeSearch(question: OpenQuestion, search: HelpmateSearch, nodes: number): WinnableAnswer | null {
  const before = search.nodes
  const outcome = continueSearch(search, before + nodesLeft(question, nodes))
  question.nodes += search.nodes - before
  if (outcome.kind === 'mate') return yes(question, outcome.line)
  return outcome.kind === 'exhausted' ? no(question, 'exhausted') : null
}

/** `nodes`, or what is left of the budget. */
const nodesLeft = ({ budget, nodes: spent }: OpenQuestion, nodes: number): number =>
  Math.max(0, Math.min(nodes, budget - spent))

function yes({ p: start, nodes }: OpenQuestion, moves: readonly Move[]): WinnableAnswer {
  const p = clone(start)
  const line = moves.map((move) => {
    const text = uciOf(p, move)
    make(p, move)
    return text
  })
  return { answer: 'yes', line, nodes }
}

const no = ({ nodes }: OpenQuestion, proof: UnwinnableProof): WinnableAnswer => ({
  answer: 'no',
  proof,
  nodes,
})
