/** A tournament as standings and reports count it: rounds by number, games by board, entries joined. */
import { type CrosstableOptions, type RoundGame, tableState } from '../../domain/formats/crosstable.ts'
import { numberRounds } from '../../domain/formats/round-numbers.ts'
import type { TrfHeading, TrfRound } from '../../domain/formats/write-trf.ts'
import type { TournamentEntries } from '../app/entries.ts'
import type { BoardSnapshot, RoundExtract, TournamentSnapshot } from './snapshots.ts'

type Tables = TournamentSnapshot<RoundGame>

/** A game as far as tables need it. */
export const tableGame = ({ game, board, state }: BoardSnapshot): RoundGame => ({
  game,
  board,
  state: tableState(state),
})

/** The rounds in the order of their numbers, with the day of each. */
export function tableRounds({ rounds }: Tables): TrfRound[] {
  const byId = new Map(rounds.map((each) => [each.round.round, each]))
  return numberRounds([...byId.keys()]).map(({ id, number }) => {
    const seen = byId.get(id)!
    return { id, number, games: seen.games, date: dayOf(seen) }
  })
}

/** As its games say, or its start. */
const dayOf = ({ round, games }: RoundExtract<RoundGame>): string | undefined =>
  games.find(({ state }) => state.details?.date !== undefined)?.state.details?.date ??
  round.start?.slice(0, 10)

export const tableOptions = ({ tournament }: Tables, { players }: TournamentEntries): CrosstableOptions => ({
  scoring: tournament.defaults.regulations?.scoring,
  entries: players,
})

export function reportHeading({ tournament, rounds }: Tables, { heading }: TournamentEntries): TrfHeading {
  const { name, site, dates, defaults } = tournament
  const details = rounds.flatMap(({ games }) => games.map(({ state }) => state.details)).at(0)
  return {
    name,
    city: site,
    from: dates?.from,
    to: dates?.to ?? dates?.from,
    timeControl: defaults.timeControl ?? details?.timeControl,
    ...heading,
  }
}
