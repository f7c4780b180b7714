/** `touchmove verify`: hashes and folds the record again, checks it against its signed anchors, and names what does not hold. */
import { open } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { TreeHead } from '../../../../domain/proof/consistency.ts'
import type { TrustedKeys } from '../../../integrity/anchors/anchor.ts'
import type { NotedAnchor } from '../../../integrity/anchors/attestation.ts'
import { RecordRefusal } from '../../../integrity/anchors/remote-evidence.ts'
import type { LogVerification } from '../../../integrity/transparency/verify-log.ts'
import type { Verification } from '../../../integrity/verify-stream.ts'
import { isCommitEntry } from '../../../store/append-log.ts'
import type { AuditTrail } from '../audit-verification.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { readWhole } from '../input.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import { collectOption, readNoteKeys, readPublicKeys, readWitnessAddresses } from '../public-keys.ts'
import {
  checkRecord,
  type FilesChecked,
  type RecordClient,
  type RecordOptions,
  withRecordOptions,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly game?: string
  readonly all?: true
  readonly key: readonly string[]
  readonly anchor: readonly NotedAnchor[]
  readonly witness: readonly string[]
  readonly checkpoint: readonly TreeHead[]
  readonly json?: true
}

export const verifyCommand = (): Command =>
  withRecordOptions(
    new Command('verify')
      .description(
        'check chain, anchors and reading of the record again; the first commit that does not hold is named',
      )
      .argument('[file]', 'a bundle, or an audit saved from GET /games/G/audit (- for standard input)')
      .option('--game <id>', 'one game of the record')
      .option('--all', 'all rounds and games of the record')
      .option(
        '--key <public>',
        'public key of the anchors, or a file with it; may be given again after a change of keys',
        collectOption,
        [],
      )
      .option(
        '--anchor <n:hash>',
        'an anchor noted elsewhere (`anchors list`: its n and hash), which must be there; may be given again',
        parseNotedAnchor,
        [],
      )
      .option(
        '--witness <key>',
        'the key of a witness (`touchmove witness` prints it), or a file with it: what it saw must still be there; with @ and its address it is asked what it saw last; may be given again',
        collectOption,
        [],
      )
      .option(
        '--checkpoint <size:root>',
        'a checkpoint noted elsewhere: the number of entries and the root, in base64 or in the groups that are printed; may be given again',
        parseNotedCheckpoint,
        [],
      )
      .option('--json', 'print one object for each stream and each fault'),
  ).action(verify)

/** Sixteen digits exclude a collision by chance, and are few enough to copy by hand. */
function parseNotedAnchor(text: string, before: readonly NotedAnchor[]): NotedAnchor[] {
  const [, n, hash] = /^([1-9]\d{0,9}):([0-9a-f]{16,64})$/i.exec(text) ?? []
  if (n === undefined || hash === undefined)
    throw new InvalidArgumentError(
      'It is a number, a colon and at least 16 digits of the hash, such as 12:9f3c….',
    )
  return [...before, { n: Number(n), hash: hash.toLowerCase() }]
}

function parseNotedCheckpoint(text: string, before: readonly TreeHead[]): TreeHead[] {
  const [, size, written = ''] = /^([1-9]\d{0,14}):(.+)$/.exec(text) ?? []
  // As it is printed, in groups of digits, or whole.
  const digits = written.replaceAll(/[\s-]/g, '').toLowerCase()
  const root = /^[A-Za-z0-9+/]{43}=$/.test(written)
    ? Buffer.from(written, 'base64').toString('hex')
    : /^[0-9a-f]{32,64}$/.exec(digits)?.[0]
  if (size === undefined || root === undefined)
    throw new InvalidArgumentError(
      'It is a number, a colon and 44 signs of base64, or the eight groups of digits that are printed, such as "1042:9f3c 0b7e …".',
    )
  return [...before, { size: Number(size), root }]
}

async function verify(file: string | undefined, options: Options): Promise<void> {
  const { game, all, key } = options
  if ([file, game, all].filter((given) => given !== undefined).length !== 1) {
    throw new CommandFailure('name one of FILE, --game ID and --all')
  }
  if (file !== undefined && options.anchor.length > 0)
    throw new CommandFailure('--anchor goes with --game ID or --all: a file holds some anchors only')
  if (all === undefined && options.witness.length + options.checkpoint.length > 0)
    throw new CommandFailure('--witness and --checkpoint go with --all: they are about the whole record')
  const keys = key.length === 0 ? null : readPublicKeys(key)
  if (file === undefined)
    return checkRecord(options, printFileFaults(options), (client) => verifyRecord(client, options, keys))
  if (file !== '-' && (await isZip(file))) return verifyArchive(file, keys, options)
  await verifySavedTrail(await parseAuditTrail(file, await readWhole(file)), keys, options)
}

const ZIP_SIGNATURE = 'PK'

async function isZip(name: string): Promise<boolean> {
  const file = await open(name).catch(() => null)
  if (file === null) return false
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  return buffer.toString('latin1') === ZIP_SIGNATURE
}

async function verifyRecord(
  client: RecordClient,
  { game, all, json, anchor, witness, checkpoint }: Options,
  keys: TrustedKeys,
): Promise<void> {
  const { allStreams, checkAnchors, checkStream, isUnreadable, NO_ATTESTATIONS } = await import(
    '../record-check.ts'
  )
  const unread = (error: unknown): RecordRefusal => {
    if (isUnreadable(error)) return error
    throw error
  }
  const anchors = await checkAnchors(client, keys, anchor).catch(unread)
  if (anchors instanceof RecordRefusal)
    fail(
      json,
      { fault: 'anchor', message: anchors.message },
      `anchors: they cannot be read: ${anchors.message}`,
    )
  const { attested, source } =
    anchors instanceof RecordRefusal ? { attested: NO_ATTESTATIONS, source: 'none' as const } : anchors
  for (const { message, n } of attested.faults)
    fail(json, { fault: 'anchor', n, message }, `anchors: ${message}`)
  if (keys !== null && attested.last.n === 0) {
    const message = 'there is none, though a key is given: they were removed, or none was made yet'
    fail(json, { fault: 'anchor', message }, `anchors: ${message}`)
  }
  const { reportLog } = await import('../log-check.ts')
  const witnesses = readNoteKeys(witness, 'witness')
  const log = all
    ? await reportLog(client, {
        ...{
          witnesses,
          asked: readWitnessAddresses(witness),
          noted: checkpoint,
          json,
          lastAnchor: attested.last.n,
        },
        fail: (value, line) => fail(json, value, line),
      })
    : null
  const progress = createProgress()
  let [streams, broken, unseen] = [0, 0, 0]
  const stored = all ? await tablesOf(client, json) : new Set<string>()
  const unlisted = ({ message }: RecordRefusal) =>
    fail(json, { fault: 'list', message }, `the list of streams cannot be read: ${message}`)
  const named =
    game === undefined
      ? streamsOf(client, allStreams(client, attested, [...stored, ...commitStreams(log)], unlisted))
      : [`game#${game}`]
  for await (const stream of named) {
    const found = await checkStream(client, stream, attested, log?.heads.get(stream)).catch(unread)
    if (found instanceof RecordRefusal) {
      streams++
      broken++
      fail(json, { fault: 'unread', stream, message: found.message }, `${stream}: ${found.message}`)
      continue
    }
    if (game !== undefined && found.head.n === 0 && found.fault === null)
      throw new CommandFailure(`there is no game ${game}`)
    streams++
    progress.done()
    if (!printVerification(found, json)) broken++
    const seen = log?.heads.get(stream)?.n ?? 0
    if (witnesses.length > 0 && seen < found.head.n) {
      unseen++
      printNote(`${stream}: no witness has seen ${seen === 0 ? 'it' : `what comes after commit ${seen}`}`)
    }
    progress.report(() => `${streams} streams, ${broken} broken`)
  }
  progress.done()
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

const printFileFaults =
  ({ json }: Options) =>
  ({ faults, whole }: FilesChecked): void => {
    for (const message of faults) fail(json, { fault: 'file', message }, `files: ${message}`)
    if (!whole) printNote(NOT_CLOSED_NOTE)
  }

const NOT_CLOSED_NOTE =
  'the database was not closed since it was opened last: its files are compared as far as they are older than that, each item by its own checksum'

/** Looks at every item of the tables; the streams that commits belong to, whether they are listed or not. */
async function tablesOf(client: RecordClient, json: true | undefined): Promise<ReadonlySet<string>> {
  const { checkTables } = await import('../record-check.ts')
  const streams = new Set<string>()
  let [items, unchecked] = [0, 0]
  for await (const page of checkTables(client)) {
    items += page.items
    unchecked += page.unchecked
    for (const stream of page.streams) streams.add(stream)
    for (const { item, message } of page.faults)
      fail(json, { fault: 'item', table: page.table, item, message }, `${page.table}: ${item}: ${message}`)
  }
  const older = unchecked === 0 ? '' : `, ${unchecked} of them from before there were checksums`
  if (items > 0) printNote(`${items} stored items${older}`)
  return streams
}

/** Streams that the log names: one that the catalogue does not list was taken out of the record. */
const commitStreams = (log: LogVerification | null): string[] =>
  [...(log?.heads.keys() ?? [])].filter((stream) => isCommitEntry({ stream }))

const KEY_SOURCE_NOTES = {
  given: 'their signatures were checked with the key given',
  host: 'their signatures were checked with the key that the host names as its own; --key with one noted elsewhere tells more',
  none: 'their signatures were not checked: the host names no key',
} as const

/** All streams; for a token that may not read the whole record, the games of its tournaments. */
async function* streamsOf(client: RecordClient, all: AsyncIterable<string>): AsyncGenerator<string> {
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

async function verifyArchive(file: string, keys: TrustedKeys, { json }: Options): Promise<void> {
  const { openBundle, verifyBundle } = await import('../../../integrity/bundle/verify-bundle.ts')
  const bundle = await openBundle(file)
  if (!bundle.ok) {
    fail(json, { fault: 'file', file, message: bundle.error.message }, `${file}: ${bundle.error.message}`)
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
        fail(
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

async function verifySavedTrail(trail: AuditTrail, keys: TrustedKeys, { json }: Options): Promise<void> {
  const { verifyAuditTrail } = await import('../audit-verification.ts')
  const { verification, anchorFaults } = await verifyAuditTrail(trail, keys)
  for (const { n, message } of anchorFaults)
    fail(json, { fault: 'anchor', n, message }, `anchors: ${message}`)
  printVerification(verification, json)
  if (keys === null) printNote('signatures were not checked: give --key')
}

async function parseAuditTrail(file: string, text: string): Promise<AuditTrail> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new CommandFailure(
      `${file}: this is no bundle and no JSON; an audit is what GET /games/G/audit answers`,
    )
  }
  const { auditTrailShape } = await import('../audit-verification.ts')
  const trail = auditTrailShape.safeParse(value)
  if (trail.success) return trail.data
  const place = trail.error.issues[0]?.path.join('.') ?? ''
  throw new CommandFailure(
    `${file}: this is no audit${place === '' ? '' : `, as "${place}" shows`}; it has a "stream" and a list of "commits"`,
  )
}

function fail(json: true | undefined, value: object, line: string): void {
  if (json) printJson(value)
  else printLine(`BROKEN ${line}`)
  process.exitCode = EXIT_DOES_NOT_HOLD
}

/** One line a stream; whether it holds. */
function printVerification(found: Verification, json: true | undefined): boolean {
  const { stream, head, events, fault, erased, reading, anchored, changedReading } = found
  if (fault !== null) {
    fail(
      json,
      found,
      `${stream}: ${fault.kind}: ${fault.message}; what comes before it holds (${fault.n - 1} commits, ${events} events)`,
    )
    return false
  }
  if (json) {
    printJson(found)
    return true
  }
  const read = reading === null ? '' : `, reading ${reading.reducer}:${reading.digest.slice(0, 16)}`
  const gone = erased === 0 ? '' : `, ${erased} events without their persons or words`
  const reach =
    anchored === null
      ? ', not anchored'
      : `, anchored to commit ${anchored.n} (anchor ${anchored.anchor}, ${anchored.at})`
  printLine(
    `ok ${stream}: ${head.n} commits, ${events} events, head ${head.hash.slice(0, 16)}${reach}${read}${gone}`,
  )
  if (changedReading !== null) {
    const { before, now } = changedReading
    printNote(
      `${stream}: the record is not altered; reducer ${before.reducer} read ${before.result}, reducer ${now.reducer} reads ${now.result} or other verdicts (docs/readings.md)`,
    )
  }
  return true
}
