/** `touchmove verify FILE`: a bundle, or an audit that was saved. */

import { open } from 'node:fs/promises'
import { parseJson } from '../../../domain/json-text.ts'
import type { TrustedKeys } from '../../integrity/anchors/anchor.ts'
import { openBundle, verifyBundle } from '../../integrity/bundle/verify-bundle.ts'
import { type AuditTrail, auditTrailShape, verifyAuditTrail } from './audit-verification.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from './failure.ts'
import { readWhole } from './input.ts'
import { printNote } from './print.ts'
import { printVerification, reportBroken } from './print-verification.ts'
import { createProgress } from './progress.ts'

/** Prints what holds and what does not. `keys`: null where none was given, so that signatures are not checked. */
export async function verifyFile(file: string, keys: TrustedKeys, json: true | undefined): Promise<void> {
  if (file !== '-' && (await isZip(file))) await verifyArchive(file, keys, json)
  else await verifySavedTrail(parseAuditTrail(file, await readWhole(file)), keys, json)
}

const ZIP_SIGNATURE = 'PK'

async function isZip(name: string): Promise<boolean> {
  const file = await open(name).catch(() => null)
  if (file === null) return false
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  return buffer.toString('latin1') === ZIP_SIGNATURE
}

async function verifyArchive(file: string, keys: TrustedKeys, json: true | undefined): Promise<void> {
  const bundle = await openBundle(file)
  if (!bundle.ok) {
    reportBroken(
      json,
      { fault: 'file', file, message: bundle.error.message },
      `${file}: ${bundle.error.message}`,
    )
    return
  }
  const progress = createProgress()
  const { streams } = bundle.value.manifest
  let done = 0
  try {
    for await (const finding of verifyBundle(bundle.value, keys)) {
      progress.done()
      if (finding.kind === 'stream') {
        done++
        printVerification(finding.verification, json)
      } else if (finding.kind === 'file')
        reportBroken(
          json,
          { fault: 'file', file: finding.file, message: finding.message },
          `${finding.file}: ${finding.message}`,
        )
      else printNote(finding.message)
      progress.report(() => `${done} of ${streams} rounds and games`)
    }
  } finally {
    progress.done()
    bundle.value.close()
  }
  printNote(`${done} of ${streams} rounds and games read`)
  printNote(
    "not proven by it: the tournament's name, dates and settings (tournament.json), which nobody signed",
  )
  if (keys !== null) return
  printNote(
    'SIGNATURES WERE NOT CHECKED: the bundle agrees with itself or not, and anybody can make one that does; give --key',
  )
  process.exitCode = EXIT_DOES_NOT_HOLD
}

async function verifySavedTrail(trail: AuditTrail, keys: TrustedKeys, json: true | undefined): Promise<void> {
  const { verification, anchorFaults } = await verifyAuditTrail(trail, keys)
  for (const { n, message } of anchorFaults)
    reportBroken(json, { fault: 'anchor', n, message }, `anchors: ${message}`)
  printVerification(verification, json)
  const { stream, next } = trail
  if (next !== undefined) {
    const message = `it is a page of the audit: the commits after ${next} are on the next one (?after=${next})`
    reportBroken(json, { fault: 'page', stream, message }, `${stream}: ${message}`)
  }
  if (keys === null) printNote('signatures were not checked: give --key')
}

function parseAuditTrail(file: string, text: string): AuditTrail {
  const value = parseJson(text)
  if (value === undefined) {
    throw new CommandFailure(
      `${file}: this is no bundle and no JSON; an audit is what GET /games/G/audit answers`,
    )
  }
  const trail = auditTrailShape.safeParse(value)
  if (trail.success) return trail.data
  const place = trail.error.issues[0]?.path.join('.') ?? ''
  throw new CommandFailure(
    `${file}: this is no audit${place === '' ? '' : `, as "${place}" shows`}; it has a "stream" and a list of "commits"`,
  )
}
