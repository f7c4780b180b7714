/** Whether a side can still mate by some series of legal moves (5.2.2, 6.9), answered in stages from cheap to thorough. */

import type { Side } from '../../events/vocabulary.ts'
import { clone, hasLegalMove, inCheck, type Move, make, type Position, uciOf } from '../chess/index.ts'
import type { Answer, Budget, Proof } from './answer.ts'
import { followLines, type Lines } from './forced.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import { makePlans } from './plans.ts'
import { beginSearch, continueSearch, type Outcome } from './search.ts'
import { hasOneKing, indexOf, type SideIndex } from './sides.ts'
import { isSkeletal, Skeletons, type Visit } from './skeleton.ts'

/** Lines followed at once: so many moves with an alternative, so many nodes. */
const LOOK = { depth: 6, nodes: 300, examine: false }
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
    const opponent: Side = us === 0 ? 'black' : 'white'
    if (!hasLegalMove(p)) return p.turn !== us && inCheck(p, opponent) ? this.yes([]) : this.no('forced')
    // A king there to be taken: no legal move led here, and what is proved of legal play does not hold yet.
    if (p.turn === us && inCheck(p, opponent)) return this.searchOnly()
    if (lacksMaterial(p, us)) return this.no('no-material')
    const look = this.follow(LOOK)
    if (look.result === 'dead') return this.no('forced')
    if (look.result === 'mate') return this.yes(look.mate)
    if (isBlocked(p, us)) return this.no('blocked')
    return this.searchAndExamine()
  }

  private searchAndExamine(): Answer {
    const { p, us } = this
    const first = beginSearch(p, us, null)
    const found = continueSearch(first, this.share(FIRST_SEARCH_NODES))
    this.nodes += first.nodes
    const early = this.settled(found)
    if (early) return early
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
        const lines = this.follow({ depth, nodes, examine: true })
        if (lines.result === 'dead') return this.no('blocked')
        if (lines.result === 'mate') return this.yes(lines.mate)
      }
      const before = search.nodes
      const outcome = continueSearch(search, before + this.share(SEARCH_SHARE * nodes))
      this.nodes += search.nodes - before
      const answer = this.settled(outcome)
      if (answer) return answer
    }
    return { answer: 'undetermined', nodes: this.nodes }
  }

  private searchOnly(): Answer {
    const search = beginSearch(this.p, this.us, null)
    const outcome = continueSearch(search, this.budget)
    this.nodes += search.nodes
    return this.settled(outcome) ?? { answer: 'undetermined', nodes: this.nodes }
  }

  private settled(outcome: Outcome): Answer | null {
    if (outcome.kind === 'mate') return this.yes(outcome.line)
    return outcome.kind === 'exhausted' ? this.no('exhausted') : null
  }

  private follow(reach: { depth: number; nodes: number; examine: boolean }): Lines {
    const lines = followLines(this.p, this.us, { ...reach, nodes: this.share(reach.nodes) })
    this.nodes += lines.nodes
    return lines
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
}
