/** `touchmove backup FILE`: the record of a running or a closed data folder as one file. */
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Command } from 'commander'
import { CommandFailure } from '../failure.ts'
import { printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import {
  DEFAULT_DATA_FOLDER,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly withKeys?: true
}

/** Files with the keys that sign tokens and anchors, and with the first tokens. A person who has them can act as the host. */
export const SECRET_FILES = ['keys.json', 'tokens.json', 'anchor-key.pem'] as const

export const backupCommand = (): Command =>
  withRecordOptions(
    new Command('backup')
      .description('write the whole record, persons included, into one file; recording goes on meanwhile')
      .argument('<file>', 'to be written; it must not be there yet')
      .option(
        '--with-keys',
        'with the folder’s secret keys and tokens, so that a restored host is the same host',
      ),
  ).action((file: string, options: Options) => readRecord(options, (client) => backup(client, file, options)))

async function backup(
  client: RecordClient,
  file: string,
  { withKeys, data = DEFAULT_DATA_FOLDER }: Options,
): Promise<void> {
  if (existsSync(file)) throw new CommandFailure(`${file} is there already; name a new file`)
  const secrets = withKeys ? secretsIn(data) : []
  const { backupLines } = await import('../../../integrity/backup/write.ts')
  const partFile = `${file}.part`
  const target = await open(partFile, 'w', 0o600).catch((error: Error) => {
    throw new CommandFailure(`${file}: ${error.message}`)
  })
  const progress = createProgress()
  let counted = ''
  async function* lines() {
    const onStream = (done: number, of: number) => progress.report(() => `${done} of ${of} rounds and games`)
    for await (const line of backupLines(client, new Date(), onStream)) {
      yield `${JSON.stringify(line)}\n`
      if (line.kind === 'backup') for (const secret of secrets) yield `${JSON.stringify(secret)}\n`
      if (line.kind === 'end')
        counted = `${line.streams} rounds and games, ${line.commits} commits, root ${line.root}`
    }
  }
  try {
    await pipeline(lines, createGzip(), target.createWriteStream({ flush: true }))
  } catch (error) {
    // A partial backup is removed, whether the record or the disk failed.
    await rm(partFile, { force: true })
    throw error
  }
  // Only a complete backup gets the name that was asked for.
  await rename(partFile, file)
  progress.done()
  printNote(`${file}: ${counted}${secrets.length > 0 ? '; it holds secret keys' : ''}`)
}

function secretsIn(folder: string) {
  const found = SECRET_FILES.filter((name) => existsSync(join(folder, name)))
  if (found.length === 0)
    throw new CommandFailure(`--with-keys: there are no keys in ${folder}; name the folder with --data`)
  return found.map((name) => ({ kind: 'secret', name, text: readFileSync(join(folder, name), 'utf8') }))
}
