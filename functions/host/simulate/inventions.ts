/** Start positions and invented players of a simulated round. */

import { chess960Position, initialPosition } from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import type { EventData } from '../../../events/index.ts'
import { pickOne, type RandomSource, randomInteger } from './random.ts'

/** a1 … h8. */
export const startPieces = (chess960: number | null): string[] =>
  lettersOf(chess960 === null ? initialPosition() : chess960Position(chess960))

type Player = EventData<'game-opened'>['white']

const FIRST = [
  'Ada',
  'Bo',
  'Cleo',
  'Dov',
  'Eha',
  'Finn',
  'Gia',
  'Hugo',
  'Ines',
  'Joon',
  'Kaia',
  'Lior',
] as const
const HEADS = ['Al', 'Bren', 'Cor', 'Den', 'Fal', 'Gor', 'Hol', 'Kan', 'Mar', 'Nor', 'Pel', 'Ros'] as const
const TAILS = ['dane', 'ettar', 'ings', 'lund', 'mere', 'ovitz', 'quist', 'rano', 'sson', 'tova'] as const

const player = (chance: RandomSource): Player => ({
  name: `${pickOne(chance, HEADS)}${pickOne(chance, TAILS)}, ${pickOne(chance, FIRST)}`,
  rating: randomInteger(chance, 1500, 2500),
})

/** White and Black, invented. */
export const inventPlayers = (chance: RandomSource): [Player, Player] => [player(chance), player(chance)]
