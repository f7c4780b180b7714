/** The position from which the moves of a game are replayed, and what was found wrong about its setup. */
import type { GameState, Point } from '../game/index.ts'

/**
 * The path from the position before the first move. Pieces that stood wrong may have been set anew before the first move; a
 * replay needs the position from which the moves were made. `opened`: the FEN the game was opened with, where it differs.
 */
export function pathFromStart(path: readonly Point[]): {
  way: readonly Point[]
  anew: boolean
  opened: string | null
} {
  const moved = path.findIndex(({ move }) => move !== null)
  const last = (moved < 0 ? path.length : moved) - 1
  const [root, start] = [path[0]!, path[last]!]
  return {
    way: path.slice(last),
    anew: last > 0,
    // What no move led to stands there as FEN.
    opened: root.stands === start.stands ? null : String(root.stands),
  }
}

const FAULTS = {
  'initial-position': 'the pieces had been set up wrongly',
  orientation: 'the board lay the wrong way round',
  colours: 'the players had the wrong colours',
  clock: 'the clock had been set wrongly',
} as const

/** What is to be said of the start, by the ply after which it was noticed; 0: before the first move. */
export function setupComments(
  state: GameState,
  path: readonly Point[],
): ReadonlyMap<number, readonly string[]> {
  const { anew, opened } = pathFromStart(path)
  const said = new Map<number, string[]>()
  const say = (ply: number, text: string) => said.set(ply, [...(said.get(ply) ?? []), text])
  const seqs = path.flatMap(({ move }) => (move === null ? [] : [move.seq]))
  for (const { what, seq } of state.setupFaults ?? []) {
    const ply = seqs.filter((made) => made < seq).length
    say(ply, `${ply === 0 ? 'Before the first move' : 'Here'} it was noticed that ${FAULTS[what]}.`)
  }
  if (anew)
    say(0, `The pieces were set anew${opened === null ? '' : `; the game had been opened with ${opened}`}.`)
  return said
}
