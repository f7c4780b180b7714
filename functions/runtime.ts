/** Real time, ids and random numbers for the ports of a composition root. */
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicFactory } from 'ulid'
import type { Clock, Ids, Random } from './ports.ts'
import { backoff, type Pause } from './store/backoff.ts'
import { createTurns, type Turns } from './turns.ts'

export interface Runtime {
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly pause: Pause
  /** One task after the other by key, of those of this process. */
  readonly inTurn: Turns
}

const MILLION = 1_000_000

export function realRuntime(): Runtime {
  const clock: Clock = { now: () => Date.now() }
  // ULID's own chance would be Math.random where it finds nothing better; ids must not be guessed.
  const ulid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return {
    clock,
    ids: { next: () => ulid(clock.now()) },
    random: { bytes: (count) => randomBytes(count) },
    pause: backoff({ random: () => randomInt(MILLION) / MILLION, sleep: (ms) => wait(ms) }),
    inTurn: createTurns(),
  }
}
