/** Requests of what the public sees with a delay: without it the service refuses, and names the delay. */
import { type ApiRefusal, type ApiResult, type ProblemBody, requestJson } from './client.ts'

/** Minutes after which the same is shown under `/delayed/{minutes}`; null where it is refused for another reason. */
export function delayOfRefusal(status: number, problem: Pick<ProblemBody, 'detail'> | null): number | null {
  const minutes = status === 403 ? /\/delayed\/(\d+)/.exec(problem?.detail ?? '')?.[1] : undefined
  return minutes === undefined ? null : Number(minutes)
}

export type LateResult<T> =
  | { readonly ok: true; readonly value: T; readonly delayMinutes: number }
  | ApiRefusal

/** Requests `path` as the reader may see it: undelayed, or else with the public's delay. */
export async function requestAsShown<T>(path: string): Promise<LateResult<T>> {
  const withDelay = (answer: ApiResult<T>, delayMinutes: number): LateResult<T> =>
    answer.ok ? { ok: true, value: answer.value, delayMinutes } : answer
  const answer = await requestJson<T>(path)
  const minutes = answer.ok ? null : delayOfRefusal(answer.status, answer.problem)
  return minutes === null
    ? withDelay(answer, 0)
    : withDelay(await requestJson<T>(`/delayed/${minutes}${path}`), minutes)
}
