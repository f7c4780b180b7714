/** `touchmove anchors`: the public key that checks a host's anchors, and how far they reach. */
import { Command } from 'commander'
import { parsePublicKey } from '../../../integrity/anchors/signer.ts'
import { logKeyOf } from '../../../integrity/transparency/checkpoint.ts'
import { findRunningHost } from '../../database/running-host.ts'
import { CommandFailure } from '../failure.ts'
import { printJson, printNote } from '../print.ts'
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
        .option('--make', 'make a new key in the data folder, where its key is lost'),
    ).action(key),
  )
  command.addCommand(
    withRecordOptions(
      new Command('list').description('print one anchor a line, without the heads it holds'),
    ).action((options: RecordOptions) => readRecord(options, list)),
  )
  return command
}

interface KeyOptions extends RecordOptions {
  readonly make?: true
  readonly log?: true
}

async function key(options: KeyOptions): Promise<void> {
  if (options.make) await makeKey(options)
  await readRecord(options, options.log ? printLogKey : printKey)
}

/** Of a folder that lost its key nothing is opened before it has one. */
async function makeKey({ server, data = DEFAULT_DATA_FOLDER }: KeyOptions): Promise<void> {
  if (server !== undefined)
    throw new CommandFailure('--make is done where the data folder lies: name it with --data')
  const { inspectFolder } = await import('../../database/data-folder.ts')
  const state = inspectFolder(data)
  if (state.ok || state.error.code !== 'key-missing')
    throw new CommandFailure(state.ok ? `${data} has lost no key` : state.error.message)
  if ((await findRunningHost(data)) !== null)
    throw new CommandFailure(`a host serves ${data} and still has its key: stop it first`)
  const { folderSigner } = await import('../../../integrity/anchors/key-file.ts')
  const made = folderSigner(data, true)
  if (!made.ok) throw new CommandFailure(made.error.message)
}

async function printKey(client: RecordClient): Promise<void> {
  const { key, id } = await fetchJson<{ key: string | null; id: string | null }>(client, '/anchors/key')
  if (key === null) throw new CommandFailure('this host signs no anchors')
  printNote(`Ed25519, id ${id}`)
  process.stdout.write(`${key}\n`)
}

async function printLogKey(client: RecordClient): Promise<void> {
  const { key } = await fetchJson<{ key: string | null }>(client, '/anchors/key')
  const parsed = key === null ? null : parsePublicKey(key)
  if (!parsed?.ok) throw new CommandFailure('this host signs no anchors and no checkpoints')
  process.stdout.write(`${logKeyOf(parsed.value).text}\n`)
}

async function list(client: RecordClient): Promise<void> {
  const { fetchAnchors } = await import('../../../integrity/anchors/remote-evidence.ts')
  for await (const { anchor } of fetchAnchors(client)) printJson(anchor)
}
