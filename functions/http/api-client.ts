/** What an import asks of a record: the interface over HTTP, whether it crosses a network or not. */

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface Ask {
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A way to the routes of a record, with somebody's rights. `path` may have a query. */
export interface Desk {
  ask(method: 'GET' | 'POST' | 'PATCH' | 'OPTIONS', path: string, ask?: Ask): Promise<Answer>
}

/** The problem that an answer tells, in one line. */
export function problemOf({ status, text }: Answer): string {
  try {
    const { detail, title } = JSON.parse(text) as { detail?: string; title?: string }
    return detail ?? title ?? `status ${status}`
  } catch {
    return `status ${status}: ${text.slice(0, 200)}`
  }
}
