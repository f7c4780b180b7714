/**
 * Compares a bundle's report to the federation with its games: each cell of a game must be what the record says. Ranks, byes
 * and the heading come from the pairing program, and nothing in the record proves them.
 */

import { readTrf } from '../../../domain/formats/pairings/index.ts'
import { isPlaceholderName } from '../../../domain/formats/placeholder-names.ts'
import { type TrfVersion, writeTrf } from '../../../domain/formats/write-trf.ts'
import type { GameState } from '../../../domain/game/index.ts'
import type { EventData, Side } from '../../../events/index.ts'

type Player = Pick<EventData<'game-opened'>['white'], 'name' | 'fideId'>

/** A game as a report shows it. */
export interface ReportedGame {
  readonly round: string
  readonly players: Readonly<Record<Side, Player>>
  /** By version, the code of each side. */
  readonly codes: Readonly<Record<TrfVersion, Readonly<Record<Side, string>>>>
}

/** Null: a game without players. */
export function reportedGame(round: string, state: GameState): ReportedGame | null {
  const { details } = state
  if (details === null) return null
  const renamed = { ...state, details: { ...details, ...DISTINCT_NAMES } }
  const codesOf = (version: TrfVersion) => {
    const entries = [
      { ...DISTINCT_NAMES.white, startingRank: 1 },
      { ...DISTINCT_NAMES.black, startingRank: 2 },
    ]
    const table = [{ id: '1', number: 1, games: [{ game: 'G', board: 1, state: renamed }] }]
    const rows = readTrf(writeTrf({ name: '' }, table, version, { entries })).rows
    return { white: rows[0]?.cells[0]?.code ?? '', black: rows[1]?.cells[0]?.code ?? '' }
  }
  return {
    round,
    players: { white: details.white, black: details.black },
    codes: { '16': codesOf('16'), '26': codesOf('26') },
  }
}

/** Two distinct names, since only the codes are read. */
const DISTINCT_NAMES = { white: { name: 'White' }, black: { name: 'Black' } } as const

/**
 * What does not hold of the first cell, or the first game, that is not as the record has it; null: nothing. `number`: of a
 * round's id.
 */
export function reportFault(
  text: string,
  version: TrfVersion,
  games: readonly ReportedGame[],
  number: ReadonlyMap<string, number>,
): string | null {
  const { rows } = readTrf(text)
  const isSame = playerEquality([
    ...rows.map(({ player }) => player),
    ...games.flatMap(({ players }) => Object.values(players)),
  ])
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  for (const row of rows)
    for (const [index, { opponent, side, code }] of row.cells.entries()) {
      if (opponent === 0) continue
      const cell = `player ${row.rank}, round ${index + 1}`
      const other = byRank.get(opponent)?.player
      const between = games.filter(
        ({ round, players }) =>
          number.get(round) === index + 1 &&
          side !== null &&
          other !== undefined &&
          isSame(row.player, players[side]) &&
          isSame(other, players[side === 'white' ? 'black' : 'white']),
      )
      if (between.length === 0)
        return `${cell}: the record has no game of this player against ${opponent} with this colour`
      if (!between.some(({ codes }) => codes[version][side!] === code)) {
        const right = between.map(({ codes }) => `"${codes[version][side!]}"`).join(' or ')
        return `${cell}: it says "${code}", the game says ${right}`
      }
    }
  for (const { round, players } of games) {
    const at = number.get(round) ?? 0
    const seats = [players.white, players.black].map((player) =>
      rows.find((row) => isSame(row.player, player)),
    )
    const isPlayed = seats.some((row) => (row?.cells[at - 1]?.opponent ?? 0) > 0)
    // A game without an opponent has no cell; for a player with two games in the round one cell is enough.
    if (isPlayed || [players.white, players.black].some(isNobody)) continue
    return `round ${at}: the game ${players.white.name} – ${players.black.name} is left out`
  }
  return null
}

const isNobody = ({ name, fideId }: Player): boolean => fideId === undefined && isPlaceholderName(name)

/** By FIDE id where a player, or another of the same name, has one; else by as much of the name as a report holds. */
function playerEquality(players: readonly Player[]): (one: Player, other: Player) => boolean {
  const ids = new Map<string, string>()
  for (const { name, fideId } of players)
    if (fideId !== undefined && !ids.has(reportedName(name))) ids.set(reportedName(name), String(fideId))
  const idOf = ({ name, fideId }: Player) =>
    fideId === undefined ? ids.get(reportedName(name)) : String(fideId)
  return (one, other) => {
    const [id, otherId] = [idOf(one), idOf(other)]
    return id !== undefined && otherId !== undefined
      ? id === otherId
      : reportedName(one.name) === reportedName(other.name)
  }
}

const NAME_WIDTH = 33
const reportedName = (name: string): string =>
  [...name.replaceAll(/\s+/g, ' ').trim().normalize('NFC')]
    .slice(0, NAME_WIDTH)
    .join('')
    .trim()
    .toLocaleLowerCase('en')
