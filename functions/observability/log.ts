/** The log: one JSON object a line, for operators and monitoring. No secrets, no names, no free text. */

/** `debug`: what was read; `info`: what was changed or refused; `warn`: needs attention soon; `error`: needs it now. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What a line says besides its event: plain values only, so that no request or person slips in whole. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  /** `event`: a stable name such as `request`; fields say the rest. Never throws. */
  write(level: LogLevel, event: string, fields?: LogFields): void
  /** The same log with fields that every line carries, such as a request's id. */
  with(fields: LogFields): Log
}

/** Texts are truncated: a log is no place for bodies. */
const MAX_TEXT_LENGTH = 500
/** So much of a text is searched for secrets: what lies behind is cut off, and a search may take squares of the length. */
const MAX_READ_LENGTH = 4_000

/** What looks like a token or a key, wherever it may have got in: three parts of base64url, `Bearer …`, a JWK's secret. */
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

/** The id under which a service of AWS knows the request that failed. */
const requestOf = (error: unknown): string | undefined =>
  (error as { $metadata?: { requestId?: string } } | undefined)?.$metadata?.requestId

/** What a failure says of itself: its kind, its words and where, never what it carries. */
export function failureFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const place = /\n {4}at (.*)/.exec(error.stack ?? '')?.[1]
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined
  const databaseRequest = requestOf(error) ?? requestOf(error.cause)
  return { error: error.name, message: error.message, cause, place, databaseRequest }
}

/** Whether a line of this level is wanted where lines from `least` on are. */
const reaches = (level: LogLevel, least: LogLevel): boolean =>
  LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)

/** A log over a function that takes cleaned lines, of those from `least` on. */
export function logOver(
  write: (level: LogLevel, fields: LogFields) => void,
  least: LogLevel,
  standing: LogFields = {},
): Log {
  const wanted = new Set(LOG_LEVELS.filter((level) => reaches(level, least)))
  return {
    write(level, event, fields = {}) {
      if (wanted.has(level)) write(level, { event, ...cleaned({ ...standing, ...fields }) })
    },
    with: (fields) => logOver(write, least, { ...standing, ...fields }),
  }
}
