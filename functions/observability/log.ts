/** The log: one JSON object a line, for operators and monitoring. No secrets, no names, no free text. */

/** `debug`: what was read; `info`: what was changed or refused; `warn`: needs attention soon; `error`: needs it now. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The fields of a line besides its event: plain values only, so that no request or person gets in whole. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  /** `event`: a stable name such as `request`; fields say the rest. Never throws. */
  write(level: LogLevel, event: string, fields?: LogFields): void
  /** The same log with fields that every line carries, such as a request's id. */
  with(fields: LogFields): Log
}

/** Texts are truncated: a log is no place for bodies. */
const MAX_TEXT_LENGTH = 500
/** Only so much of a text is searched for secrets: the rest is cut off anyway, and a search may take quadratic time. */
const MAX_READ_LENGTH = 4_000

/** What looks like a token or a key: two or three parts of base64url as in a JWT, `Bearer …`, a JWK's secret member `d` or `k`. */
const SECRETS = [
  /\beyJ[\w-]{5,}(?:\.[\w-]*){1,2}/g,
  /\b[Bb]earer\s+[^\s"',;]+/g,
  /(["']?\b[dk]["']?\s*[:=]\s*["']?)[\w-]{20,}/g,
]

/** The text without what looks like a secret. */
export function redacted(text: string): string {
  let clean = text.slice(0, MAX_READ_LENGTH)
  for (const pattern of SECRETS)
    clean = clean.replace(
      pattern,
      (_, before?: unknown) => `${typeof before === 'string' ? before : ''}[secret]`,
    )
  return clean.length > MAX_TEXT_LENGTH ? `${clean.slice(0, MAX_TEXT_LENGTH)}…` : clean
}

const cleaned = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? redacted(value) : value,
    ]),
  )

/** The id that AWS gave to the request that failed. */
const requestOf = (error: unknown): string | undefined =>
  (error as { $metadata?: { requestId?: string } } | undefined)?.$metadata?.requestId

/** Name, message, cause and place of an error as fields of a line, and the id of the request to AWS; never its other members. */
export function failureFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const place = /\n {4}at (.*)/.exec(error.stack ?? '')?.[1]
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined
  const databaseRequest = requestOf(error) ?? requestOf(error.cause)
  return { error: error.name, message: error.message, cause, place, databaseRequest }
}

/** Whether a level is at least as high as `least`. */
const reaches = (level: LogLevel, least: LogLevel): boolean =>
  LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)

/** A log that passes lines of level `least` and above to `write`, without secrets; each line has the `bound` fields too. */
export function logOver(
  write: (level: LogLevel, fields: LogFields) => void,
  least: LogLevel,
  bound: LogFields = {},
): Log {
  const wanted = new Set(LOG_LEVELS.filter((level) => reaches(level, least)))
  return {
    write(level, event, fields = {}) {
      if (wanted.has(level)) write(level, { event, ...cleaned({ ...bound, ...fields }) })
    },
    with: (fields) => logOver(write, least, { ...bound, ...fields }),
  }
}
