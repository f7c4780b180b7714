/** Who plays in a tournament: the players of its games, known again from round to round, with what the entry list says. */
import { type EventData, SIDES } from '../../events/index.ts'
import type { GameState } from '../game/index.ts'
import { isNoName } from './no-name.ts'

/** Byes of the pairing program: `U` pairing-allocated, `F` full point, `H` half point, `Z` none. */
export const BYES = ['U', 'F', 'H', 'Z'] as const
export type Bye = (typeof BYES)[number]

type Entered = EventData<'game-opened'>['white']

/** A player as entered with the tournament; all but the name may come from the games. */
export interface Entry extends Pick<Entered, 'name' | 'fideId' | 'title' | 'rating' | 'federation'> {
  readonly startingRank?: number | undefined
  readonly sex?: 'm' | 'w' | undefined
  /** `1994-02-11`, also `1994` alone. */
  readonly birth?: string | undefined
  readonly byes?: readonly { readonly round: number; readonly type: Bye }[] | undefined
}

export interface Player extends Entry {
  readonly startingRank: number
}

export interface EntryList {
  /** By starting rank. */
  readonly players: readonly Player[]
  /** The player at a side of a game; null where it was `?`, `NN` or `BYE` without an id, who is nobody. */
  playerOf(player: Pick<Entered, 'name' | 'fideId'>): Player | null
}

/** The order of titles in FIDE's starting order (C.04.2). */
export const TITLES = ['GM', 'IM', 'WGM', 'FM', 'WIM', 'CM', 'WFM', 'WCM']

/** Those of the entry list, then those who only appear in games. */
export function entryList(states: readonly GameState[], entered: readonly Entry[] = []): EntryList {
  const known = new Map<string, Entry>()
  const idsOfName = new Map<string, string>()
  const seen = [
    ...entered,
    ...states.flatMap(({ details }) => SIDES.flatMap((side) => (details === null ? [] : [details[side]]))),
  ].filter(({ name, fideId }) => fideId !== undefined || !isNoName(name))
  for (const { name, fideId } of seen) {
    if (fideId !== undefined && !isNoName(name) && !idsOfName.has(nameKey(name)))
      idsOfName.set(nameKey(name), String(fideId))
  }
  // A name that has an id anywhere in the tournament is that player where the id was left out.
  const keyOf = ({ name, fideId }: Pick<Entered, 'name' | 'fideId'>) => {
    const id = fideId === undefined ? idsOfName.get(nameKey(name)) : String(fideId)
    return id === undefined ? nameKey(name) : `#${id}`
  }
  for (const each of seen) known.set(keyOf(each), { ...playerPart(each), ...known.get(keyOf(each)) })
  const players = ranked([...known.values()])
  const byKey = new Map(players.map((player) => [keyOf(player), player]))
  return { players, playerOf: (player) => byKey.get(keyOf(player)) ?? null }
}

const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

/** Not the regulations' own flags of a player. */
function playerPart({ visuallyImpaired: _, ...entry }: Entry & Pick<Entered, 'visuallyImpaired'>): Entry {
  return entry
}

/** Ranks as the entry list gives them; the others follow by rating, title and name. */
function ranked(entries: readonly Entry[]): Player[] {
  const title = ({ title = '' }: Entry) => (TITLES.indexOf(title) + TITLES.length + 1) % (TITLES.length + 1)
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
      return { ...entry, startingRank: entry.startingRank ?? next++ }
    })
    .sort((a, b) => a.startingRank - b.startingRank)
}
