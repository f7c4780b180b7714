/** Whether a side can still mate by some series of legal moves (5.2.2, 6.9), answered in stages from cheap to thorough. */

import type { Side } from '../../events/vocabulary.ts'
import { clone, type Move, make, type Position, uciOf } from '../chess/index.ts'
import type { Answer, Budget, Proof } from './answer.ts'
import { followLines } from './forced.ts'
import { makePlans } from './plans.ts'
import { beginSearch, continueSearch, type Outcome, type Search } from './search.ts'
import { hasOneKing, indexOf, type SideIndex } from './sides.ts'
import { isSkeletal, Skeletons, type Visit } from './skeleton.ts'
import { examine } from './static-stage.ts'

/** What the first search, without plans, may spend. */
const FIRST_SEARCH_NODES = 2000
/** What the visit of skeletons and the lines examined may each spend in the first round; later rounds grow. */
const FIRST_ROUND_NODES = 1500
const GROWTH = 3
/** How much more the search may spend than each of them. */
const SEARCH_SHARE = 4

/**
 * Whether `side` can mate from here by some series of legal moves, whoever plays them. Counters of moves and of
 * repetitions play no part. The position may be illegal, but each side must have exactly one king: otherwise the Laws
 * give no answer and neither does this (`undetermined`, 0 nodes). Leaves the position untouched.
 */
export function canMate(position: Position, side: Side, budget: Budget): Answer {
  const { bits } = position
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return { answer: 'undetermined', nodes: 0 }
  return new Question(clone(position), indexOf(side), budget.nodes).answer()
}

class Question {
  private readonly p: Position
  private readonly us: SideIndex
  private readonly budget: number
  private nodes = 0

  constructor(p: Position, us: SideIndex, budget: number) {
    this.p = p
    this.us = us
    this.budget = budget
  }

  answer(): Answer {
    const { p, us } = this
    const found = examine(p, us, this.budget)
    this.nodes = found.nodes
    if (found.kind === 'mate') return this.yes(found.line)
    if (found.kind === 'no') return this.no(found.proof)
    const first = beginSearch(p, us, null)
    return (
      this.search(first, found.takeable ? this.budget : FIRST_SEARCH_NODES) ??
      (found.takeable ? this.open() : this.rounds())
    )
  }

  /** Skeletons, lines examined and the search in turn, each round with more nodes, until one of them settles it. */
  private rounds(): Answer {
    const { p, us } = this
    const search = beginSearch(p, us, makePlans(p, us))
    const skeletons = isSkeletal(p) ? new Skeletons(p, us) : null
    let visit: Visit = { result: 'spent', nodes: 0 }
    for (let nodes = FIRST_ROUND_NODES, depth = 1; this.nodes < this.budget; nodes *= GROWTH, depth++) {
      if (skeletons !== null && visit.result === 'spent') {
        const before = visit.nodes
        visit = skeletons.visitUpTo(before + this.share(nodes))
        this.nodes += visit.nodes - before
        if (visit.result === 'dead') return this.no('blocked')
      }
      if (skeletons === null || visit.result === 'open') {
        const lines = followLines(p, us, { depth, nodes: this.share(nodes), examine: true })
        this.nodes += lines.nodes
        if (lines.result === 'dead') return this.no('blocked')
        if (lines.result === 'mate') return this.yes(lines.mate)
      }
      const answer = this.search(search, SEARCH_SHARE * nodes)
      if (answer) return answer
    }
    return this.open()
  }

  /** Goes on with a search for so many nodes more; null if that settles nothing. */
  private search(search: Search, nodes: number): Answer | null {
    const before = search.nodes
    const outcome: Outcome = continueSearch(search, before + this.share(nodes))
    this.nodes += search.nodes - before
    if (outcome.kind === 'mate') return this.yes(outcome.line)
    return outcome.kind === 'exhausted' ? this.no('exhausted') : null
  }

  /** So many nodes, or what is left of the budget. */
  private share(nodes: number): number {
    return Math.max(0, Math.min(nodes, this.budget - this.nodes))
  }

  private yes(line: readonly Move[]): Answer {
    const p = clone(this.p)
    const text = line.map((move) => {
      const uci = uciOf(p, move)
      make(p, move)
      return uci
    })
    return { answer: 'yes', line: text, nodes: this.nodes }
  }

  private no(proof: Proof): Answer {
    return { answer: 'no', proof, nodes: this.nodes }
  }

  private open(): Answer {
    return { answer: 'undetermined', nodes: this.nodes }
  }
}
