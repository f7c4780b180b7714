/** What the public sees late: the service refuses it at once, and says how late it is shown. */
import { type ApiRefusal, type ApiResult, type ProblemBody, requestJson } from './client.ts'

/** Minutes after which the same is shown under `/delayed/{minutes}`; null where it is refused for another reason. */
export function delayOfRefusal(status: number, problem: Pick<ProblemBody, 'detail'> | null): number | null {
  const minutes = status === 403 ? /\/delayed\/(\d+)/.exec(problem?.detail ?? '')?.[1] : undefined
  return minutes === undefined ? null : Number(minutes)
}

export type LateResult<T> =
  | { readonly ok: true; readonly value: T; readonly delayMinutes: number }
  | ApiRefusal

/** What stands under `path` as far as the reader may see it: at once, or else as late as the public does. */
export async function requestAsShown<T>(path: string): Promise<LateResult<T>> {
  const late = (answer: ApiResult<T>, delayMinutes: number): LateResult<T> =>
    answer.ok ? { ok: true, value: answer.value, delayMinutes } : answer
  const answer = await requestJson<T>(path)
  const minutes = answer.ok ? null : delayOfRefusal(answer.status, answer.problem)
  return minutes === null
    ? late(answer, 0)
    : late(await requestJson<T>(`/delayed/${minutes}${path}`), minutes)
}
