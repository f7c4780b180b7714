/** What an import asks of a record: the interface over HTTP, whether it crosses a network or not. */

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

/** A way to the routes of a record, with somebody's rights. `path` may have a query. */
export interface ApiClient {
  request(method: 'GET' | 'POST' | 'PATCH' | 'OPTIONS', path: string, ask?: ApiRequest): Promise<ApiResponse>
}

/** Signs of a problem's words that are passed on: who answers may be anybody. */
const MAX_DETAIL = 2_000

/** The problem that an answer tells, in one line. */
export function problemText({ status, text }: ApiResponse): string {
  try {
    const { detail, title } = JSON.parse(text) as { detail?: unknown; title?: unknown }
    const described = [detail, title].find((each) => typeof each === 'string' && each !== '')
    return described === undefined ? `status ${status}` : String(described).slice(0, MAX_DETAIL)
  } catch {
    return `status ${status}: ${text.slice(0, 200)}`
  }
}
