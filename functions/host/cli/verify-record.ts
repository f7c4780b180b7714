/** `touchmove verify` of a record: its anchors, its log of appends, each item of its tables, and each stream. */
import type { TreeHead } from '../../../domain/proof/consistency.ts'
import type { TrustedKeys } from '../../integrity/anchors/anchor.ts'
import type { AttestedHeads, NotedAnchor } from '../../integrity/anchors/attestation.ts'
import { RecordRefusal } from '../../integrity/anchors/remote-evidence.ts'
import type { LogVerification } from '../../integrity/transparency/verify-log.ts'
import { isCommitEntry } from '../../store/append-log.ts'
import { CommandFailure } from './failure.ts'
import { reportLog } from './log-check.ts'
import { printNote } from './print.ts'
import { printVerification, reportBroken } from './print-verification.ts'
import { createProgress } from './progress.ts'
import { readNoteKeys, readWitnessAddresses } from './public-keys.ts'
import {
  allStreams,
  checkAnchors,
  checkStream,
  checkTables,
  isUnreadable,
  type KeySource,
  NO_ATTESTATIONS,
} from './record-check.ts'
import type { FilesChecked, RecordClient } from './record-client.ts'

export interface VerifyRecordOptions {
  /** One game; else all of the record. */
  readonly game?: string
  readonly all?: true
  /** Anchors noted elsewhere. */
  readonly anchor: readonly NotedAnchor[]
  /** Keys of witnesses, some with their addresses. */
  readonly witness: readonly string[]
  /** Checkpoints of the log noted elsewhere. */
  readonly checkpoint: readonly TreeHead[]
  readonly json?: true
}

/** What the streams are compared with. */
interface Evidence {
  readonly attested: AttestedHeads
  /** Null where there is no log, or it is not verified. */
  readonly log: LogVerification | null
}

export async function verifyRecord(
  client: RecordClient,
  options: VerifyRecordOptions,
  keys: TrustedKeys,
): Promise<void> {
  const { all, json } = options
  const { attested, source } = await verifyAnchors(client, options, keys)
  const log = all ? await verifyLog(client, options, attested.last.n) : null
  const stored = all ? await checkAllTables(client, json) : new Set<string>()
  const { streams, broken, unseen } = await verifyStreams(client, options, { attested, log }, stored)
  if (all) {
    if (streams === 0)
      throw new CommandFailure('this record holds no round and no game: nothing was verified')
    const logFaults = log === null || log.faults.length === 0 ? '' : '; THE LOG DOES NOT HOLD'
    printNote(`${streams} rounds and games, ${broken} broken${logFaults}`)
  }
  if (unseen > 0) printNote(`of ${unseen} rounds and games no witness has seen the end`)
  const { n, at } = attested.last
  printNote(
    n === 0
      ? 'there is no anchor: a cut tail and a chain written anew cannot be seen'
      : `${n} anchors, the last of ${at}; ${KEY_SOURCE_NOTES[source]}`,
  )
}

/** Returns the refusal of a record that cannot be read, which is reported as a fault; throws any other error. */
function unreadableOrThrow(error: unknown): RecordRefusal {
  if (isUnreadable(error)) return error
  throw error
}

async function verifyAnchors(
  client: RecordClient,
  { anchor, json }: VerifyRecordOptions,
  keys: TrustedKeys,
): Promise<{ readonly attested: AttestedHeads; readonly source: KeySource }> {
  const fault = (message: string, n?: number) =>
    reportBroken(json, { fault: 'anchor', ...(n !== undefined && { n }), message }, `anchors: ${message}`)
  const found = await checkAnchors(client, keys, anchor).catch(unreadableOrThrow)
  if (found instanceof RecordRefusal)
    reportBroken(
      json,
      { fault: 'anchor', message: found.message },
      `anchors: they cannot be read: ${found.message}`,
    )
  const { attested, source } =
    found instanceof RecordRefusal ? { attested: NO_ATTESTATIONS, source: 'none' as const } : found
  for (const { message, n } of attested.faults) fault(message, n)
  if (keys !== null && attested.last.n === 0)
    fault('there is none, though a key is given: they were removed, or none was made yet')
  return { attested, source }
}

const verifyLog = (
  client: RecordClient,
  { witness, checkpoint, json }: VerifyRecordOptions,
  lastAnchor: number,
): Promise<LogVerification | null> =>
  reportLog(client, {
    witnesses: readNoteKeys(witness, 'witness'),
    asked: readWitnessAddresses(witness),
    noted: checkpoint,
    json,
    lastAnchor,
    fail: (value, line) => reportBroken(json, value, line),
  })

/** How many streams were read, how many of them do not hold, and of how many no witness has seen the end. */
async function verifyStreams(
  client: RecordClient,
  options: VerifyRecordOptions,
  { attested, log }: Evidence,
  stored: ReadonlySet<string>,
) {
  const { game, json } = options
  const isWitnessed = options.witness.length > 0
  const progress = createProgress()
  let [streams, broken, unseen] = [0, 0, 0]
  for await (const stream of streamsToVerify(client, options, { attested, log }, stored)) {
    const found = await checkStream(client, stream, attested, log?.heads.get(stream)).catch(unreadableOrThrow)
    streams++
    if (found instanceof RecordRefusal) {
      broken++
      reportBroken(json, { fault: 'unread', stream, message: found.message }, `${stream}: ${found.message}`)
      continue
    }
    if (game !== undefined && found.head.n === 0 && found.fault === null)
      throw new CommandFailure(`there is no game ${game}`)
    progress.done()
    if (!printVerification(found, json)) broken++
    const seen = log?.heads.get(stream)?.n ?? 0
    if (isWitnessed && seen < found.head.n) {
      unseen++
      printNote(`${stream}: no witness has seen ${seen === 0 ? 'it' : `what comes after commit ${seen}`}`)
    }
    progress.report(() => `${streams} streams, ${broken} broken`)
  }
  progress.done()
  return { streams, broken, unseen }
}

/** One game, or every stream that the record, its anchors, its log or its tables name. */
function streamsToVerify(
  client: RecordClient,
  { game, json }: VerifyRecordOptions,
  { attested, log }: Evidence,
  stored: ReadonlySet<string>,
): Iterable<string> | AsyncIterable<string> {
  if (game !== undefined) return [`game#${game}`]
  const named = [...stored, ...commitStreams(log)]
  return readableStreams(
    client,
    allStreams(client, attested, named, ({ message }) =>
      reportBroken(json, { fault: 'list', message }, `the list of streams cannot be read: ${message}`),
    ),
  )
}

/** Prints what of the files of a folder that no host serves is damaged. */
export const printFileFaults =
  ({ json }: VerifyRecordOptions) =>
  ({ faults, whole }: FilesChecked): void => {
    for (const message of faults) reportBroken(json, { fault: 'file', message }, `files: ${message}`)
    if (!whole) printNote(NOT_CLOSED_NOTE)
  }

const NOT_CLOSED_NOTE =
  'the database was not closed since it was opened last: its files are compared as far as they are older than that, each item by its own checksum'

/** Checks every item of the tables. Returns the streams that commits belong to, whether these are listed or not. */
async function checkAllTables(client: RecordClient, json: true | undefined): Promise<ReadonlySet<string>> {
  const streams = new Set<string>()
  let [items, unchecked] = [0, 0]
  for await (const page of checkTables(client)) {
    items += page.items
    unchecked += page.unchecked
    for (const stream of page.streams) streams.add(stream)
    for (const { item, message } of page.faults)
      reportBroken(
        json,
        { fault: 'item', table: page.table, item, message },
        `${page.table}: ${item}: ${message}`,
      )
  }
  const older = unchecked === 0 ? '' : `, ${unchecked} of them from before there were checksums`
  if (items > 0) printNote(`${items} stored items${older}`)
  return streams
}

/** Streams that the log names: one that the catalogue does not list has been removed from the record. */
const commitStreams = (log: LogVerification | null): string[] =>
  [...(log?.heads.keys() ?? [])].filter((stream) => isCommitEntry({ stream }))

const KEY_SOURCE_NOTES = {
  given: 'their signatures were checked with the key given',
  host: 'their signatures were checked with the key that the host names as its own; --key with one noted elsewhere proves more',
  none: 'their signatures were not checked: the host names no key',
} as const

/** All streams; for a token that may not read the whole record, the games of all tournaments. */
async function* readableStreams(client: RecordClient, all: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* all
  } catch (error) {
    if (!(error instanceof RecordRefusal && error.status === 403)) throw error
    printNote(
      'the token does not open the whole record: games of tournaments alone are checked, without persons and words',
    )
    for await (const id of client.games()) yield `game#${id}`
  }
}
