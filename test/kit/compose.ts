/** The service as the composition roots put it together, over ports of a test: everything that any route needs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service as Core, openService as openCore } from '../../functions/app/service.ts'
import { openSearchAdmission, type SearchAdmission } from '../../functions/app/winnable/admission.ts'
import { createLiveStreams, type LiveStreams } from '../../functions/feeds/live-streams.ts'
import { createSeenRounds } from '../../functions/feeds/seen-rounds.ts'
import type { SeenRounds } from '../../functions/feeds/snapshots.ts'
import type { Ports } from '../../functions/ports.ts'
import { type ArchiveIndexer, createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { createProjector, type Projector } from '../../functions/projections/projector.ts'
import { createReadModels, type ReadModels } from '../../functions/projections/read-views.ts'
import { createViewRebuilder, type ViewRebuilder } from '../../functions/projections/rebuild.ts'
import type { ResponseCache } from '../../functions/response-cache.ts'

export interface Service extends Core {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
  readonly viewRebuilder: ViewRebuilder
  readonly liveStreams: LiveStreams
  readonly searches: SearchAdmission
  readonly readModels?: ReadModels
  readonly seenRounds?: SeenRounds
}

/** `useReadModels`: feeds are read from the views, as in the cloud. */
export type ComposedPorts = Ports & { readonly useReadModels?: boolean | undefined }

/** Lets time pass: moves the clock of the test where it has one, else really waits. */
const waitWith =
  ({ clock }: Pick<Ports, 'clock'>) =>
  async (ms: number): Promise<void> => {
    if ('pass' in clock && typeof clock.pass === 'function') clock.pass(ms)
    else await sleep(ms)
  }

export function openService(
  { useReadModels = false, ...ports }: ComposedPorts,
  responses?: ResponseCache,
): Service {
  const core = openCore(ports, responses)
  const projector = createProjector(core)
  const archiveIndexer = createArchiveIndexer(core)
  return {
    ...core,
    projector,
    archiveIndexer,
    viewRebuilder: createViewRebuilder(core, { projector, archiveIndexer }, { wait: waitWith(ports) }),
    liveStreams: createLiveStreams(core),
    searches: openSearchAdmission(core.clock),
    ...(useReadModels && { readModels: createReadModels(core) }),
    ...(ports.singleWriter && !useReadModels && { seenRounds: createSeenRounds(core) }),
  }
}
