/**
 * The phases of a rebuild: it begins, its parts are assigned and folded, readers are switched to the new views, the former ones
 * are deleted, and it ends. The remaining parts are stored (rebuild-plan.ts), so that any process can continue.
 */
import type { Ports } from '../ports.ts'
import { advanceCheckpoint, logTree, sequenceAppends } from '../store/append-log.ts'
import { foldNews, type RebuildDeps, type RebuildWork } from './rebuild-part.ts'
import {
  FIRST_CATEGORY,
  listMore,
  partsLeft,
  type RebuildPart,
  type RebuildPlan,
  readLead,
  readPlan,
  writeLead,
  writePlan,
} from './rebuild-plan.ts'
import { viewsConsumer } from './reconciler.ts'
import {
  isOwnFormat,
  openVersions,
  readVersions,
  VERSIONS_TTL_MS,
  VIEW_FORMAT,
  writeVersions,
} from './view.ts'

/** Longer than any other process caches which versions are read and built, ms. */
const SWITCH_DELAY_MS = VERSIONS_TTL_MS + 500

/**
 * What caches these versions. `forgetVersions`: given where this process alone writes and reads views. It resolves once nothing
 * in it goes by older versions, so that there is nobody to wait for.
 */
export interface VersionCaches {
  forgetVersions?(): Promise<void>
}

/** Whether the views that are read have another format than this program's, or others beside them are half made. */
export async function needsRebuild(service: Pick<Ports, 'registry' | 'views'>): Promise<boolean> {
  const { live, building } = await openVersions(service)
  if (building !== null || !isOwnFormat(live)) return true
  const plan = await readPlan(service)
  return plan !== null && plan.to === live && plan.phase !== 'done'
}

/** Begins a rebuild, so that the projector projects into its version too; a rebuild that was begun and not ended is continued. */
export async function beginRebuild(service: RebuildDeps, caches: VersionCaches = {}): Promise<RebuildPlan> {
  const before = await readVersions(service)
  const half = before?.building ?? null
  const known = await readPlan(service)
  if (known !== null && known.phase !== 'done' && isOwnFormat(known.to))
    if (known.to === (known.phase === 'fold' ? half : before?.live)) return known
  const to = isOwnFormat(half) ? half : nextVersion(before?.live, half, known?.to)
  await sequenceAppends(service)
  // What is appended from now on is read from the log at the end.
  await advanceCheckpoint(service, viewsConsumer(to), (await logTree(service)).size)
  await writeVersions(service, { live: before?.live ?? to, building: to })
  const notBefore = await switchedBy(service, caches)
  const now = service.clock.now()
  const plan: RebuildPlan = {
    ...{ from: before?.live ?? null, to, phase: 'fold', setAside: [] },
    ...{ startedAt: new Date(now).toISOString(), finishedAt: null },
    former: [...new Set([before?.live, half, known?.to])].filter(
      (version) => version != null && version !== to,
    ) as string[],
    ...LISTED_NOTHING,
    notBefore,
  }
  await writePlan(service, plan)
  return plan
}

/** By which instant (ms) all processes go by the versions that were just written. */
async function switchedBy(
  { clock }: Pick<Ports, 'clock'>,
  { forgetVersions }: VersionCaches,
): Promise<number> {
  if (forgetVersions === undefined) return clock.now() + SWITCH_DELAY_MS
  await forgetVersions()
  return clock.now()
}

const LISTED_NOTHING = { streams: 0, parts: 0, next: { category: FIRST_CATEGORY, since: '' } } as const

/**
 * The parts to be done next: none until `notBefore`, none where another process leads, none once the plan is done. `leader`: the id
 * of the process that asks; null: no other process can lead.
 */
export async function nextParts(
  service: RebuildDeps,
  work: RebuildWork & VersionCaches,
  most: number,
  leader: string | null,
): Promise<{ readonly plan: RebuildPlan; readonly parts: readonly RebuildPart[] }> {
  let plan = (await readPlan(service)) ?? (await beginRebuild(service, work))
  if (leader !== null && !(await takeLead(service, leader))) return { plan, parts: [] }
  for (;;) {
    if (plan.phase === 'done' || service.clock.now() < plan.notBefore) return { plan, parts: [] }
    if (plan.next !== null) plan = await listMore(service, plan, most)
    const parts = await partsLeft(service, plan, most)
    if (parts.length > 0) return { plan, parts }
    if (plan.next !== null) continue
    plan =
      plan.phase === 'fold' ? await switchToNewViews(service, work, plan) : await endRebuild(service, plan)
  }
}

/** Longer than any process takes for the parts that it is given at a time, ms. */
const LEAD_MS = 5 * 60_000

/** Takes or renews the lead. Two processes that ask at the same time may both get it, which is harmless: parts are idempotent. */
async function takeLead(service: RebuildDeps, leader: string): Promise<boolean> {
  const now = service.clock.now()
  const known = await readLead(service)
  if (known !== null && known.leader !== leader && known.until > now) return false
  await writeLead(service, { leader, until: now + LEAD_MS })
  return true
}

/** After all parts: folds what was appended meanwhile, and switches readers to the new views. */
async function switchToNewViews(
  service: RebuildDeps,
  work: RebuildWork & VersionCaches,
  plan: RebuildPlan,
): Promise<RebuildPlan> {
  await sequenceAppends(service)
  await foldNews(service, work, plan.to)
  await writeVersions(service, { live: plan.to, building: null })
  const notBefore = await switchedBy(service, work)
  const clearing: RebuildPlan = {
    ...((await readPlan(service)) ?? plan),
    phase: 'clear',
    ...LISTED_NOTHING,
    notBefore: plan.former.length > 0 ? notBefore : service.clock.now(),
    ...(plan.former.length === 0 && { next: null, streams: plan.streams }),
  }
  await writePlan(service, clearing)
  return clearing
}

async function endRebuild(service: RebuildDeps, plan: RebuildPlan): Promise<RebuildPlan> {
  const done: RebuildPlan = {
    ...plan,
    phase: 'done',
    finishedAt: new Date(service.clock.now()).toISOString(),
  }
  await writePlan(service, done)
  return done
}

/** Of this program's format, and with a number that no version had. */
function nextVersion(...used: (string | null | undefined)[]): string {
  const numbers = used.map((version) => Number(version?.split('-')[1] ?? 0))
  return `${VIEW_FORMAT}-${Math.max(0, ...numbers) + 1}`
}
