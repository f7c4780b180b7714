/** Opens a data folder: its database, its keys and the metrics of the process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { type FolderKeys, folderKeys } from '../auth/signing-key-file.ts'
import { folderSigner } from '../integrity/anchors/key-file.ts'
import type { Signer } from '../integrity/anchors/signer.ts'
import type { Log } from '../observability/log.ts'
import { type MetricsRegistry, metricsRegistry } from '../observability/metrics-registry.ts'
import { type HostStore, openFolderStore, openSharedStore } from './database/host-store.ts'
import { measureProcess } from './process-metrics.ts'

export interface FolderOptions {
  readonly folder: string
  /** Whether each write waits for the disk; true by default. */
  readonly fsync?: boolean
  /** Whether the restore that fills the folder opens it; an unfinished folder is refused to all others. */
  readonly restoring?: boolean
  /** A DynamoDB-compatible database that several hosts share, by its URL; the folder then holds keys and tokens alone. */
  readonly dynamodb?: string | undefined
}

/** The file that marks a folder from the beginning of a restore until it is verified and flushed to the disk. */
export const RESTORE_UNFINISHED_FILE = 'restore-unfinished'

/** The parts of an opened folder. */
export interface OpenedFolder {
  readonly store: HostStore
  readonly keys: FolderKeys
  readonly signer: Signer
  readonly metrics: MetricsRegistry
  close(): Promise<void>
}

/** Opens the folder, or makes it. Where it refuses or throws, it leaves nothing open. The refusals are listed at `createHost`. */
export async function openFolder(
  { folder, fsync = true, restoring = false, dynamodb }: FolderOptions,
  log: Log,
): Promise<Result<OpenedFolder>> {
  if (!restoring && existsSync(join(folder, RESTORE_UNFINISHED_FILE)))
    return refuse(
      'folder-unfinished',
      `${folder} was not restored to its end; delete it and restore the backup again`,
    )
  const keyFault = (isFirst: boolean) => keyFaultIn(folder, isFirst)
  const store =
    dynamodb === undefined
      ? await openFolderStore({ folder, fsync, restoring, log, keyFault })
      : await openSharedStore(dynamodb, { folder, keyFault })
  if (!store.ok) return store
  const metrics = metricsRegistry()
  const stopMeasuring = await measureProcess(folder, metrics)
  const close = async () => {
    stopMeasuring()
    await store.value.close()
  }
  try {
    const opened = await openKeys(folder, store.value)
    if (opened.ok) return ok({ store: store.value, ...opened.value, metrics, close })
    await close()
    return opened
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the keys, which a first start makes; it has then ended. */
async function openKeys(
  folder: string,
  store: HostStore,
): Promise<Result<Pick<OpenedFolder, 'keys' | 'signer'>>> {
  const keys = await folderKeys(folder, store.isFirst)
  if (!keys.ok) return keys
  const signer = folderSigner(folder, store.isFirst)
  if (!signer.ok) return signer
  store.endFirstStart()
  return ok({ keys: keys.value, signer: signer.value })
}

/** Reads the keys before anything is opened, so that a refusal leaves the folder as it was. */
async function keyFaultIn(folder: string, isFirst: boolean): Promise<Result<never> | null> {
  for (const read of [await folderKeys(folder), folderSigner(folder)])
    if (!read.ok && !(isFirst && read.error.code === 'key-missing')) return read
  return null
}
