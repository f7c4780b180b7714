/** Everything the calculation takes for granted, each with where it comes from. */

/** US dollars, us-east-1, list prices without free tiers, as the AWS price pages gave them in 2025; check before relying on them. */
export const PRICES = {
  dated: '2025 list prices, us-east-1',
  /** DynamoDB on demand, per write request unit (1 KB). */
  write: 0.625e-6,
  /** Per read request unit (4 KB, strongly consistent). */
  read: 0.125e-6,
  /** DynamoDB standard storage, per GB and month. */
  storage: 0.25,
  /** Point-in-time recovery, per GB and month. */
  recovery: 0.2,
  /** S3 standard, per GB and month. */
  object: 0.023,
  /** Lambda on ARM, per GB-second. */
  compute: 13.3334e-6,
  /** Per Lambda invocation. */
  invocation: 0.2e-6,
  /** HTTP API, per request. */
  api: 1e-6,
  /** CloudFront, per HTTPS request, and per GB out. */
  edge: 1e-6,
  edgeGb: 0.085,
  /** KMS, per asymmetric Ed25519 signature. */
  signature: 15e-6,
  /** Aurora PostgreSQL, the smallest highly available pair (2 × db.r7g.large) per hour. */
  relationalHour: 2 * 0.276,
} as const

/** A game as a venue reports it. */
export interface Kind {
  readonly name: 'standard' | 'blitz'
  readonly plies: number
  /** Milliseconds between completed moves. */
  readonly pace: number
}

export const KINDS: readonly Kind[] = [
  { name: 'standard', plies: 80, pace: 150_000 },
  { name: 'blitz', plies: 90, pace: 4_500 },
]

/** Milliseconds of a 1,769 MB function (one vCPU) for one call, waiting for the database included. */
export const CALLS = { append: 12, project: 15, read: 8 } as const
export const FUNCTION_GB = 1.769

/** How often a follower asks for the feed, ms; every follower's edge location keeps an answer for a second. */
export const POLL = 2_000
/** Of a follower's polls of a game: the part that something new came for, and its bytes, compressed. */
export const FEED = { changed: 0.3, bytes: 2_000 } as const
/**
 * Units that projecting a commit takes: its board's state (8 KB at the end of a game of 80 plies, half of it on average), the last chunk
 * of its past and its line are written, and what they were is read.
 */
export const VIEW_UNITS = { written: 10, read: 3 } as const
/** Caches of the edge that ask the origin each for itself: CloudFront's regional ones. */
export const EDGE_CACHES = 13
/** Bytes of an answer's headers, and of a 304. */
export const REPLY_HEADERS = 400
/** DynamoDB: units a partition serves a second, and bytes it holds. */
export const PARTITION = { writes: 1_000, bytes: 10 * 2 ** 30 } as const
/** Account limits of a new account that grow on request (Service Quotas). */
export const QUOTAS = { lambda: 1_000, tableWrites: 40_000, apiRequests: 10_000 } as const

/** The stream mapping (infra/constructs/commit-subscription.ts): how often a shard is asked, ms, most records a batch, batches of a shard at once. */
export const STREAM = { poll: 250, batch: 100, parallel: 10 } as const
