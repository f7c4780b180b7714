/** SHA-256 in hexadecimal, which links each commit to the one before it and divides keys evenly among partitions. */
import { hash } from 'node:crypto'

/** The `prev` of a stream's first commit. */
export const GENESIS = '0'.repeat(64)

/** The SHA-256 of a text's UTF-8 bytes, 64 lower-case hexadecimal digits. */
export function sha256OfText(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The shard of a key, from 0 to `shards` − 1: always the same for a key, and even over many keys. */
export const shardOf = (key: string, shards: number): number =>
  Number.parseInt(sha256OfText(key).slice(0, 4), 16) % shards
