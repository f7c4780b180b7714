/**
 * The quarantine of streams that cannot be folded or verified, so that they do not stop the others. Each is listed with its
 * error until it is repaired and released (`touchmove requeue`), or until the process that listed it can fold it again.
 */
import type { Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { type Page, type PageRequest, readPage } from '../store/pages.ts'

export interface QuarantinedStream {
  readonly stream: string
  readonly error: string
  readonly times: number
  readonly firstAt: string
  readonly lastAt: string
}

const PARTITION = 'quarantine'

const list = ({ views }: Pick<Ports, 'views'>) => views as Documents<QuarantinedStream>

export async function quarantineStream(
  service: Pick<Ports, 'clock' | 'metrics' | 'views'>,
  stream: string,
  error: string,
): Promise<QuarantinedStream> {
  const known = (await list(service).get(PARTITION, stream))?.value
  const lastAt = new Date(service.clock.now()).toISOString()
  const entry = { stream, error, times: (known?.times ?? 0) + 1, firstAt: known?.firstAt ?? lastAt, lastAt }
  await list(service).put(PARTITION, stream, entry)
  await updateGauge(service)
  return entry
}

/** False: it was not in quarantine. */
export async function releaseStream(
  service: Pick<Ports, 'metrics' | 'views'>,
  stream: string,
): Promise<boolean> {
  const known = await list(service).get(PARTITION, stream)
  if (known === null) return false
  await list(service).delete(PARTITION, stream)
  await updateGauge(service)
  return true
}

export const listQuarantined = (
  service: Pick<Ports, 'views'>,
  page: PageRequest = {},
): Promise<Page<QuarantinedStream>> => readPage(list(service), PARTITION, page)

/** The names of all streams in quarantine. */
export async function quarantinedStreams(service: Pick<Ports, 'views'>): Promise<string[]> {
  const all: string[] = []
  for await (const { sk } of list(service).query(PARTITION)) all.push(sk)
  return all
}

async function updateGauge(service: Pick<Ports, 'metrics' | 'views'>): Promise<void> {
  service.metrics?.set('touchmove_quarantined_streams', (await quarantinedStreams(service)).length)
}

/** Logs a line for each stream that a rebuild could not fold. */
export function logQuarantined(log: Pick<Log, 'write'> | undefined, streams: readonly string[]): void {
  for (const stream of streams)
    log?.write('error', 'stream-set-aside', { stream, message: 'a rebuild of the views could not fold it' })
}
