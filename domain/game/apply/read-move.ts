/** A move that the sensor stage has read is written down like one that a person told. */
import type { SensorAct } from '../../sensors/acts.ts'
import type { Game } from '../../state/game.ts'
import { makeMove } from '../moves.ts'

export function applySensorAct(game: Game, { report, seq, at, sensed }: SensorAct): void {
  const made = makeMove(game, report, seq)
  if (made === null) return
  if (at !== null) made.at = at
  if (sensed !== null) made.sensed = sensed
}
