/** The sweeper: compares streams with their views and rings for what is behind, so that no lost bell stays lost. */
import type { Service } from '../app/service.ts'
import type { Projector } from './projector.ts'
import { listQuarantined } from './quarantine.ts'
import { readVersions, VIEW_FORMAT } from './view.ts'

export interface Reconciled {
  readonly looked: number
  /** Streams whose views were behind, in the order they were found. */
  readonly behind: readonly string[]
}

const CATEGORIES = ['round', 'game'] as const

/** Every stream opened at `since` (RFC 3339) or later. */
export async function* streamsSince(service: Pick<Service, 'log'>, since?: string): AsyncGenerator<string> {
  for (const category of CATEGORIES)
    for await (const { stream } of service.log.streams(category, since)) yield stream
}

/** Brings the views of streams opened since then up to date, until `isOver`; what is set aside waits for its release. */
export async function reconcileViews(
  service: Service,
  projector: Projector,
  since?: string,
  isOver: () => boolean = () => false,
): Promise<Reconciled> {
  const live = (await readVersions(service))?.live ?? `${VIEW_FORMAT}-1`
  const aside = new Set((await listQuarantined(service)).map(({ stream }) => stream))
  const behind: string[] = []
  let looked = 0
  let oldest: number | null = null
  for await (const stream of streamsSince(service, since)) {
    if (isOver()) break
    looked++
    if (aside.has(stream)) continue
    const head = await service.log.head(stream)
    const reached = await projector.checkpoint(stream, live)
    if (head === null || reached >= head.n) continue
    behind.push(stream)
    const missed = (await service.log.load(stream, reached))[0]
    const at = missed === undefined ? Number.NaN : Date.parse((JSON.parse(missed.body) as { at: string }).at)
    if (!Number.isNaN(at)) oldest = Math.min(oldest ?? at, at)
    await projector.onChange(stream)
  }
  const lag = oldest === null ? 0 : (service.clock.now() - oldest) / 1000
  service.metrics?.set('touchmove_projection_lag_seconds', lag)
  service.metrics?.set('touchmove_quarantined_streams', (await listQuarantined(service)).length)
  return { looked, behind }
}
