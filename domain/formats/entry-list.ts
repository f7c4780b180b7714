/** The players of a tournament: those of its games, recognised from round to round, with what the entry list says of them. */

import { type EventData, SIDES, type Side } from '../../events/index.ts'
import { omit } from '../../events/omit.ts'
import { ERASED, isPlaceholderName } from './placeholder-names.ts'

/** Byes of the pairing program: `U` pairing-allocated, `F` full point, `H` half point, `Z` none. */
export const BYES = ['U', 'F', 'H', 'Z'] as const
export type Bye = (typeof BYES)[number]

type OpenedPlayer = EventData<'game-opened'>['white']

/** A player as entered with the tournament; all but the name may come from the games. */
export interface TournamentEntry
  extends Pick<OpenedPlayer, 'name' | 'fideId' | 'title' | 'rating' | 'federation'> {
  readonly startingRank?: number | undefined
  readonly sex?: 'm' | 'w' | undefined
  /** `1994-02-11`, also `1994` alone. */
  readonly birth?: string | undefined
  readonly byes?: readonly { readonly round: number; readonly type: Bye }[] | undefined
}

export interface RankedPlayer extends TournamentEntry {
  readonly startingRank: number
}

export interface EntryList {
  /** By starting rank. */
  readonly players: readonly RankedPlayer[]
  /** The player at a side of a game; null for a placeholder (`?`, `NN`, `BYE`) without an id. */
  playerOf(player: Pick<OpenedPlayer, 'name' | 'fideId'>, seat: string): RankedPlayer | null
  /** Whether a player stands for the seat of somebody who was erased. */
  isSeat(player: RankedPlayer): boolean
}

/** A game whose players are to be listed. */
interface Seats {
  readonly game: string
  readonly state: { readonly details: Readonly<Record<Side, OpenedPlayer>> | null }
}

/** Names a side of a game; no name of a player begins so. */
export const seatKey = (game: string, side: Side): string => `\n${game} ${side}`

/** The order of titles in FIDE's starting order (C.04.2). */
export const STARTING_ORDER_TITLES = ['GM', 'IM', 'WGM', 'FM', 'WIM', 'CM', 'WFM', 'WCM']

/** The players of the entry list, then those that only appear in games; `separateErased`: also the seats of erased players. */
export function entryList(
  games: readonly Seats[],
  entered: readonly TournamentEntry[] = [],
  separateErased = false,
): EntryList {
  const known = new Map<string, TournamentEntry>()
  const idsOfName = new Map<string, string>()
  const seats = games.flatMap(({ game, state: { details } }) =>
    details === null ? [] : SIDES.map((side) => ({ entry: details[side], seat: seatKey(game, side) })),
  )
  const isListed = (entry: TournamentEntry) =>
    entry.fideId !== undefined || !isPlaceholderName(entry.name) || (separateErased && isErased(entry))
  const seen = [...entered.map((entry) => ({ entry, seat: '' })), ...seats].filter(({ entry }) =>
    isListed(entry),
  )
  for (const { entry } of seen) {
    const { name, fideId } = entry
    if (fideId !== undefined && !isPlaceholderName(name) && !idsOfName.has(nameKey(name)))
      idsOfName.set(nameKey(name), String(fideId))
  }
  // A name that has an id anywhere in the tournament is that player where the id was left out.
  const keyOf = ({ name, fideId }: Pick<OpenedPlayer, 'name' | 'fideId'>, seat: string) => {
    if (separateErased && isErased({ name, fideId })) return seat
    const id = fideId === undefined ? idsOfName.get(nameKey(name)) : String(fideId)
    return id === undefined ? nameKey(name) : `#${id}`
  }
  for (const { entry, seat } of seen) {
    const key = keyOf(entry, seat)
    known.set(key, { ...playerPart(entry), ...known.get(key) })
  }
  const keys = new Map([...known].map(([key, entry]) => [entry, key]))
  const byKey = new Map<string, RankedPlayer>()
  const placeholders = new Set<RankedPlayer>()
  const players = ranked([...known.values()]).map(([entry, player]) => {
    const key = keys.get(entry)!
    byKey.set(key, player)
    if (key.startsWith('\n')) placeholders.add(player)
    return player
  })
  return {
    players,
    playerOf: (player, seat) => byKey.get(keyOf(player, seat)) ?? null,
    isSeat: (player) => placeholders.has(player),
  }
}

const isErased = ({ name, fideId }: Pick<OpenedPlayer, 'name'> & { readonly fideId?: unknown }): boolean =>
  fideId === undefined && name === ERASED

const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

/** A player without the flag that belongs to a game's regulations. */
const playerPart = (player: TournamentEntry & Pick<OpenedPlayer, 'visuallyImpaired'>): TournamentEntry =>
  omit(player, 'visuallyImpaired')

/** Ranks as the entry list gives them; the others follow by rating, title and name. */
function ranked(entries: readonly TournamentEntry[]): (readonly [TournamentEntry, RankedPlayer])[] {
  const title = ({ title = '' }: TournamentEntry) =>
    (STARTING_ORDER_TITLES.indexOf(title) + STARTING_ORDER_TITLES.length + 1) %
    (STARTING_ORDER_TITLES.length + 1)
  const order = [...entries].sort(
    (a, b) =>
      (a.startingRank ?? Number.POSITIVE_INFINITY) - (b.startingRank ?? Number.POSITIVE_INFINITY) ||
      (b.rating ?? 0) - (a.rating ?? 0) ||
      title(a) - title(b) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
  const taken = new Set(entries.map(({ startingRank }) => startingRank))
  let next = 1
  return order
    .map((entry) => {
      while (entry.startingRank === undefined && taken.has(next)) next++
      return [entry, { ...entry, startingRank: entry.startingRank ?? next++ }] as const
    })
    .sort(([, a], [, b]) => a.startingRank - b.startingRank)
}
