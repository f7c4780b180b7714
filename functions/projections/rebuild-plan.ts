/**
 * What a rebuild of all views still has to do, stored as it goes: any process goes on where another ended, and several work on
 * it at once. The streams of the catalogue are listed in parts; a part that is done is deleted.
 *
 * | partition   | sort key            | what                                                    |
 * | ----------- | ------------------- | ------------------------------------------------------- |
 * | `rebuild`   | `plan`              | which version is made, and how far the list has come    |
 * |             | `lead`              | which process gives out the parts                       |
 * | `rebuild@V` | `fold#00000001` …   | streams whose views are still to be made                |
 * |             | `clear#00000001` …  | streams whose former views are still to be deleted      |
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** `fold`: views are made; `clear`: they are read, and those of before are deleted. */
export type RebuildPhase = 'fold' | 'clear' | 'done'

export interface RebuildPlan {
  /** The version that was read before; null: none was. */
  readonly from: string | null
  readonly to: string
  readonly phase: RebuildPhase
  /** RFC 3339. */
  readonly startedAt: string
  readonly finishedAt: string | null
  /** Former versions, whose items are deleted. */
  readonly former: readonly string[]
  /** Streams and parts that are listed. */
  readonly streams: number
  readonly parts: number
  /** Up to where the catalogue is listed: the category, and the opening (RFC 3339) from which it is not; null: all is listed. */
  readonly next: { readonly category: string; readonly since: string } | null
  /** Nothing is done before this instant (ms): until then other processes may still read the former views. */
  readonly notBefore: number
  /** Streams that cannot be folded. */
  readonly setAside: readonly string[]
}

/** Streams that are worked on together. */
export interface RebuildPart {
  readonly to: string
  readonly phase: RebuildPhase
  /** Counted from 1. */
  readonly number: number
}

export interface RebuildProgress
  extends Pick<RebuildPlan, 'from' | 'to' | 'phase' | 'startedAt' | 'finishedAt'> {
  /** Streams that were listed in this phase; there may be more until `isListed`. */
  readonly streams: number
  readonly isListed: boolean
  /** Streams that were done in this phase, at least. */
  readonly done: number
  readonly setAside: readonly string[]
}

/** Streams of a part. */
const PART_STREAMS = 50

export const FIRST_CATEGORY = 'round'
/** The category that is listed after another; null: none is. */
export const categoryAfter = (category: string): string | null => (category === 'round' ? 'game' : null)

/** The process that assigns the parts, and the instant (ms) until which it leads unless it renews the lead. */
interface RebuildLead {
  readonly leader: string
  readonly until: number
}

const LEAD = { pk: 'rebuild', sk: 'lead' } as const
const PLAN = { pk: 'rebuild', sk: 'plan' } as const

type PlanPorts = Pick<Ports, 'views'>

const plans = ({ views }: PlanPorts) => views as Documents<RebuildPlan>
interface StoredPart {
  /** Streams that were listed before these. */
  readonly before: number
  readonly streams: readonly string[]
}

const partsOfPlan = ({ views }: PlanPorts) => views as Documents<StoredPart>
const partitionOf = ({ to }: Pick<RebuildPlan, 'to'>): string => `rebuild@${to}`
const keyOf = (phase: RebuildPhase, number: number): string => `${phase}#${String(number).padStart(8, '0')}`

export async function readPlan(ports: PlanPorts): Promise<RebuildPlan | null> {
  return (await plans(ports).get(PLAN.pk, PLAN.sk))?.value ?? null
}

export const writePlan = (ports: PlanPorts, plan: RebuildPlan): Promise<void> =>
  plans(ports).put(PLAN.pk, PLAN.sk, plan)

export async function readLead({ views }: PlanPorts): Promise<RebuildLead | null> {
  return (await (views as Documents<RebuildLead>).get(LEAD.pk, LEAD.sk))?.value ?? null
}

export const writeLead = ({ views }: PlanPorts, lead: RebuildLead): Promise<void> =>
  (views as Documents<RebuildLead>).put(LEAD.pk, LEAD.sk, lead)

/** Lists further streams of the catalogue, in at least `most` parts unless it ends before. */
export async function listMore(
  ports: PlanPorts & Pick<Ports, 'log'>,
  plan: RebuildPlan,
  most: number,
): Promise<RebuildPlan> {
  let { parts, streams, next } = plan
  const end = parts + most
  let part: string[] = []
  const store = async () => {
    if (part.length === 0) return
    const stored = { before: streams, streams: part }
    await partsOfPlan(ports).put(partitionOf(plan), keyOf(plan.phase, ++parts), stored)
    streams += part.length
    part = []
  }
  while (next !== null && parts < end) {
    const { category, since }: { category: string; since: string } = next
    let last = ''
    next = null
    for await (const { stream, openedAt } of ports.log.streams(category, since)) {
      // A list ends between two instants, since streams of one instant have no order.
      if (parts >= end && openedAt !== last) {
        next = { category, since: openedAt }
        break
      }
      last = openedAt
      part.push(stream)
      if (part.length >= PART_STREAMS) await store()
    }
    await store()
    const after = categoryAfter(category)
    if (next === null && after !== null) next = { category: after, since: '' }
  }
  const listed = { ...plan, parts, streams, next }
  await writePlan(ports, listed)
  return listed
}

/** Parts that are not done yet, in their order. */
export async function partsLeft(
  ports: PlanPorts,
  plan: RebuildPlan,
  most: number,
): Promise<readonly RebuildPart[]> {
  const found: RebuildPart[] = []
  const { to, phase } = plan
  for await (const { sk } of ports.views.query(partitionOf(plan), `${phase}#`, undefined, most))
    found.push({ to, phase, number: Number(sk.slice(phase.length + 1)) })
  return found
}

/** Empty: it was done already. */
export async function streamsOfPart(ports: PlanPorts, part: RebuildPart): Promise<readonly string[]> {
  const found = await partsOfPlan(ports).get(partitionOf(part), keyOf(part.phase, part.number))
  return found?.value.streams ?? []
}

export const endPart = (ports: PlanPorts, part: RebuildPart): Promise<void> =>
  ports.views.delete(partitionOf(part), keyOf(part.phase, part.number))

/** The progress of the last rebuild; null: there was none. */
export async function rebuildProgress(ports: PlanPorts): Promise<RebuildProgress | null> {
  const plan = await readPlan(ports)
  if (plan === null) return null
  const done = plan.phase === 'done' ? plan.streams : await streamsDone(ports, plan)
  const { from, to, phase, startedAt, finishedAt, streams, next, setAside } = plan
  return {
    ...{ from, to, phase, startedAt, finishedAt, streams, isListed: next === null, setAside },
    done,
  }
}

/** Those before the first part that is left. */
async function streamsDone(ports: PlanPorts, plan: RebuildPlan): Promise<number> {
  for await (const { value } of partsOfPlan(ports).query(partitionOf(plan), `${plan.phase}#`, undefined, 1))
    return value.before
  return plan.streams
}
