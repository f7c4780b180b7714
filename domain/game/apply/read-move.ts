/** Applies a move that the sensor stage has read, as one that a person reported. */
import { placeInRecord, type SensorAct } from '../../sensors/acts.ts'
import type { Game } from '../../state/game.ts'
import { makeMove } from '../moves.ts'

export function applySensorAct(game: Game, { report, seq, at, sensed, answer, before }: SensorAct): void {
  const made = makeMove(game, report, placeInRecord(game.state, seq))
  if (made === null) return
  made.readBefore = before
  if (at !== null) made.at = at
  if (sensed !== null) made.sensed = sensed
  if (answer !== undefined) made.answer = answer
}
