/** What the service answers, as far as the page looks at it. */
import type { PublicState } from '../../../../domain/game/index.ts'
import type { EventData, Points, StoredEvent } from '../../../../events/index.ts'

export type Player = EventData<'game-opened'>['white']

export interface Tournament {
  readonly id: string
  readonly name: string
  readonly site?: string
  /** Minutes. */
  readonly delay: number
  readonly openVerdicts: boolean
  readonly rounds?: readonly string[]
}

export interface ListedGame {
  readonly board: number
  readonly game: string
  readonly white: Player
  readonly black: Player
  readonly status: PublicState['status']
  readonly plies: number
  readonly result: { readonly white: Points; readonly black: Points } | null
}

export interface RoundList {
  readonly tournament: string
  readonly round: string
  readonly start: string | null
  readonly games: readonly ListedGame[]
}

type ForReaders = 'mustPlay' | 'offer' | 'verdicts'

/** Without a token what concerns the arbiter is missing. */
export type ShownState = Omit<PublicState, ForReaders | 'counters'> &
  Partial<Pick<PublicState, ForReaders>> & {
    readonly at: string
    readonly counters: Pick<PublicState['counters'], 'repetitions' | 'quietPlies'> &
      Partial<PublicState['counters']>
  }

export interface EventPage {
  readonly head: number
  readonly events: readonly StoredEvent[]
}

export interface AuditedCommit {
  readonly n: number
  readonly prev: string
  readonly hash: string
  readonly at: string
  readonly principal?: string
  readonly clockOffset?: number
  readonly events: readonly { readonly id: string; readonly type: string; readonly seq: number }[]
}

export interface Audit {
  readonly stream: string
  readonly commits: readonly AuditedCommit[]
}
