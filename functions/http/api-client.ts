/** The port through which imports and commands use a host's HTTP interface, over a network or within this process. */

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface ApiRequest {
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends requests to the routes of a host, with the rights of one principal. `path` may have a query. */
export interface ApiClient {
  request(method: 'GET' | 'POST' | 'PATCH' | 'OPTIONS', path: string, ask?: ApiRequest): Promise<ApiResponse>
}

/** Characters of a problem's text that are passed on: the answer may be from any server. */
const MAX_DETAIL = 2_000

/** The fields of a problem that the answer may hold; null where it is no JSON object: something between here and the host answered. */
export function problemFields({ text }: ApiResponse): Readonly<Record<string, unknown>> | null {
  try {
    const problem: unknown = JSON.parse(text)
    return typeof problem === 'object' && problem !== null ? { ...problem } : null
  } catch {
    return null
  }
}

/** The kind of a refusal (docs/problems.md), the last part of its `type`; null where the answer is no problem of a host's. */
export function problemCode(answer: ApiResponse): string | null {
  const { type } = problemFields(answer) ?? {}
  return typeof type === 'string' && type.startsWith('urn:') ? type.slice(type.lastIndexOf(':') + 1) : null
}

/** What a refusal says: `detail` or `title` of its problem, else the status and the beginning of the text. */
export function problemText(answer: ApiResponse): string {
  const problem = problemFields(answer)
  if (problem === null) return `status ${answer.status}: ${answer.text.slice(0, 200)}`
  const described = [problem['detail'], problem['title']].find(
    (each) => typeof each === 'string' && each !== '',
  )
  return described === undefined ? `status ${answer.status}` : String(described).slice(0, MAX_DETAIL)
}
