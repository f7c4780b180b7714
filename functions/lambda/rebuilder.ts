/**
 * The Lambda function that rebuilds all views. A state machine (infra/stacks/projection.ts) asks it for parts and has each done by
 * an invocation of its own, until there are none; an interrupted rebuild is continued by the next execution.
 */
import { openService } from '../app/service.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector } from '../projections/projector.ts'
import { logQuarantined } from '../projections/quarantine.ts'
import { rebuildPart } from '../projections/rebuild-part.ts'
import { beginRebuild, needsRebuild, nextParts } from '../projections/rebuild-phases.ts'
import { type RebuildPart, rebuildProgress } from '../projections/rebuild-plan.ts'
import { deployedPorts } from './ports.ts'

export type RebuildStep =
  /** `leader`: the execution that asks; `turn`: how often it has. */
  | { readonly step: 'plan'; readonly leader: string; readonly turn: number }
  | { readonly step: 'part'; readonly part: RebuildPart }

export interface PlannedStep {
  /** `wait`: another execution leads, or other functions may still read the former views. */
  readonly state: 'parts' | 'wait' | 'end'
  readonly parts: readonly RebuildPart[]
  readonly turn: number
}

/** Parts given out at a time: their events and those of `MAX_TURNS` fit an execution's history of 25,000. */
const PARTS_AT_ONCE = 100
const MAX_TURNS = 30

const service = openService(deployedPorts())
const log = consoleLog(service.clock.now)
const work = { projector: createProjector(service, log), archiveIndexer: createArchiveIndexer(service) }

async function plan(leader: string, turn: number): Promise<PlannedStep> {
  const end: PlannedStep = { state: 'end', parts: [], turn }
  if (turn >= MAX_TURNS || !(await needsRebuild(service))) return end
  await beginRebuild(service)
  const { plan, parts } = await nextParts(service, work, PARTS_AT_ONCE, leader)
  const { to, phase, setAside } = plan
  const { streams, done, isListed } = (await rebuildProgress(service))!
  if (phase === 'done') {
    logQuarantined(log, setAside)
    log.write('info', 'views-rebuilt', { to, streams, setAside: setAside.length })
    return end
  }
  log.write('info', 'views-rebuilding', { to, phase, streams, done, isListed })
  return { state: parts.length > 0 ? 'parts' : 'wait', parts, turn: turn + 1 }
}

export async function handler(event: RebuildStep): Promise<PlannedStep | null> {
  if (event.step === 'plan') return plan(event.leader, event.turn)
  await rebuildPart(service, work, event.part)
  return null
}
