/** What `npm audit --json` said: nothing known, something known, or that it could not ask, which is not the same as nothing. */
import { spawnSync } from 'node:child_process'

export type Advisories =
  | { readonly kind: 'clean'; readonly packages: number }
  | { readonly kind: 'known'; readonly lines: readonly string[] }
  | { readonly kind: 'not-asked'; readonly why: string }

interface Report {
  readonly auditReportVersion?: number
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: string; readonly range?: string }>>
  readonly metadata?: { readonly dependencies?: { readonly total?: number } }
  readonly message?: string
}

export function advisoriesIn(text: string): Advisories {
  let report: Report
  try {
    report = JSON.parse(text)
  } catch {
    return { kind: 'not-asked', why: 'npm answered no JSON' }
  }
  const { auditReportVersion, vulnerabilities, metadata, message } = report
  const packages = metadata?.dependencies?.total ?? 0
  // A report without packages is none: an empty answer must not pass for a clean one.
  if (auditReportVersion !== 2 || vulnerabilities === undefined || packages === 0)
    return { kind: 'not-asked', why: message ?? 'npm answered no report of advisories' }
  const lines = Object.entries(vulnerabilities).map(([name, { severity = 'unknown', range = '' }]) =>
    `${name} ${range}: ${severity}`.trim(),
  )
  return lines.length === 0 ? { kind: 'clean', packages } : { kind: 'known', lines }
}

/** Asks the registry about the lock file of a folder; a registry that does not answer within 30 s was not asked. */
export function askAdvisories(cwd: string): Advisories {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return advisoriesIn(stdout ?? '')
}
