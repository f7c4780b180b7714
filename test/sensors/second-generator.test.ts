import { expect, test } from 'vitest'
import { addCalibration, type Calibration, calibrationLines, sharesOf } from '../kit/calibration.ts'
import { trials } from '../kit/trials.ts'
import { follow, type Outcome } from './second-follow.ts'
import type { TraceSettings } from './traces-of-another.ts'

const GAMES = trials(6, 340)

/** What all settings give together. */
const all: Calibration = new Map()

function playAll(settings: Omit<TraceSettings, 'seed'>): Outcome {
  const outcome: Outcome = { plies: 0, asked: 0, wrong: [], calibration: new Map() }
  for (let game = 0; game < GAMES; game++) follow({ ...settings, seed: game + 1 }, outcome)
  addCalibration(all, outcome.calibration)
  console.log(
    [
      `pace ${settings.pace} ms, presses ${settings.presses}: ${outcome.plies} plies, ${outcome.asked} asked, ${outcome.wrong.length} games with a wrong move`,
      ...calibrationLines(outcome.calibration),
    ].join('\n'),
  )
  return outcome
}

/**
 * A game that was once read wrongly without a question: the edge of a pawn's new square comes a millisecond after the press, and that of
 * the square which it left never comes.
 */
test('a second generator, seed 157 at 600 ms a ply: no wrong move without a question', () => {
  const outcome: Outcome = { plies: 0, asked: 0, wrong: [], calibration: new Map() }
  follow({ pace: 600, plies: 60, presses: true, clockLate: 0, seed: 157 }, outcome)
  expect(outcome.wrong).toEqual([])
  expect(outcome.asked).toBeLessThanOrEqual(2)
})

test.each([
  { pace: 5000, plies: 60, presses: true, clockLate: 1000, most: 0.005 },
  { pace: 600, plies: 60, presses: true, clockLate: 0, most: 0.005 },
  { pace: 600, plies: 60, presses: true, clockLate: 1000, most: 0.005 },
  { pace: 5000, plies: 60, presses: false, clockLate: 0, most: 0.015 },
])(
  'a second generator, $pace ms a ply, presses $presses, told up to $clockLate ms late: no wrong move without a question',
  { timeout: 600_000 },
  ({ most, ...settings }) => {
    const { wrong, asked, plies } = playAll(settings)
    expect(wrong).toEqual([])
    expect(asked / plies).toBeLessThanOrEqual(most)
  },
)

test('a larger confidence is right at least as often as a smaller one, and as often as it says', () => {
  const shares = sharesOf(all)
  expect(shares.length).toBeGreaterThan(1)
  for (const [index, [confidence, share]] of shares.entries()) {
    expect([confidence, share >= confidence]).toEqual([confidence, true])
    // Few moves say little: forty that are all right may be of a kind of which one in a hundred is wrong.
    const above = shares[index - 1]?.[1] ?? 1
    const error = Math.sqrt((above * (1 - above)) / all.get(confidence)!.recorded)
    expect([confidence, share <= above + 3 * error]).toEqual([confidence, true])
  }
})
