/** `touchmove anchors`: the public key that checks a host's anchors, and how far they reach. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { printedRoot } from '../../../../domain/formats/printed-checkpoint.ts'
import { problemText } from '../../../http/api-client.ts'
import { publicKeyShape } from '../../../http/parse-answer.ts'
import { KEY_FILE } from '../../../integrity/anchors/key-file.ts'
import { type PublicKey, parsePublicKey } from '../../../integrity/anchors/signer.ts'
import { logKeyOf, parseCheckpoint, witnessKeyOf } from '../../../integrity/transparency/checkpoint.ts'
import type { NoteKey } from '../../../integrity/transparency/signed-note.ts'
import { findRunningHost } from '../../database/running-host.ts'
import { CommandFailure } from '../failure.ts'
import { printJson, printLine, printNote } from '../print.ts'
import {
  DEFAULT_DATA_FOLDER,
  fetchJson,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

export function anchorsCommand(): Command {
  const command = new Command('anchors').description('the signed anchors of the record')
  command.addCommand(
    withRecordOptions(
      new Command('key')
        .description('print the public key; note it down elsewhere before you need it')
        .option('--log', "print the key of the record's log, as a witness takes it")
        .option(
          '--witness',
          'print the key with which this host cosigns what is synced to it, as verify takes it',
        )
        .option('--make', 'make a new key in the data folder, where its key is lost'),
    ).action(key),
  )
  command.addCommand(
    withRecordOptions(
      new Command('list').description('print one anchor a line, without the heads it holds'),
    ).action((options: RecordOptions) => readRecord(options, list)),
  )
  command.addCommand(
    withRecordOptions(
      new Command('checkpoint').description(
        'print the newest checkpoint of the log of all appends, to be noted down elsewhere',
      ),
    ).action((options: RecordOptions) => readRecord(options, checkpoint)),
  )
  return command
}

interface KeyOptions extends RecordOptions {
  readonly make?: true
  readonly log?: true
  readonly witness?: true
}

async function key(options: KeyOptions): Promise<void> {
  if (options.make && (await makeKey(options)) === 'printed') return
  await readRecord(options, keyPrinter(options))
}

/**
 * Makes the lost key before anything is opened, since a folder without its key is refused. Where the record lies in a shared database,
 * nothing is opened afterwards either, so the key is printed here.
 */
async function makeKey({ server, data = DEFAULT_DATA_FOLDER }: KeyOptions): Promise<'made' | 'printed'> {
  if (server !== undefined)
    throw new CommandFailure('--make is done where the data folder lies: name it with --data')
  const { inspectFolder } = await import('../../database/data-folder.ts')
  const state = inspectFolder(data)
  const isShared = !state.ok && state.error.code === 'folder-shared'
  if (isShared ? existsSync(join(data, KEY_FILE)) : state.ok)
    throw new CommandFailure(`${data} has lost no key`)
  if (!isShared && !state.ok && state.error.code !== 'key-missing')
    throw new CommandFailure(state.error.message)
  if ((await findRunningHost(data)) !== null)
    throw new CommandFailure(`a host serves ${data} and still has its key: stop it first`)
  const { folderSigner } = await import('../../../integrity/anchors/key-file.ts')
  const made = folderSigner(data, true)
  if (!made.ok) throw new CommandFailure(made.error.message)
  if (!isShared) return 'made'
  printNote(`Ed25519, id ${made.value.key.id}`)
  printLine(made.value.key.text)
  return 'printed'
}

async function printKey(client: RecordClient): Promise<void> {
  const { key, id } = await fetchJson(client, '/anchors/key', publicKeyShape)
  if (key === null) throw new CommandFailure('this host signs no anchors')
  printNote(`Ed25519, id ${id}`)
  printLine(key)
}

const keyPrinter = ({ log, witness }: KeyOptions) => {
  if (log) return (client: RecordClient) => printNoteKey(client, logKeyOf)
  return witness ? (client: RecordClient) => printNoteKey(client, witnessKeyOf) : printKey
}

async function printNoteKey(client: RecordClient, keyOf: (key: PublicKey) => NoteKey): Promise<void> {
  const { key } = await fetchJson(client, '/anchors/key', publicKeyShape)
  const parsed = key === null ? null : parsePublicKey(key)
  if (!parsed?.ok) throw new CommandFailure('this host signs no anchors and no checkpoints')
  printLine(keyOf(parsed.value).text)
}

/** Prints the checkpoint as `1042:nzw…=` (size and root in base64), as `verify --checkpoint` takes it. */
async function checkpoint(client: RecordClient): Promise<void> {
  const answer = await client.request('GET', '/log/checkpoint')
  if (answer.status >= 400) throw new CommandFailure(problemText(answer))
  const read = parseCheckpoint(answer.text)
  if (!read.ok) throw new CommandFailure(read.error.message)
  const { origin, size, root } = read.value
  printNote(`the checkpoint of the log ${origin}; to be read out: ${size}:${printedRoot(root)}`)
  printLine(`${size}:${Buffer.from(root, 'hex').toString('base64')}`)
}

async function list(client: RecordClient): Promise<void> {
  const { fetchAnchors } = await import('../../../integrity/anchors/remote-evidence.ts')
  for await (const { anchor } of fetchAnchors(client)) printJson(anchor)
}
