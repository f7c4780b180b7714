/**
 * The deployed anchorer: it anchors an ended game when it is notified, and all others that changed once a minute. Then it signs a
 * checkpoint of the log of appends and has it cosigned.
 */
import { KMSClient } from '@aws-sdk/client-kms'
import { S3Client } from '@aws-sdk/client-s3'
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import * as z from 'zod'
import { openService } from '../app/service.ts'
import { anchorQueue, anchorQueued, queueingAnchorer } from '../integrity/anchors/anchor-queue.ts'
import { kmsSigner } from '../integrity/anchors/kms.ts'
import { s3ObjectLockStore } from '../integrity/anchors/object-lock-store.ts'
import type { Signer } from '../integrity/anchors/signer.ts'
import { createLogPublisher } from '../integrity/transparency/publisher.ts'
import { parseWitnessAddresses } from '../integrity/transparency/witness-address.ts'
import { logWitnessFault, postToWitness } from '../integrity/transparency/witness-client.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { failureFields } from '../observability/log.ts'
import { createTtlValue } from '../ttl-value.ts'
import { readSettings } from './environment.ts'
import { deployedPorts } from './ports.ts'
import { streamHandler } from './stream-handler.ts'

const settings = z.object({
  /** The KMS key that signs. */
  ANCHOR_KEY: z.string().min(1),
  /** The bucket under object lock, and for how many days an anchor cannot be deleted from it. */
  ANCHOR_BUCKET: z.string().min(1),
  ANCHOR_DAYS: z.coerce.number().int().min(1),
  /** Who cosigns the checkpoints of the log, each its key, `@` and its address. */
  WITNESSES: z
    .string()
    .default('')
    .transform((text, context) => {
      const parsed = parseWitnessAddresses(text)
      if (parsed.ok) return parsed.value
      context.addIssue({ code: 'custom', message: parsed.error.message })
      return z.NEVER
    }),
})

const service = openService(deployedPorts())
const log = consoleLog(service.clock.now)
const { ANCHOR_KEY, ANCHOR_BUCKET, ANCHOR_DAYS, WITNESSES } = readSettings(settings, process.env)
const lockStore = s3ObjectLockStore(new S3Client({ forcePathStyle: true }), ANCHOR_BUCKET, ANCHOR_DAYS)
/** The key is asked for its public half once an instance; where it does not answer, the next call asks again. */
const signer = createTtlValue(service.clock, Number.POSITIVE_INFINITY, async () => {
  const made = await kmsSigner(new KMSClient({}), ANCHOR_KEY)
  if (!made.ok) throw new Error(`ANCHOR_KEY: ${made.error.message}`)
  return made.value
})

/** What is left for the log and its witnesses when no more anchors are made, ms. */
const RESERVE_MS = 20_000

/** A batch of the table's stream, or the schedule's call. */
export async function handler(
  event: Partial<DynamoDBStreamEvent>,
  context?: Context,
): Promise<DynamoDBBatchResponse | null> {
  const { Records } = event
  if (Records === undefined) {
    const { streams, oldestSeconds } = await anchorQueue(service)
    log.write('info', 'unanchored', { streams, oldestSeconds })
    const isOver = () => context !== undefined && context.getRemainingTimeInMillis() < RESERVE_MS
    for (const { anchor, leaves } of await anchorQueued(service, await signer.get(), {
      objectLockStore: lockStore,
      isOver,
    }))
      log.write('info', 'anchored', { anchor: anchor.n, heads: leaves.length })
    await publishLog(await signer.get())
    return null
  }
  const hear = streamHandler([queueingAnchorer(service, signer.get, lockStore)], (error, consumer, stream) =>
    log.write('error', 'not-heard', { consumer, stream, ...failureFields(error) }),
  )
  return hear({ Records })
}

/** After the anchors, which are entries of the log too. */
async function publishLog(key: Signer): Promise<void> {
  await createLogPublisher(service, {
    ...{ signer: key, witnesses: WITNESSES, post: postToWitness },
    onFault: (error, witness = '') => logWitnessFault(log, error, witness),
    onProgress: ({ entries, witnessed, unwitnessedSeconds }) =>
      log.write('info', 'checkpoint-signed', { entries, witnessed, unwitnessedSeconds }),
  }).publish()
}
