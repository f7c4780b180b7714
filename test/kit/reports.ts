/** Writes reports in one line each, opens games for them, and makes commit logs unreliable. */
import type { Result } from '../../domain/result.ts'
import type { Actor, EventType } from '../../events/index.ts'
import { type AppendAnswer, appendReports } from '../../functions/app/append-reports.ts'
import { openNewGame } from '../../functions/app/open-game.ts'
import type { Service } from '../../functions/app/service.ts'
import type { Principal } from '../../functions/auth/roles.ts'
import type { AppResult } from '../../functions/refusal.ts'
import type { StoredCommit } from '../../functions/store/commit.ts'
import { type CommitLog, StoreUnavailable, UnknownOutcome } from '../../functions/store/commit-log.ts'
import { ARBITER, GAME, OPERATOR, START } from './service.ts'

export const instant = (ms: number): string => new Date(ms).toISOString()

/** A report that happened `t` ms after the start. */
export const report = (id: string, type: EventType, by: Actor, data: object = {}, t = 0) => ({
  id,
  type,
  by,
  at: instant(START + t),
  data,
})

export const move = (id: string, by: 'white' | 'black', from: string, to: string, t = 0) =>
  report(id, 'move-made', by, { from, to }, t)

export const press = (id: string, by: 'white' | 'black', t = 0) => report(id, 'clock-pressed', by, {}, t)

/** Opens game `g1`. */
export async function openedGame(service: Service, data: object = GAME, id = 'g1'): Promise<void> {
  const request = { id, data: data as Record<string, unknown>, receivedAt: START, principal: ARBITER }
  need(await openNewGame(service, request))
}

export const append = (
  service: Service,
  events: readonly unknown[],
  more: {
    principal?: Principal
    expectedSeq?: number
    game?: string
    receivedAt?: number
    sentAt?: number
  } = {},
): Promise<AppResult<AppendAnswer>> =>
  appendReports(service, { game: 'g1', principal: OPERATOR, receivedAt: START, ...more, events })

/** The value of an outcome; throws where it is a refusal. */
export function need<T>(outcome: AppResult<T> | Result<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
  return outcome.value
}

/** The probabilities of faults between a service and its store; `chance` draws. */
export interface StoreFaults {
  /** 0 ≤ chance() < 1. */
  chance(): number
  lostRequests: number
  lostAnswers: number
}

/** The same log, with requests and answers that are lost. */
export function unreliableLog(log: CommitLog, faults: StoreFaults): CommitLog {
  return {
    ...log,
    async append(commit) {
      if (faults.chance() < faults.lostRequests) throw new UnknownOutcome('the request was lost')
      const outcome = await log.append(commit)
      if (faults.chance() < faults.lostAnswers) throw new UnknownOutcome('the answer was lost')
      return outcome
    },
    async load(stream, afterN): Promise<readonly StoredCommit[]> {
      if (faults.chance() < faults.lostRequests / 4) throw new StoreUnavailable('no answer')
      return log.load(stream, afterN)
    },
  }
}
