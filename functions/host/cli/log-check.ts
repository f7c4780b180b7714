/** What `verify --all` says of the log of appends: whether it is still what witnesses saw and what was noted of it. */
import type { TreeHead } from '../../../domain/proof/consistency.ts'
import type { ApiClient } from '../../http/api-client.ts'
import type { RecordRefusal } from '../../integrity/anchors/remote-evidence.ts'
import type { NoteKey } from '../../integrity/transparency/signed-note.ts'
import type { LogVerification } from '../../integrity/transparency/verify-log.ts'
import { printJson, printNote } from './print.ts'
import { checkLog, isUnreadable } from './record-check.ts'

export interface LogCheckOptions {
  readonly witnesses: readonly NoteKey[]
  readonly noted: readonly TreeHead[]
  readonly json: true | undefined
  /** Number of the last anchor that is there. */
  readonly lastAnchor: number
  /** Prints a fault; `value` for `--json`. */
  readonly fail: (value: object, line: string) => void
}

/** Prints what does not hold and what does; null where there is no log, or it cannot be read. */
export async function reportLog(
  client: ApiClient,
  { witnesses, noted, json, lastAnchor, fail }: LogCheckOptions,
): Promise<LogVerification | null> {
  let log: LogVerification | null
  try {
    log = await checkLog(client, { log: null, witnesses, noted })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const { message } = error as RecordRefusal
    fail({ fault: 'log', message }, `log: it cannot be read: ${message}`)
    return null
  }
  if (log === null) return null
  for (const message of log.faults) fail({ fault: 'log', message }, `log: ${message}`)
  const seenAnchor = log.heads.get('anchors')?.n ?? 0
  if (seenAnchor > lastAnchor) {
    const message = `a witness saw anchor ${seenAnchor}, the last one here is ${lastAnchor}`
    fail({ fault: 'anchor', message }, `anchors: ${message}`)
  }
  for (const size of log.noted) {
    if (json) printJson({ log: 'noted', size, of: log.size })
    else printNote(`the first ${size} of ${log.size} entries of the log are those of the checkpoint noted`)
  }
  for (const { witness, size, at } of log.witnessed) {
    if (json) printJson({ log: 'witnessed', witness, size, of: log.size, at })
    else
      printNote(
        `${witness} saw the first ${size} of ${log.size} entries of the log, last at ${at}; is that long ago, ask it for its last checkpoint (GET /checkpoint?origin=NAME): a whole older copy of the record looks like this one`,
      )
  }
  return log
}
