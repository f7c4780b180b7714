/** The games of a tournament, for its webhooks. */
import { boardsOf, type RoundState } from '../../domain/state/round.ts'
import { loadCurrent } from '../app/access.ts'
import type { RoundLoader } from '../app/dependencies.ts'
import { listRounds } from '../app/rounds.ts'
import { roundStream } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'

/**
 * The ids of a tournament's games, round by round, in the order of the boards. A round that cannot be read is logged and left
 * out.
 */
export async function tournamentGames(
  service: RoundLoader & Pick<Ports, 'registry'>,
  tournament: string,
  log: (line: string) => void,
): Promise<string[]> {
  const games: string[] = []
  for (const round of await listRounds(service, tournament)) {
    try {
      const stream = roundStream(tournament, round)
      const { folded } = await loadCurrent<RoundState>(service, service.rounds, stream)
      games.push(...boardsOf(folded).map(({ game }) => game))
    } catch (error) {
      log(`webhooks of ${tournament}, round ${round}: ${(error as Error).message}`)
    }
  }
  return games
}
