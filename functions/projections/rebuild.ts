/**
 * Rebuilds all views beside those that are read; the new ones are read once nothing is behind. Meanwhile the projector
 * projects into both, so that no commit is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inParts } from '../in-parts.ts'
import type { Ports } from '../ports.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import type { Projector } from './projector.ts'
import { quarantineStream } from './quarantine.ts'
import { streamsSince } from './reconciler.ts'
import { isOwnFormat, readVersions, VIEW_FORMAT, viewKey, writeVersions } from './view.ts'

export interface Rebuilt {
  readonly from: string | null
  readonly to: string
  readonly streams: number
  /** Streams that cannot be folded: in quarantine, not in the new views. */
  readonly setAside: readonly string[]
}

/** Longer than the projector caches the pointer. */
const POINTER_TTL_MS = 2_500
/** Passes over the record; each is shorter than the one before it unless the record grows faster than it is folded. */
const MAX_PASSES = 20

interface RebuildDeps extends Pick<Ports, 'clock' | 'log' | 'metrics' | 'views'> {}

export interface ViewRebuilder {
  /**
   * Throws where the views cannot catch up: the old ones are then still read. A second call while one is running gets its
   * result; what a killed process left half built is continued.
   */
  rebuild(): Promise<Rebuilt>
}

export function createViewRebuilder(
  service: RebuildDeps,
  projector: Projector,
  wait: (ms: number) => Promise<unknown> = sleep,
): ViewRebuilder {
  let running: Promise<Rebuilt> | null = null
  return {
    rebuild() {
      running ??= rebuildAll(service, projector, wait).finally(() => {
        running = null
      })
      return running
    },
  }
}

async function rebuildAll(
  service: RebuildDeps,
  projector: Projector,
  wait: (ms: number) => Promise<unknown>,
): Promise<Rebuilt> {
  const before = await readVersions(service)
  const half = before?.building ?? null
  const to = isOwnFormat(half) ? half : nextVersion(before?.live, half)
  await writeVersions(service, { live: before?.live ?? to, building: to })
  await wait(POINTER_TTL_MS)
  const aside = new Set<string>()
  let streams = 0
  for (let round = 0; ; round++) {
    if (round === MAX_PASSES) {
      // No version is projected that will not be read.
      if (before !== null) await writeVersions(service, { live: before.live, building: null })
      throw new Error(`the views of version ${to} did not catch up; the old ones are read`)
    }
    let behind = 0
    streams = 0
    for await (const part of inParts(streamsSince(service), CONCURRENCY)) {
      streams += part.length
      const brought = await Promise.all(
        part
          .filter((stream) => !aside.has(stream))
          .map((stream) => bringUp(service, projector, stream, to, aside)),
      )
      behind += brought.filter((wasBehind) => wasBehind).length
    }
    if (behind === 0) break
  }
  await writeVersions(service, { live: to, building: null })
  const old = new Set([before?.live, half].filter((version) => version != null && version !== to))
  if (old.size > 0) await wait(POINTER_TTL_MS)
  for (const version of old) await deleteVersion(service, version!)
  return { from: before?.live ?? null, to, streams, setAside: [...aside] }
}

async function projectOrQuarantine(
  service: RebuildDeps,
  projector: Projector,
  stream: string,
  version: string,
  aside: Set<string>,
): Promise<void> {
  try {
    await projector.project(stream, version)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    aside.add(stream)
    await quarantineStream(service, stream, error instanceof Error ? error.message : String(error))
  }
}

/** Of this program's format, and with a number that no version had. */
function nextVersion(...used: (string | null | undefined)[]): string {
  const numbers = used.map((version) => Number(version?.split('-')[1] ?? 0))
  return `${VIEW_FORMAT}-${Math.max(0, ...numbers) + 1}`
}

/** Brings one stream's views up to its head; whether they were behind. */
async function bringUp(
  service: RebuildDeps,
  projector: Projector,
  stream: string,
  version: string,
  aside: Set<string>,
): Promise<boolean> {
  const head = await service.log.head(stream)
  if (head === null || (await projector.checkpoint(stream, version)) >= head.n) return false
  await projectOrQuarantine(service, projector, stream, version, aside)
  return true
}

/** Streams, and items to be deleted, taken at a time. */
const CONCURRENCY = 16

/** A round's items lie in its own partition, those of its games with it. */
async function deleteVersion(service: RebuildDeps, version: string): Promise<void> {
  for await (const stream of streamsSince(service))
    for await (const part of inParts(service.views.query(viewKey(version, stream)), CONCURRENCY))
      await Promise.all(part.map(({ pk, sk }) => service.views.delete(pk, sk)))
}

/** Whether the views that are read have another format than this program's, or others beside them are half built. */
export async function needsRebuild(service: Pick<Ports, 'views'>): Promise<boolean> {
  const versions = await readVersions(service)
  return versions !== null && (versions.building !== null || !isOwnFormat(versions.live))
}
