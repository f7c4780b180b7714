/** What `verify --all` prints about the log of appends: whether it still is what witnesses saw and what was noted of it. */
import type { TreeHead } from '../../../domain/proof/consistency.ts'
import { entryListFault } from '../../app/entry-list-digests.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { fetchPersonalDocuments, RecordRefusal } from '../../integrity/anchors/remote-evidence.ts'
import type { NoteKey } from '../../integrity/transparency/signed-note.ts'
import type { LogVerification } from '../../integrity/transparency/verify-log.ts'
import type { WitnessAddress } from '../../integrity/transparency/witness-address.ts'
import { printJson, printNote } from './print.ts'
import { checkLog, isUnreadable } from './record-check.ts'

const NOT_ASKED =
  '; it was not asked itself: give its address too (--witness KEY@URL), or a whole older copy of the record looks like this one'

export interface LogCheckOptions {
  readonly witnesses: readonly NoteKey[]
  /** Those of the witnesses that are themselves asked what they saw last. */
  readonly asked: readonly WitnessAddress[]
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
  { witnesses, asked, noted, json, lastAnchor, fail }: LogCheckOptions,
): Promise<LogVerification | null> {
  let log: LogVerification | null
  try {
    log = await checkLog(client, { log: null, witnesses, noted }, asked)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const { message } = error as RecordRefusal
    fail({ fault: 'log', message }, `log: it cannot be read: ${message}`)
    return null
  }
  if (log === null) return null
  for (const message of log.faults) fail({ fault: 'log', message }, `log: ${message}`)
  for (const [stream, logged] of log.entryLists) {
    // A token without the right to read personal data is refused with 403: entry lists are then not compared.
    const found = await fetchPersonalDocuments(client, stream).catch(refusalOrThrow)
    const message =
      found instanceof RecordRefusal
        ? found.status === 403
          ? null
          : found.message
        : entryListFault(found.kept, logged)
    if (message !== null) fail({ fault: 'entries', stream, message }, `${stream}: ${message}`)
  }
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
        `${witness} saw the first ${size} of ${log.size} entries of the log, last at ${at}${asked.some(({ key }) => key.name === witness) ? ', as it says itself' : NOT_ASKED}`,
      )
  }
  return log
}

function refusalOrThrow(error: unknown): RecordRefusal {
  if (error instanceof RecordRefusal) return error
  throw error
}
