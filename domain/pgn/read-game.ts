/** A game as a reader hands it over: its tags and moves become objects when somebody asks for them. */
import type { AsRead, PgnAnnotations, PgnGame, PgnMove, PgnProblem, PgnResult, PgnTag } from './game.ts'
import type { MoveList } from './move-list.ts'
import type { TagList } from './tag-list.ts'

export class ReadGame implements PgnGame, AsRead {
  readonly startLine: number
  readonly before: PgnAnnotations
  readonly #moves: MoveList
  readonly result: PgnResult
  readonly problems: readonly PgnProblem[]
  readonly #tags: TagList

  constructor(
    startLine: number,
    tags: TagList,
    before: PgnAnnotations,
    moves: MoveList,
    result: PgnResult,
    problems: readonly PgnProblem[],
  ) {
    this.startLine = startLine
    this.#tags = tags
    this.before = before
    this.#moves = moves
    this.result = result
    this.problems = problems
  }

  get tags(): readonly PgnTag[] {
    return this.#tags.all()
  }

  get moves(): readonly PgnMove[] {
    return this.#moves.all()
  }

  get asRead(): AsRead {
    return this
  }

  get moveCount(): number {
    return this.#moves.length
  }

  textOf(index: number): string {
    return this.#moves.textOf(index)
  }

  lineOf(index: number): number {
    return this.#moves.lineOf(index)
  }

  tag(name: string): string | undefined {
    return this.#tags.named(name)
  }
}
