/** A round read from its views: one item for the round and one a game, however long the games are. */
import type { GameState } from '../../domain/game/index.ts'
import { gameStream } from '../record/recorded.ts'
import type { RoundId, RoundView } from '../record/rounds.ts'
import type { Service } from '../record/service.ts'
import { gameViews, readVersions, roundsKey, roundViews, unpackState, viewKey } from './view.ts'

interface ViewedRound {
  readonly seq: number
  readonly round: RoundView
  readonly games: readonly {
    readonly board: number
    readonly game: string
    readonly state: GameState
    readonly erased: number
  }[]
}

/** Null where there is no view of it yet: the record then tells. */
export async function viewedRound(
  service: Pick<Service, 'views'>,
  { tournament, round }: RoundId,
): Promise<ViewedRound | null> {
  const versions = await readVersions(service)
  if (versions === null) return null
  const found = await roundViews(service).get(roundsKey(versions.live, tournament), round)
  if (found === null) return null
  const { seq, start, publishedAt, closedAt, boards } = found.value
  const views = await Promise.all(
    boards.map(({ game }) => gameViews(service).get(viewKey(versions.live, gameStream(game)), 'view')),
  )
  const games = boards.flatMap(({ board, game }, k) => {
    const view = views[k]?.value
    return view === undefined ? [] : [{ board, game, state: unpackState(view.state), erased: view.erased }]
  })
  return { seq, round: { tournament, round, start, publishedAt, closedAt, boards }, games }
}
