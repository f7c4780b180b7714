/** One board of a round as it is seen: of the other games no state is read. */
import type { RoundId } from '../../domain/state/round.ts'
import { type AppResult, refused } from '../refusal.ts'
import { nameBoard, openableRound, WHOLE_BOARDS } from './read-rounds.ts'
import type { BoardSnapshot, LazySnapshot, SeenSeat, Snapshot } from './snapshots.ts'
import type { Viewpoint } from './viewpoint.ts'

/** Chooses a board among those of a round that are to be seen, in their order. */
export type BoardChoice = (seats: readonly SeenSeat[]) => AppResult<SeenSeat>

/** A board without its state until it is opened; refused as the round is, and as `choose` refuses. */
export async function lazyBoard(
  viewpoint: Viewpoint,
  id: RoundId,
  choose: BoardChoice,
): Promise<AppResult<LazySnapshot<BoardSnapshot & Snapshot>>> {
  const found = await openableRound(viewpoint, id)
  if (!found.ok) return found
  const { reading, place, seats, open } = found.value
  const chosen = choose(seats)
  if (!chosen.ok) return chosen
  const { game } = chosen.value
  return {
    ok: true,
    value: {
      ...nameBoard(viewpoint, place, chosen.value),
      reading,
      async open() {
        const opened = await open({ ...WHOLE_BOARDS, shown: () => new Set([game]) })
        if (!opened.ok) return opened
        const [seated] = opened.value.games
        if (seated === undefined) return refused('unknown-game', `game ${game} cannot be read`)
        return { ok: true, value: { ...seated, reading: opened.value.reading } }
      },
    },
  }
}
