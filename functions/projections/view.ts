/**
 * Views: what readers want of a stream, kept so that they need not fold it. A view and the commit it reaches to are one
 * item, put only if it is newer; every view can be thrown away and made again from the record.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { type GameState, pathOf, REDUCER_VERSION, type Status } from '../../domain/game/index.ts'
import type { EventData } from '../../events/index.ts'
import type { Belonging } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** Raised when a view's shape changes; like a new reducer it makes all views anew, beside the old ones. */
const VIEW_VERSION = 1

/** What this program makes. The part after the dash counts rebuilds of the same version. */
export const VIEW_FORMAT = `${REDUCER_VERSION}.${VIEW_VERSION}`

/** What standings, a round's report and rating reports need of a game. */
export interface ResultLine {
  readonly game: string
  readonly white: EventData<'game-opened'>['white'] | null
  readonly black: EventData<'game-opened'>['black'] | null
  readonly status: Status
  readonly result: Pick<NonNullable<GameState['result']>, 'white' | 'black' | 'rule'> | null
  /** Plies made, counted up to two: whether both players moved (a game under one move each is not rated). */
  readonly plies: number
}

/** A game as a view keeps it: gzipped JSON in base64, for the whole way of a game is mostly repetition. */
export interface GameView {
  readonly seq: number
  readonly erased: number
  readonly belonging: Belonging
  readonly line: ResultLine
  readonly state: string
}

/** A round's boards with what standings need of each: the tournament's rounds lie together. */
export interface RoundViewDoc {
  readonly seq: number
  readonly start: string | null
  readonly publishedAt: string | null
  readonly closedAt: string | null
  readonly boards: readonly { readonly board: number; readonly game: string }[]
  readonly lines: readonly ResultLine[]
}

/** Which version is read, and which is being made beside it. */
export interface LiveVersions {
  readonly live: string
  readonly building: string | null
}

export const viewKey = (version: string, stream: string): string => `view@${version}#${stream}`
export const roundsKey = (version: string, tournament: string): string => `rounds@${version}#${tournament}`
const POINTER = { pk: 'views', sk: 'versions' } as const

export const gameViews = ({ views }: Pick<Ports, 'views'>) => views as Documents<GameView>
export const roundViews = ({ views }: Pick<Ports, 'views'>) => views as Documents<RoundViewDoc>
const pointers = ({ views }: Pick<Ports, 'views'>) => views as Documents<LiveVersions>

/** Null before anything was projected. */
export async function readVersions(ports: Pick<Ports, 'views'>): Promise<LiveVersions | null> {
  return (await pointers(ports).get(POINTER.pk, POINTER.sk))?.value ?? null
}

export const writeVersions = (ports: Pick<Ports, 'views'>, versions: LiveVersions): Promise<void> =>
  pointers(ports).put(POINTER.pk, POINTER.sk, versions)

export function resultLine(game: string, { details, status, result, ...state }: GameState): ResultLine {
  const plies = pathOf({ ...state, details, status, result }).filter(({ move }) => move !== null).length
  return {
    game,
    white: details?.white ?? null,
    black: details?.black ?? null,
    status,
    result: result === null ? null : { white: result.white, black: result.black, rule: result.rule },
    plies: Math.min(plies, 2),
  }
}

/**
 * The state as feeds read it: the way of the game without what was tried and taken back, and without the log. It cannot be
 * folded on; for that there is the record.
 */
export function stateWithoutHistory(state: GameState): GameState {
  const points = pathOf(state).map((point, index) => ({ ...point, parent: index - 1 }))
  return { ...state, points, here: points.length - 1, returns: [], log: [] }
}

export const packState = (state: GameState): string =>
  gzipSync(JSON.stringify(stateWithoutHistory(state)), { level: 1 }).toString('base64')

export const unpackState = (packed: string): GameState =>
  JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as GameState
