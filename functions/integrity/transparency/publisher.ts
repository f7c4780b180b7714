/** Publishes the log: sequences appends, stores full tiles, signs a checkpoint and has witnesses cosign it. */
import type { Ports } from '../../ports.ts'
import { type LogPorts, type SequencerPorts, sequenceAppends } from '../../store/append-log.ts'
import type { Signer } from '../anchors/signer.ts'
import {
  addCosignature,
  type CosignedCheckpoint,
  cosignedCheckpoints,
  logKeyOf,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts'
import { storedTiles, storeFullTiles } from './tiles.ts'
import { consistencyProof, requestText } from './witness.ts'
import type { WitnessAddress } from './witness-address.ts'
import { noteWaiting, noteWitnessed, type WitnessProgress, witnessProgress } from './witness-progress.ts'

/** Posts a request to a witness; the status and body of its answer. Throws where there is no answer. */
export type PostToWitness = (
  url: string,
  body: string,
) => Promise<{ readonly status: number; readonly body: string }>

/** What a log is published with. */
type PublisherPorts = SequencerPorts & Pick<Ports, 'clock'>

/** The newest checkpoint of all that was appended by now; null: nothing was, or `isOver` before it could be signed. */
export async function publishCheckpoint(
  ports: PublisherPorts,
  signer: Signer,
  isOver: () => boolean = () => false,
): Promise<string | null> {
  await sequenceAppends(ports, isOver)
  await storeFullTiles(ports, isOver)
  return isOver() ? null : signCheckpoint(ports, signer)
}

/**
 * A witness has seen another log under this name: the record was rolled back or written anew, or a copy of it goes on beside
 * it.
 */
export class LogContradicted extends Error {
  override readonly name = 'LogContradicted'
}

/** Has a witness cosign a checkpoint, and stores its line. Throws LogContradicted, or Error where it was not reached or refused. */
export async function askWitness(
  ports: LogPorts,
  signer: Signer,
  { key, url }: WitnessAddress,
  note: string,
  post: PostToWitness,
): Promise<void> {
  const checkpoint = parseCheckpoint(note)
  if (!checkpoint.ok) throw new Error(checkpoint.error.message)
  const { size } = checkpoint.value
  const tiles = await storedTiles(ports)
  const ask = async (before: number) => {
    const proof = await consistencyProof(tiles, before, size)
    return post(`${url.replace(/\/$/, '')}/add-checkpoint`, requestText({ before, proof, note }))
  }
  // A witness that has seen the log before says how much of it.
  let answer = await ask(size)
  if (answer.status === 409) {
    const seen = /^(0|[1-9]\d{0,14})\n?$/.exec(answer.body)?.[1]
    if (seen === undefined || Number(seen) > size)
      throw new LogContradicted(
        `the witness ${key.name} has seen ${seen ?? 'another number of'} entries, there are ${size}`,
      )
    answer = await ask(Number(seen))
  }
  if (answer.status === 422)
    throw new LogContradicted(`the witness ${key.name}: ${answer.body.slice(0, 200).trim()}`)
  if (answer.status !== 200)
    throw new Error(`the witness ${key.name} answered ${answer.status}: ${answer.body.slice(0, 200).trim()}`)
  const stored = await addCosignature(ports, logKeyOf(signer.key), key, note + answer.body)
  if (!stored.ok)
    throw new Error(
      `the witness ${key.name} answered with a line that does not hold: ${stored.error.message}`,
    )
}

export interface LogPublisherOptions {
  readonly signer: Signer
  readonly witnesses?: readonly WitnessAddress[]
  readonly post: PostToWitness
  /** Gets failures of background work, with the name of the witness where one failed; it is tried again a minute later. */
  readonly onFault: (error: unknown, witness?: string) => void
  /** Gets after each publication how much the witnesses have seen. */
  readonly onProgress?: (progress: WitnessProgress) => void
  readonly intervalMs?: number
}

export interface LogPublisher {
  /** Publishes now; the newest checkpoint, null of an empty log. */
  publish(): Promise<string | null>
  /** Begins to publish once a minute. */
  start(): void
  /** Publishes once more, if it was started. */
  close(): Promise<void>
  /** Ends a publication that is under way with the step it is at. Resolves then: nothing is asked of the store afterwards. */
  stop(): Promise<void>
}

/** Ends the publication for a witness that answered after `stop`. */
class PublisherStopped extends Error {
  override readonly name = 'PublisherStopped'
}

const MINUTE_MS = 60_000

export function createLogPublisher(
  ports: PublisherPorts,
  { signer, witnesses = [], post, onFault, onProgress, intervalMs = MINUTE_MS }: LogPublisherOptions,
): LogPublisher {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const postUnlessStopped: PostToWitness = async (url, body) => {
    const answer = await post(url, body)
    if (isStopped) throw new PublisherStopped()
    return answer
  }
  const publishOnce = async (): Promise<string | null> => {
    const note = await publishCheckpoint(ports, signer, () => isStopped)
    if (note === null || isStopped) return null
    const seen = await cosignedCheckpoints(ports)
    const contradicted: string[] = []
    await Promise.all(
      witnesses.map(async (witness) => {
        const { name } = witness.key
        // The process that brought the signature may have ended before it noted it.
        if (hasCosigned(seen, witness, note)) return noteWitnessed(ports, name)
        await noteWaiting(ports, name)
        try {
          await askWitness(ports, signer, witness, note, postUnlessStopped)
          await noteWitnessed(ports, name)
        } catch (error) {
          if (error instanceof PublisherStopped) return
          if (error instanceof LogContradicted) contradicted.push(name)
          onFault(error, name)
        }
      }),
    )
    if (onProgress !== undefined && !isStopped)
      onProgress(await witnessProgress(ports, note, witnesses, contradicted))
    return note
  }
  const publish = (): Promise<string | null> => {
    const done = turn.then(publishOnce, publishOnce)
    turn = done
    return done
  }
  return {
    publish,
    start() {
      timer ??= setInterval(() => publish().catch((error: unknown) => onFault(error)), intervalMs).unref()
    },
    async close() {
      if (timer === undefined) return
      clearInterval(timer)
      await publish()
    },
    async stop() {
      clearInterval(timer)
      isStopped = true
      // Its failure is reported where it was begun.
      await Promise.allSettled([turn])
    },
  }
}

/** Whether the witness has signed this very checkpoint already. */
function hasCosigned(seen: readonly CosignedCheckpoint[], { key }: WitnessAddress, note: string): boolean {
  const own = parseCheckpoint(note)
  const last = seen.find(({ witness }) => witness === key.name)
  const cosigned = last === undefined ? null : openCheckpoint(last.note, key)
  return own.ok && cosigned?.ok === true && cosigned.value.note.text === own.value.note.text
}
