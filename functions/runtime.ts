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
  /** Runs this process's tasks of one key one after the other. */
  readonly inTurn: Turns
}

const MILLION = 1_000_000

export function realRuntime(): Runtime {
  const clock: Clock = { now: () => Date.now() }
  // Without a source of its own ulid may fall back to Math.random; ids must not be guessable.
  const ulid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return {
    clock,
    ids: { next: () => ulid(clock.now()) },
    random: { bytes: (count) => randomBytes(count) },
    pause: backoff({ random: () => randomInt(MILLION) / MILLION, sleep: (ms) => wait(ms) }),
    inTurn: createTurns(),
  }
}
