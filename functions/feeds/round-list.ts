/** A round's games in a list: who plays at which board, and how it stands. */

import { pathOf, type Status } from '../../domain/game/index.ts'
import type { EventData } from '../../events/index.ts'
import { omit } from '../../events/omit.ts'
import { resultWithoutReason } from '../app/read-game.ts'
import type { RoundView } from '../app/rounds.ts'
import type { RoundSnapshot } from './snapshots.ts'

interface ListedGame {
  readonly board: number
  readonly game: string
  readonly white: EventData<'game-opened'>['white']
  readonly black: EventData<'game-opened'>['black']
  readonly status: Status
  readonly plies: number
  readonly result: ReturnType<typeof resultWithoutReason>
}

type RoundList = Omit<RoundView, 'boards'> & { readonly games: readonly ListedGame[] }

/** Of what its reader sees of the round. */
export function roundList({ round, games }: Pick<RoundSnapshot, 'round' | 'games'>): RoundList {
  const listed = games.flatMap(({ board, game, state }): ListedGame[] => {
    if (state.details === null) return []
    const { white, black } = state.details
    const plies = pathOf(state).filter(({ move }) => move !== null).length
    return [
      { board, game, white, black, status: state.status, plies, result: resultWithoutReason(state.result) },
    ]
  })
  return { ...omit(round, 'boards'), games: listed }
}
