/** A copy of the anchors that no writer of the tables can change: a bucket under object lock. */
import {
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Anchor, AnchorLeaf } from './anchor.ts'

export interface ObjectLockStore {
  /** Stores an anchor and its leaves; the same anchor again changes nothing. Throws when it could not be stored. */
  put(anchor: Anchor, leaves: readonly AnchorLeaf[]): Promise<void>
}

const DAY_MS = 86_400_000

/** `days`: how long no user, the account's root included, can delete or overwrite an object (compliance mode). */
export function s3ObjectLockStore(client: S3Client, bucket: string, days: number): ObjectLockStore {
  return {
    async put(anchor, leaves) {
      const body = `${JSON.stringify({ anchor, leaves })}\n`
      const object: PutObjectCommandInput = {
        Bucket: bucket,
        Key: `anchors/${String(anchor.n).padStart(10, '0')}.json`,
        Body: body,
        ContentType: 'application/json',
        // Object lock demands a checksum with the request.
        ChecksumAlgorithm: 'SHA256',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: new Date(Date.parse(anchor.at) + days * DAY_MS),
        IfNoneMatch: '*',
      }
      try {
        await client.send(new PutObjectCommand(object))
      } catch (error) {
        // It lies there already: the answer to an earlier request was lost.
        if (!(error instanceof S3ServiceException && error.name === 'PreconditionFailed')) throw error
      }
    },
  }
}
