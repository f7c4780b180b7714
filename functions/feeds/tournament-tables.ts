/** A tournament as standings and reports count it: rounds by number, games by board, entries joined. */
import { type RoundGame, type TableOptions, tableState } from '../../domain/formats/crosstable.ts'
import { numberRounds } from '../../domain/formats/round-numbers.ts'
import type { TrfHeading, TrfRound } from '../../domain/formats/trf.ts'
import type { Entries } from '../app/entries.ts'
import type { SeenBoard, SeenTournament, TakenRound } from './read-context.ts'

type Tables = SeenTournament<RoundGame>

/** A game as far as tables need it. */
export const tableGame = ({ game, board, state }: SeenBoard): RoundGame => ({
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
const dayOf = ({ round, games }: TakenRound<RoundGame>): string | undefined =>
  games.find(({ state }) => state.details?.date !== undefined)?.state.details?.date ??
  round.start?.slice(0, 10)

export const tableOptions = ({ tournament }: Tables, { players }: Entries): TableOptions => ({
  scoring: tournament.defaults.regulations?.scoring,
  entries: players,
})

export function reportHeading({ tournament, rounds }: Tables, { heading }: Entries): TrfHeading {
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
