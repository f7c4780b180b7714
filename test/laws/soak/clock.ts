/** What happens at the clock besides the press of a move. */
import { hasClock } from '../../../domain/clock/index.ts'
import { SIDES, type Side } from '../../../events/index.ts'
import { type Desk, other } from './desk.ts'
import { press } from './play.ts'

/** Somebody speaks of a flag: the clock itself, the arbiter, a player, an assistant, one who is wrong. */
function spokenOf(desk: Desk, side: Side): void {
  if (desk.chance(40)) desk.report('flag-fallen', 'clock', { side })
  const who = desk.pick(6)
  if (who === 0) desk.report('claim-made', other(side), { about: 'flag-fall' })
  else if (who === 1) desk.report('claim-made', desk.one(SIDES), { about: 'both-flags' })
  else if (who < 5)
    desk.report('flag-noticed', desk.one(['arbiter', 'arbiter', 'assistant', other(side)]), { side })
}

/** The player on move thinks until his time is nearly or wholly gone. */
export function runsShort(desk: Desk): void {
  const { clock } = desk.state
  if (!hasClock(clock) || clock.running === null) return
  const left = clock.remaining[clock.running]
  if (left > 0) desk.wait(Math.max(0, left + (desk.chance(70) ? -desk.pick(90_000) : desk.pick(2000))))
  if (desk.chance(25)) spokenOf(desk, clock.running)
}

/** Both run out, one after the other, before anybody says so. */
export function bothRunOut(desk: Desk): void {
  for (let i = 0; i < 2; i++) {
    const { running, remaining } = desk.state.clock
    if (running === null) return
    desk.wait(remaining[running] + 1000 + desk.pick(5000))
    if (i === 0) press(desk, running)
  }
  spokenOf(desk, desk.one(SIDES))
}

export const speaksOfFlag = (desk: Desk): void => spokenOf(desk, desk.one(SIDES))

/** The clocks are stopped, by a player or the arbiter, and go on again or not. */
export function stops(desk: Desk): void {
  const by = desk.one(['white', 'black', 'arbiter'] as const)
  desk.report('clocks-stopped', by, desk.chance(50) ? {} : { reason: 'the arbiter, please' })
  desk.wait(desk.pick(60_000))
  if (desk.chance(20) && by !== 'arbiter')
    desk.report('penalty-imposed', 'arbiter', { on: by, penalty: 'warning', article: '6.11.4' })
  if (desk.chance(85)) desk.report('clocks-started', 'arbiter', { side: desk.turn })
}

export const pressesOnly = (desk: Desk): void => {
  const side = desk.turn
  press(desk, side)
  if (desk.chance(50)) desk.report('irregularity-noticed', 'arbiter', { kind: 'press-without-move' })
  if (desk.chance(30)) press(desk, other(side))
}

export function devices(desk: Desk): void {
  const [white, black] = [desk.pick(600_000), desk.pick(600_000)]
  const what = desk.pick(3)
  if (what === 0) desk.report('clock-set', 'arbiter', { white, black, reason: 'set wrongly' })
  else if (what === 1)
    desk.report('clock-read', 'clock', {
      white,
      black: desk.chance(20) ? 0 : black,
      ...(desk.chance(30) ? { flag: desk.one(SIDES) } : {}),
      ...(desk.chance(30) ? { running: desk.one([...SIDES, null]) } : {}),
    })
  else desk.report('clock-replaced', 'arbiter', { white, black, reason: 'defective' })
}
