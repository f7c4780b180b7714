/** What happens at the clock besides the press of a move. */
import { hasClock } from '../../../domain/clock/index.ts'
import { SIDES, type Side } from '../../../events/index.ts'
import { type GameGenerator, other } from './generator.ts'
import { press } from './play.ts'

/** A report of a flag: by the clock itself, the arbiter, a player, an assistant, or somebody who is wrong. */
function spokenOf(generator: GameGenerator, side: Side): void {
  if (generator.chance(40)) generator.report('flag-fallen', 'clock', { side })
  const who = generator.pick(6)
  if (who === 0) generator.report('claim-made', other(side), { about: 'flag-fall' })
  else if (who === 1) generator.report('claim-made', generator.one(SIDES), { about: 'both-flags' })
  else if (who < 5)
    generator.report('flag-noticed', generator.one(['arbiter', 'arbiter', 'assistant', other(side)]), {
      side,
    })
}

/** The player on move thinks until their time is nearly or wholly gone. */
export function runsShort(generator: GameGenerator): void {
  const { clock } = generator.state
  if (!hasClock(clock) || clock.running === null) return
  const left = clock.remaining[clock.running]
  if (left > 0)
    generator.wait(
      Math.max(0, left + (generator.chance(70) ? -generator.pick(90_000) : generator.pick(2000))),
    )
  if (generator.chance(25)) spokenOf(generator, clock.running)
}

/** Both run out, one after the other, before anybody says so. */
export function bothRunOut(generator: GameGenerator): void {
  for (let i = 0; i < 2; i++) {
    const { running, remaining } = generator.state.clock
    if (running === null) return
    generator.wait(remaining[running] + 1000 + generator.pick(5000))
    if (i === 0) press(generator, running)
  }
  spokenOf(generator, generator.one(SIDES))
}

export const speaksOfFlag = (generator: GameGenerator): void => spokenOf(generator, generator.one(SIDES))

/** The clocks are stopped, by a player or the arbiter, and go on again or not. */
export function stops(generator: GameGenerator): void {
  const by = generator.one(['white', 'black', 'arbiter'] as const)
  generator.report('clocks-stopped', by, generator.chance(50) ? {} : { reason: 'the arbiter, please' })
  generator.wait(generator.pick(60_000))
  if (generator.chance(20) && by !== 'arbiter')
    generator.report('penalty-imposed', 'arbiter', { on: by, penalty: 'warning', article: '6.11.4' })
  if (generator.chance(85)) generator.report('clocks-started', 'arbiter', { side: generator.turn })
}

export const pressesOnly = (generator: GameGenerator): void => {
  const side = generator.turn
  press(generator, side)
  if (generator.chance(50))
    generator.report('irregularity-noticed', 'arbiter', { kind: 'press-without-move' })
  if (generator.chance(30)) press(generator, other(side))
}

export function devices(generator: GameGenerator): void {
  const [white, black] = [generator.pick(600_000), generator.pick(600_000)]
  const what = generator.pick(3)
  if (what === 0) generator.report('clock-set', 'arbiter', { white, black, reason: 'set wrongly' })
  else if (what === 1)
    generator.report('clock-read', 'clock', {
      white,
      black: generator.chance(20) ? 0 : black,
      ...(generator.chance(30) ? { flag: generator.one(SIDES) } : {}),
      ...(generator.chance(30) ? { running: generator.one([...SIDES, null]) } : {}),
    })
  else generator.report('clock-replaced', 'arbiter', { white, black, reason: 'defective' })
}
