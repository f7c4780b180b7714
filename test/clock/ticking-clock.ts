/** A second, simple model of a chess clock, with which the first is compared. */
import { type Period, SIDES, type Side, type TimeControl } from '../../events/vocabulary.ts'

export const opponent = (side: Side): Side => (side === 'white' ? 'black' : 'white')

/** A clock of the simplest kind: it ticks each millisecond, and shares no code with the other. */
export class TickingClock {
  readonly main = { white: 0, black: 0 }
  readonly extra = { white: 0, black: 0 }
  readonly spent = { white: 0, black: 0 }
  readonly moves = { white: 0, black: 0 }
  readonly index = { white: 0, black: 0 }
  readonly out = { white: false, black: false }
  running: Side | null = null
  readonly control: TimeControl

  constructor(given: TimeControl) {
    this.control = given
    for (const each of SIDES) {
      this.main[each] = this.of(each).time + (this.of(each).mode === 'fischer' ? this.of(each).bonus! : 0)
      this.newMove(each)
    }
  }

  of(who: Side): Period {
    return this.control.periods[this.index[who]]!
  }

  newMove(who: Side): void {
    this.extra[who] = this.of(who).mode === 'fischer' ? 0 : this.of(who).bonus!
    this.spent[who] = 0
  }

  fallIfDue(): void {
    const who = this.running
    while (who !== null && !this.out[who] && this.main[who] === 0 && this.extra[who] === 0) {
      if (this.control.turnover === 'moves' || this.index[who] === this.control.periods.length - 1)
        this.out[who] = true
      else {
        this.index[who]++
        this.main[who] = this.of(who).time
        this.extra[who] =
          this.of(who).mode === 'fischer' ? 0 : Math.max(0, this.of(who).bonus! - this.spent[who])
      }
    }
  }

  tick(): void {
    const who = this.running
    if (who === null) return
    this.spent[who]++
    if (this.extra[who] > 0) this.extra[who]--
    else if (this.main[who] > 0) this.main[who]--
    this.fallIfDue()
  }

  press(who: Side): void {
    if (this.running !== who) return
    this.moves[who]++
    if (!this.out[who]) {
      const due = this.control.periods
        .slice(0, this.index[who] + 1)
        .reduce((sum, each) => sum + (each.moves ?? 1e9), 0)
      if (this.control.turnover === 'moves' && this.moves[who] >= due) {
        this.index[who]++
        this.main[who] += this.of(who).time
      }
      if (this.of(who).mode === 'fischer') this.main[who] += this.of(who).bonus!
    }
    for (const each of SIDES) this.newMove(each)
    this.running = opponent(who)
    this.fallIfDue()
  }

  shows(who: Side): number {
    const { mode, bonus } = this.of(who)
    return mode === 'bronstein'
      ? Math.max(0, this.main[who] - Math.min(this.spent[who], bonus!))
      : this.main[who]
  }
}
