/** Start positions and invented players of a simulated round. */

import { chess960Position, initialPosition } from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import type { EventData } from '../../../events/index.ts'
import { pickOne, type RandomSource, randomInteger } from './random.ts'

/** The piece on each square at the start, a1 … h8. */
export const startPieces = (chess960: number | null): string[] =>
  lettersOf(chess960 === null ? initialPosition() : chess960Position(chess960))

type Player = EventData<'game-opened'>['white']

const GIVEN_NAMES = [
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
const FAMILY_NAME_STARTS = [
  'Al',
  'Bren',
  'Cor',
  'Den',
  'Fal',
  'Gor',
  'Hol',
  'Kan',
  'Mar',
  'Nor',
  'Pel',
  'Ros',
] as const
const FAMILY_NAME_ENDS = [
  'dane',
  'ettar',
  'ings',
  'lund',
  'mere',
  'ovitz',
  'quist',
  'rano',
  'sson',
  'tova',
] as const

const inventPlayer = (random: RandomSource): Player => ({
  name: `${pickOne(random, FAMILY_NAME_STARTS)}${pickOne(random, FAMILY_NAME_ENDS)}, ${pickOne(random, GIVEN_NAMES)}`,
  rating: randomInteger(random, 1500, 2500),
})

/** White and Black, invented. */
export const inventPlayers = (random: RandomSource): [Player, Player] => [
  inventPlayer(random),
  inventPlayer(random),
]
