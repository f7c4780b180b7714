/** A round's file by pages of boards. */
import type { RoundView } from '../app/rounds.ts'
import { integerParam } from '../http/query.ts'

/** Some of a round's boards, in their order; neither: all of them. */
export interface BoardsPage {
  /** The first board shown. */
  readonly from?: number | undefined
  /** How many at most. */
  readonly boards?: number | undefined
}

/** The parameters of a page. */
export const boardsPageQuery = {
  from: integerParam(1, 999_999, 'the first board shown').optional(),
  boards: integerParam(1, 10_000, 'how many boards at most; `Link` names the next ones').optional(),
}

/** The boards of the round from one on, also those at which nothing is to be seen yet. */
const boardsFrom = ({ boards }: RoundView, from = 1) => boards.filter(({ board }) => board >= from)

/** The query that asks for the boards behind a page; null where it is the last page. */
export function nextBoards(round: RoundView, { from, boards }: BoardsPage): { readonly from: number } | null {
  const next = boards === undefined ? undefined : boardsFrom(round, from)[boards]?.board
  return next === undefined ? null : { from: next }
}

/** The games of a page. */
export const gamesOfPage = (round: RoundView, { from, boards }: BoardsPage): ReadonlySet<string> =>
  new Set(
    boardsFrom(round, from)
      .slice(0, boards)
      .map(({ game }) => game),
  )
