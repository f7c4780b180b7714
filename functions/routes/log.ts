/**
 * The log of appends in the formats of transparency logs (C2SP tlog-tiles), for tokens that may read the whole record, since its
 * growth reveals when a move is made in a delayed game.
 */
import * as z from 'zod'
import { entryBundle, hashTile, TILE_WIDTH } from '../../domain/proof/tiles.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { integerParam } from '../http/query.ts'
import { json, problem, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'
import {
  checkpointToPrint,
  cosignedCheckpoints,
  newestCheckpoint,
} from '../integrity/transparency/checkpoint.ts'
import { storedTiles, tileWidth } from '../integrity/transparency/tiles.ts'
import { consistencyProof } from '../integrity/transparency/witness.ts'
import type { LogPorts } from '../store/append-log.ts'

const MAX_SIZE = 1_000_000_000_000
/** Bundles of entries in an answer. */
const BUNDLES_PER_PAGE = 16

async function asReader(principal: Principal | null, show: () => Promise<Reply>): Promise<Reply> {
  const refusal = refusalOf(principal, 'read', {})
  return refusal === null ? show() : problem(refusal)
}

const missing = (message: string): Reply => problem({ code: 'not-found', message })

/** The bytes of a tile or bundle, which never change: the path of one that is not full has its width. */
const bytesReply = (bytes: Uint8Array): Reply => ({
  statusCode: 200,
  headers: {
    'content-type': 'application/octet-stream',
    'cache-control': 'private, max-age=31536000, immutable',
  },
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
})

interface TileParams {
  readonly level: string
  readonly a: string
  readonly b?: string
  readonly c?: string
  readonly width?: string
}

/** A tile or, at the level `entries`, a bundle; a part of it where a width is named. */
async function showTile(ports: LogPorts, params: TileParams): Promise<Reply> {
  const groups = [params.a, params.b, params.c].filter((group) => group !== undefined)
  const index = Number(groups.map((group) => group.replace('x', '')).join(''))
  const width = Number(params.width ?? TILE_WIDTH)
  const isNamed = groups.every((group, k) => group.startsWith('x') === k < groups.length - 1)
  const level = params.level === 'entries' ? 0 : Number(params.level)
  const tiles = await storedTiles(ports)
  if (!isNamed || tileWidth(tiles.size, level, index) < width)
    return missing(`the log has ${tiles.size} entries and no such tile; parts of tiles end in .p/WIDTH`)
  if (params.level === 'entries') return bytesReply(entryBundle(await tiles.entries(index, width)))
  return bytesReply(hashTile(await tiles.hashes(level, index, width)))
}

const GROUP = 'three digits of the index, x before them in all groups but the last'
const group = z.string().regex(/^x?\d{3}$/, { error: GROUP })
const tileParams = {
  level: z.string().regex(/^(?:[0-9]|entries)$/, { error: 'a level from 0 to 9, or entries' }),
  width: z.string().regex(/^(?:[1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/, { error: 'a width from 1 to 255' }),
  a: group,
  b: group,
  c: group,
}

const TILE_PATHS = [
  '/log/tile/{level}/{a}',
  '/log/tile/{level}/{a}.p/{width}',
  '/log/tile/{level}/{a}/{b}',
  '/log/tile/{level}/{a}/{b}.p/{width}',
  '/log/tile/{level}/{a}/{b}/{c}',
  '/log/tile/{level}/{a}/{b}/{c}.p/{width}',
] as const

const tileRoute = (path: (typeof TILE_PATHS)[number]) =>
  route({
    method: 'GET',
    path,
    summary: 'Read a tile of the log of appends, or at the level `entries` a bundle of its entries',
    open: false,
    params: tileParams,
    replies: {
      200: { description: 'As C2SP tlog-tiles has it', content: { 'application/octet-stream': z.string() } },
    },
    handler: (service: LogPorts, { params, principal }) =>
      asReader(principal, () => showTile(service, params as unknown as TileParams)),
  })

export const LOG_ROUTES = [
  route({
    method: 'GET',
    path: '/log/checkpoint',
    summary: 'Read the newest signed checkpoint of the log of all appends',
    open: false,
    replies: {
      200: {
        description: 'A signed note (C2SP tlog-checkpoint), with the lines of witnesses who signed the same',
        content: { 'text/plain': z.string() },
      },
    },
    handler: (service: LogPorts, { principal }) =>
      asReader(principal, async () => {
        const note = await newestCheckpoint(service)
        if (note === null) return missing('no checkpoint of the log was signed yet')
        const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache' }
        return { statusCode: 200, headers, body: note }
      }),
  }),
  route({
    method: 'GET',
    path: '/log/cosigned',
    summary: 'Read the checkpoint that each witness signed last, and the newest of the log as paper has it',
    open: false,
    replies: {
      200: {
        description:
          'Signed notes with the lines of the log and of the witness; `newest`: null where none was signed yet',
        content: {
          'application/json': z.strictObject({
            checkpoints: z.array(z.strictObject({ witness: z.string(), note: z.string() })),
            newest: z
              .strictObject({
                origin: z.string(),
                size: z.int(),
                root: z.string().meta({ description: 'hexadecimal' }),
                at: z.string().nullable().meta({ description: 'when it was signed' }),
              })
              .nullable(),
          }),
        },
      },
    },
    handler: (service: LogPorts, { principal }) =>
      asReader(principal, async () =>
        json(200, {
          checkpoints: await cosignedCheckpoints(service),
          newest: await checkpointToPrint(service),
        }),
      ),
  }),
  route({
    method: 'GET',
    path: '/log/entries',
    summary: 'Read the entries of the log of appends as text',
    open: false,
    query: z.strictObject(
      { from: integerParam(0, MAX_SIZE, 'the first entry, a multiple of 256').optional() },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? 'from' : 'a query') },
    ),
    replies: {
      200: {
        description: 'Up to 4096 entries in their order; `size`: how many the log has',
        content: {
          'application/json': z.strictObject({ entries: z.array(z.string()), size: z.int() }),
        },
      },
    },
    handler: (service: LogPorts, { query, principal }) =>
      asReader(principal, async () => {
        const tiles = await storedTiles(service)
        const first = Math.floor((query.from ?? 0) / TILE_WIDTH)
        const entries: string[] = []
        for (let index = first; index < first + BUNDLES_PER_PAGE; index++) {
          const width = tileWidth(tiles.size, 0, index)
          if (width > 0) entries.push(...(await tiles.entries(index, width)))
        }
        return json(200, { entries, size: tiles.size })
      }),
  }),
  route({
    method: 'GET',
    path: '/log/proof',
    summary: 'Prove that the log of so many entries is the beginning of a longer one',
    open: false,
    query: z.strictObject(
      {
        before: integerParam(0, MAX_SIZE, 'entries of the shorter log; 0 if not said').optional(),
        size: integerParam(0, MAX_SIZE, 'entries of the longer log; all if not said').optional(),
      },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? 'before and size' : 'a query') },
    ),
    replies: {
      200: {
        description: 'The hashes of RFC 9162, 2.1.4, hexadecimal',
        content: { 'application/json': z.strictObject({ proof: z.array(z.string()) }) },
      },
    },
    handler: (service: LogPorts, { query, principal }) =>
      asReader(principal, async () => {
        const tiles = await storedTiles(service)
        const { before = 0, size = tiles.size } = query
        if (before > size || size > tiles.size)
          return problem({
            code: 'bad-query',
            message: `the log has ${tiles.size} entries; before is at most size, and size at most that`,
          })
        return json(200, { proof: await consistencyProof(tiles, before, size) })
      }),
  }),
  ...TILE_PATHS.map(tileRoute),
]
