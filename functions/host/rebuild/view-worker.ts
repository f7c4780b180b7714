/** The worker thread of view-workers.ts: makes the views of one part of the streams after another. */
import { parentPort, workerData } from 'node:worker_threads'
import { openService } from '../../app/service.ts'
import { errorMessage } from '../../error-message.ts'
import { createArchiveIndexer } from '../../projections/archive-indexer.ts'
import { createProjector } from '../../projections/projector.ts'
import { rebuildPart } from '../../projections/rebuild-part.ts'
import type { RebuildPart } from '../../projections/rebuild-plan.ts'
import { realRuntime } from '../../runtime.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import { openRemoteStore, type StoreAnswer, type StoreCall } from './remote-store.ts'

/** From the main thread, at the start. */
export interface WorkerSettings {
  readonly isOnlyProcess: boolean
}
/** From the main thread. */
export type WorkerInput = { readonly part: RebuildPart } | { readonly answer: StoreAnswer }
/** To the main thread. */
export type WorkerOutput =
  | { readonly call: StoreCall }
  | { readonly done: true }
  | { readonly failure: string; readonly isUnavailable: boolean }

const send = (output: WorkerOutput) => parentPort?.postMessage(output)

const store = openRemoteStore((call) => send({ call }))
const service = openService({ ...realRuntime(), ...store.ports, singleWriter: false })
const { isOnlyProcess } = workerData as WorkerSettings
const work = {
  projector: createProjector(service),
  archiveIndexer: createArchiveIndexer(service),
  isOnlyProcess,
}

parentPort?.on('message', (input: WorkerInput) => {
  if ('answer' in input) return store.answer(input.answer)
  rebuildPart(service, work, input.part).then(
    () => send({ done: true }),
    (error: unknown) =>
      send({
        failure: errorMessage(error),
        isUnavailable: error instanceof StoreUnavailable,
      }),
  )
})
