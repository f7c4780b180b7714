/** The types of the service's answers, as far as the page reads them. */
import type { PublicMove, PublicState } from '../../../../domain/game/index.ts'
import type { EventData, Points, StoredEvent } from '../../../../events/index.ts'

export type PlayerDetails = EventData<'game-opened'>['white']

export interface TournamentResponse {
  readonly id: string
  readonly name: string
  readonly site?: string
  /** Minutes. */
  readonly delay: number
  readonly openVerdicts: boolean
  readonly rounds?: readonly string[]
}

export interface GameListItem {
  readonly board: number
  readonly game: string
  readonly white: PlayerDetails
  readonly black: PlayerDetails
  readonly status: PublicState['status']
  readonly plies: number
  readonly result: { readonly white: Points; readonly black: Points } | null
}

export interface RoundResponse {
  readonly tournament: string
  readonly round: string
  readonly start: string | null
  readonly publishedAt?: string | null
  readonly closedAt?: string | null
  readonly games: readonly GameListItem[]
}

type SignedInFields = 'mustPlay' | 'offer' | 'verdicts'

/** A state as the service shows it: without a token, what concerns the arbiter is missing. */
export type StateResponse = Omit<PublicState, SignedInFields | 'counters'> &
  Partial<Pick<PublicState, SignedInFields>> & {
    readonly at: string
    /** In place of `moves` where the last one alone was asked for. */
    readonly lastMove?: PublicMove | null
    readonly counters: Pick<PublicState['counters'], 'repetitions' | 'quietPlies'> &
      Partial<PublicState['counters']>
  }

export interface EventsResponse {
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

export interface AuditResponse {
  readonly stream: string
  readonly commits: readonly AuditedCommit[]
  /** `n` of the last commit, where others come after this page. */
  readonly next?: number
}
