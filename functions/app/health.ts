/** Whether the service can do its work: the store is asked, and the metrics of this process are read. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { createTtlValue } from '../ttl-value.ts'
import type { GameLoader, RoundLoader } from './dependencies.ts'

/**
 * `failing`: reports cannot be recorded, or the views are far behind. `degraded`: reports are recorded, and an operator should
 * look.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failing'
  readonly store: 'ok' | 'unreachable' | 'not-writable' | 'unknown'
  /** Age of the oldest commit that a view does not show yet, s; null where this process does not measure it. */
  readonly lag: number | null
  readonly quarantined: number | null
  readonly diskFree: number | null
  /** Entries of the log of appends that each witness has seen; null where none has seen any. */
  readonly witnessed: number | null
  /** How long the oldest entry has waited that a witness has not seen, s; null where no witness is asked. */
  readonly unwitnessed: number | null
  /** What is wrong, in words. */
  readonly problems: readonly string[]
}

type HealthDeps = GameLoader & RoundLoader & Pick<Ports, 'clock' | 'metrics' | 'registry'>

/** How long the store may take to answer, ms. */
const STORE_TIMEOUT_MS = 3_000
/** How long an answer is cached: the store is asked once however many clients ask. */
const HEALTH_TTL_MS = 1_000

const SLOW_VIEWS_S = 10
const STALE_VIEWS_S = 60
/** Witnesses are asked once a minute: ten failures in a row are reported. */
const UNWITNESSED_S = 600
const LOW_DISK_BYTES = 256 * 1024 * 1024

/** A health check that asks the store at most once a second, however many clients call it. */
export function createHealthCheck(deps: HealthDeps): () => Promise<Health> {
  return createTtlValue(deps.clock, HEALTH_TTL_MS, () => examine(deps)).get
}

async function examine(service: HealthDeps): Promise<Health> {
  const store = await storeState(service)
  const gauge = (name: Parameters<NonNullable<Ports['metrics']>['gauge']>[0]) =>
    service.metrics?.gauge(name) ?? null
  const lag = gauge('touchmove_projection_lag_seconds')
  const quarantined = gauge('touchmove_quarantined_streams')
  const diskFree = gauge('touchmove_disk_free_bytes')
  const witnessed = gauge('touchmove_witnessed_entries')
  const unwitnessed = gauge('touchmove_unwitnessed_seconds')
  const contradictions = gauge('touchmove_log_contradictions')
  const failing = [
    ...(store === 'ok' ? [] : [STORE_PROBLEMS[store]]),
    ...(lag !== null && lag > STALE_VIEWS_S ? [`the views are ${Math.round(lag)} s behind the record`] : []),
  ]
  const unreadable = service.games.unreadable.size + service.rounds.unreadable.size
  const degraded = [
    ...(lag !== null && lag > SLOW_VIEWS_S ? [`the views are ${Math.round(lag)} s behind the record`] : []),
    ...(unreadable > 0 ? [`games or rounds that cannot be read: ${unreadable}; see verify`] : []),
    ...(quarantined !== null && quarantined > 0 ? [`${quarantined} streams are set aside: see requeue`] : []),
    ...(diskFree !== null && diskFree < LOW_DISK_BYTES
      ? [`the disk has ${Math.round(diskFree / 1024 / 1024)} MB left`]
      : []),
    ...(unwitnessed !== null && unwitnessed > UNWITNESSED_S
      ? [`a witness has not seen what was recorded in the last ${Math.round(unwitnessed / 60)} minutes`]
      : []),
    ...(contradictions !== null && contradictions > 0
      ? ['a witness saw another record under this name: see log-contradicted']
      : []),
  ]
  const status = failing.length > 0 ? 'failing' : degraded.length > 0 ? 'degraded' : 'ok'
  const measures = { lag, quarantined, diskFree, witnessed, unwitnessed }
  return { status, store, ...measures, problems: [...new Set([...failing, ...degraded])] }
}

/** The part that everybody may see: numbers that change with play would reveal that there are games. */
export function publicHealth({ status, store }: Health): Health {
  const problems =
    store !== 'ok'
      ? [STORE_PROBLEMS[store]]
      : status === 'ok'
        ? []
        : ['something is wrong; a token that may read everything is told what']
  const measures = { lag: null, quarantined: null, diskFree: null, witnessed: null, unwitnessed: null }
  return { status, store, ...measures, problems }
}

const STORE_PROBLEMS = {
  unreachable: 'the database does not answer',
  'not-writable': 'the database takes no writes: is the disk full?',
  unknown: `the database has not answered within ${STORE_TIMEOUT_MS / 1000} s`,
}

/** Reads from the store and, on a single writer, writes to it; in the cloud not every function may write. */
async function storeState(
  service: Pick<Ports, 'clock' | 'registry' | 'singleWriter'>,
): Promise<Health['store']> {
  const signs = service.registry as Documents<{ at: number }>
  const late = new AbortController()
  const ask = async (): Promise<Health['store']> => {
    try {
      await signs.get('health', 'sign')
    } catch {
      return 'unreachable'
    }
    if (!service.singleWriter) return 'ok'
    try {
      await signs.put('health', 'sign', { at: service.clock.now() })
      return 'ok'
    } catch {
      return 'not-writable'
    }
  }
  const timeout = sleep(STORE_TIMEOUT_MS, 'unknown' as const, { signal: late.signal }).catch(
    () => 'unknown' as const,
  )
  const state = await Promise.race([ask(), timeout])
  late.abort()
  return state
}
