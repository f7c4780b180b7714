/** A round read from its views: one item for the round and one a game, however long the games are. */
import type { GameState } from '../../domain/game/index.ts'
import type { RoundId, RoundView } from '../app/rounds.ts'
import type { Service } from '../app/service.ts'
import { gameStream } from '../app/stored-events.ts'
import { gameViews, readVersions, roundsKey, roundViews, unpackState, viewKey } from './view.ts'

interface ViewedGame {
  readonly board: number
  readonly game: string
  readonly state: GameState
  readonly erased: number
}

interface ViewedRound<G> {
  readonly seq: number
  readonly round: RoundView
  /** In the order of the boards. */
  readonly games: readonly G[]
}

/** Games read and unpacked at a time: a tournament's pass through memory, they do not lie in it. */
const ABREAST = 32

/** With what is made of each game; null where there is no view of it yet: the record then tells. */
export async function viewedRound<G>(
  service: Pick<Service, 'views'>,
  { tournament, round: name }: RoundId,
  takeFrom: (round: RoundView, seq: number) => (game: ViewedGame) => G,
): Promise<ViewedRound<G> | null> {
  const versions = await readVersions(service)
  if (versions === null) return null
  const found = await roundViews(service).get(roundsKey(versions.live, tournament), name)
  if (found === null) return null
  const { seq, start, publishedAt, closedAt, boards } = found.value
  const round: RoundView = { tournament, round: name, start, publishedAt, closedAt, boards }
  const take = takeFrom(round, seq)
  const games: G[] = []
  for (let next = 0; next < boards.length; next += ABREAST) {
    const part = boards.slice(next, next + ABREAST)
    const views = await Promise.all(
      part.map(({ game }) => gameViews(service).get(viewKey(versions.live, gameStream(game)), 'view')),
    )
    for (const [k, { board, game }] of part.entries()) {
      const view = views[k]?.value
      if (view === undefined) continue
      games.push(take({ board, game, state: unpackState(view.state), erased: view.erased }))
    }
  }
  return { seq, round, games }
}
