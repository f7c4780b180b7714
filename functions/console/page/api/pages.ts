/** Lists that the service gives in pages. */
import { type ApiResult, requestJson } from './client.ts'

interface Page {
  readonly next?: string | number
  readonly [name: string]: unknown
}

/** All items of a list, page after page; `name`: the member of the answers that has them. */
export async function requestPages<T>(path: string, name: string): Promise<ApiResult<readonly T[]>> {
  const all: T[] = []
  for (let next: string | number | undefined; ; ) {
    const asked = next === undefined ? path : `${path}?after=${encodeURIComponent(next)}`
    const answer = await requestJson<Page>(asked)
    if (!answer.ok) return answer
    all.push(...(answer.value[name] as readonly T[]))
    next = answer.value.next
    if (next === undefined) return { ok: true, value: all, changed: true }
  }
}
