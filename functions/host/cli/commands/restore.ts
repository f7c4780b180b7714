/** `touchmove restore FILE --data DIR`: a backup becomes a data folder, verified before it is called whole. */
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Command } from 'commander'
import { cutLines } from '../../../cut-lines.ts'
import type { ApiClient } from '../../../http/api-client.ts'
import { type BackupLine, parseBackupLine } from '../../../integrity/backup/lines.ts'
import type { RemoteErasure } from '../../../integrity/backup/repeat-erasures.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import { SECRET_FILES } from './backup.ts'

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('make a data folder of a backup, and verify it')
    .argument('<file>', 'a backup')
    .requiredOption('--data <dir>', 'the folder to make; it must be empty or not there yet')
    .option('--erasures <file>', 'erase again who was erased since: what `erase --list` printed')
    .action((file: string, { data, erasures }: { data: string; erasures?: string }) =>
      restore(file, data, erasures),
    )

async function restore(file: string, folder: string, erasures: string | undefined): Promise<void> {
  if (!existsSync(file)) throw new CommandFailure(`${file}: there is no such file`)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandFailure(`${folder} is not empty; a backup is restored into a folder of its own`)
  const erased = erasures === undefined ? null : erasuresIn(erasures)
  await mkdir(folder, { recursive: true })
  const [{ createHost }, { RESTORE_UNFINISHED_FILE }] = await Promise.all([
    import('../../create-host.ts'),
    import('../../open-folder.ts'),
  ])
  const marker = join(folder, RESTORE_UNFINISHED_FILE)
  writeFileSync(marker, 'this folder is not whole: delete it and restore the backup again\n')
  await copySecrets(file, folder)
  // Without waiting for the disk at each line: all of it is written through at the end, before it is called whole.
  const serviceHost = await createHost({ folder, fsync: false, restoring: true })
  if (!serviceHost.ok) throw new CommandFailure(serviceHost.error.message)
  const holds = await fillHost(file, serviceHost.value, erased).finally(() => serviceHost.value.close())
  await fsyncFolder(join(folder, 'database'))
  if (!holds) {
    printNote(`${folder} is not as it was backed up`)
    process.exitCode = EXIT_DOES_NOT_HOLD
    return
  }
  await rm(marker)
}

type ServiceHost = Extract<
  Awaited<ReturnType<typeof import('../../create-host.ts').createHost>>,
  { ok: true }
>['value']

type Erasures = readonly RemoteErasure[]

/** Reads what `erase --list` printed. Called before the folder is made, so that a wrong file leaves nothing behind. */
function erasuresIn(file: string): Erasures {
  let list: unknown
  try {
    list = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandFailure(`${file}: ${(error as Error).message}; it should be what erase --list printed`)
  }
  const { erasures } = (list ?? {}) as { erasures?: unknown }
  const isList =
    Array.isArray(erasures) &&
    erasures.every(
      (each: Partial<RemoteErasure> | null) =>
        typeof each?.person === 'string' &&
        (each.notes === undefined || (Array.isArray(each.notes) && each.notes.every(isText))),
    )
  if (!isList) throw new CommandFailure(`${file}: there are no erasures in it; erase --list prints them`)
  return erasures as Erasures
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** Erases again the persons who were erased after the backup was made. Returns how many of them it held. */
async function eraseAll(client: ApiClient, erasures: Erasures): Promise<number> {
  const { repeatErasures } = await import('../../../integrity/backup/repeat-erasures.ts')
  let again = 0
  for (const each of erasures) {
    const done = await repeatErasures(client, each)
    if ('problem' in done) throw new CommandFailure(`${each.person}: ${done.problem}`)
    if (done.entries > 0) again++
  }
  return again
}

/** Restores the backup, erases persons again, and verifies the result. False where a stream or an anchor does not hold. */
async function fillHost(
  file: string,
  { service, adminRouter }: ServiceHost,
  erased: Erasures | null,
): Promise<boolean> {
  const { restoreLines } = await import('../../../integrity/backup/restore.ts')
  const { inProcessClient } = await import('../../in-process-client.ts')
  const { allStreams, checkAnchors, checkStream } = await import('../record-check.ts')
  const progress = createProgress()
  const restored = await restoreLines(service, linesOf(file), (done) =>
    progress.report(() => `${done} lines`),
  )
  progress.done()
  if (!restored.ok) throw new CommandFailure(`${file}: ${restored.error.message}`)
  const client = inProcessClient(adminRouter)
  if (erased === null)
    printNote(
      'who was erased since the backup was made is in it again: give --erasures what erase --list printed',
    )
  else printNote(`erased again: ${await eraseAll(client, erased)} persons`)
  // A host restored without its keys has a new one.
  const { attested } = await checkAnchors(client, 'unsigned')
  let broken = attested.faults.length
  for (const { message } of attested.faults) printLine(`BROKEN anchors: ${message}`)
  let streams = 0
  for await (const stream of allStreams(client, attested)) {
    const { fault } = await checkStream(client, stream, attested)
    streams++
    if (fault === null) continue
    broken++
    printLine(`BROKEN ${stream}: ${fault.kind}: ${fault.message}`)
  }
  const { commits, root, anchor } = restored.value
  printNote(
    `restored and verified: ${streams} rounds and games, ${commits} commits, ${anchor} anchors, root ${root}, ${broken} broken`,
  )
  return broken === 0
}

/** Copies the secret files of a backup into the folder. Called before the host is created, which would make keys of its own. */
async function copySecrets(file: string, folder: string): Promise<void> {
  let first = true
  for await (const line of linesOf(file)) {
    if (first && line.kind !== 'backup')
      throw new CommandFailure(`${file}: this is no backup of this program`)
    first = false
    if (line.kind === 'backup') continue
    if (line.kind !== 'secret') return
    if (!(SECRET_FILES as readonly string[]).includes(line.name))
      throw new CommandFailure(`${file}: it holds a secret of an unknown name`)
    writeFileSync(join(folder, line.name), line.text, { mode: 0o600 })
  }
  if (first) throw new CommandFailure(`${file}: it is empty`)
}

/** Characters. A line is an item of the database, which has 400 KB at most, or a key. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024

async function* linesOf(file: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  try {
    let number = 0
    for await (const text of cutLines(gunzip.setEncoding('utf8'), MAX_LINE_LENGTH)) {
      number++
      const line = parseBackupLine(text)
      if (!line.ok)
        throw new CommandFailure(`${file}:${number}: ${line.error.message}; it is damaged, or no backup`)
      yield line.value
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${file}: it is damaged, or no backup: ${(error as Error).message}`)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Flushes the files of a folder, and the folder itself, to the disk. */
async function fsyncFolder(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder))]) {
    const file = await open(join(folder, name), 'r')
    await file.sync()
    await file.close()
  }
}
