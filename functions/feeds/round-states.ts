/** The games of a round as they stand, in the order of the boards. */
import type { GameState } from '../../domain/game/index.ts'
import type { Principal } from '../auth/roles.ts'
import { current, type Reading, readingOf } from '../record/access.ts'
import type { FoldedGame } from '../record/games.ts'
import { gameStream } from '../record/recorded.ts'
import { boardsOf } from '../record/round-record.ts'
import { type RoundId, readRound } from '../record/rounds.ts'
import type { Service } from '../record/service.ts'
import type { Outcome } from '../refusal.ts'

export interface RoundStates {
  readonly reading: Reading
  readonly games: readonly { readonly game: string; readonly state: GameState }[]
}

/** Undelayed: refused (`delayed`) to the public of a tournament that is shown late. */
export async function roundStates(
  service: Service,
  principal: Principal | null,
  id: RoundId,
): Promise<Outcome<RoundStates>> {
  const found = await readRound(service, id)
  if (!found.ok) return found
  const reading = readingOf(principal, id, found.value.tournament)
  if (!reading.ok) return reading
  const games: { game: string; state: GameState }[] = []
  for (const { game } of boardsOf(found.value.record.folded)) {
    const { folded, seq } = await current<FoldedGame>(service, service.games, gameStream(game))
    if (seq > 0) games.push({ game, state: folded.fold.state })
  }
  return { ok: true, value: { reading: reading.value, games } }
}
