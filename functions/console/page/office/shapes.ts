/** The types of the service's answers about tournaments, rounds, standings, tokens and sources, as far as the office reads them. */
import type { Remark } from '../../../../domain/reasons.ts'
import type { EventData } from '../../../../events/index.ts'
import type { TokenRole } from '../../../auth/roles.ts'
import type { SOURCE_KINDS } from '../../../ingest/sources/source.ts'
import type { TournamentResponse } from '../api/shapes.ts'

type GameDefaults = Partial<
  Pick<EventData<'game-opened'>, 'edition' | 'play' | 'supervision' | 'timeControl' | 'regulations'>
>

export interface OfficeTournament extends TournamentResponse {
  readonly dates?: { readonly from: string; readonly to?: string }
  readonly defaults?: GameDefaults
}

export interface OfficeStandings {
  readonly name: string
  readonly rounds: readonly { readonly number: number; readonly round: string }[]
  readonly players: readonly {
    readonly rank: number
    readonly name: string
    readonly title?: string
    readonly rating?: number
    readonly federation?: string
    readonly points: number
    readonly rounds: readonly {
      readonly round: number
      readonly game: string | null
      readonly opponent: number | null
      readonly colour: 'white' | 'black' | null
      readonly result: string | null
    }[]
  }[]
}

export interface ListedToken {
  readonly id: string
  readonly role: TokenRole
  readonly scope: string
  readonly expires: string
  readonly revokedAt?: string
}

export interface ListedSource {
  readonly id: string
  readonly kind: (typeof SOURCE_KINDS)[number]
  readonly place: string
  readonly round?: string
  readonly state: 'connecting' | 'following' | 'silent' | 'ended'
  readonly lastWord?: string
  readonly lastWordAt?: string
  readonly lastRemark?: Remark
}

export interface RoundCheck {
  readonly games: number
  readonly ended: number
  readonly withoutResult: readonly {
    readonly board: number
    readonly white: string
    readonly black: string
  }[]
  readonly notOpened: readonly { readonly board: number }[]
}
