/** The player for whom a claim is made: a blind player's assistant may make it (Appendix D.2.10; 2009: E.2.9). */
import type { EventOf, Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'

/** The players whose assistant may claim for them: they cannot see, or announcements are among the assistant's duties. */
function spokenFor(game: Game): Side[] {
  const { assistants, details } = game.state
  const hasSpeaker = (side: Side) =>
    assistants.some(
      (assistant) =>
        assistant.side === side &&
        (details?.[side].visuallyImpaired === true || assistant.duties.includes('announcements')),
    )
  return (['white', 'black'] as const).filter(hasSpeaker)
}

/** The player for whom the claim is made; null where an assistant makes it and no player has one who may claim. */
export function claimantOf(game: Game, event: EventOf<'claim-made'>): Side | null {
  if (event.by !== 'assistant') return event.by
  if (!inForce(game, 'blind-assistant')) return null
  const sides = spokenFor(game)
  const onMove = turnOf(game.position)
  return sides.length === 2 ? onMove : (sides[0] ?? null)
}
