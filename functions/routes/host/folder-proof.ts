/** GET /folder-proof: proves to commands on the same machine that this host serves the data folder whose secret they can read. */
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { json } from '../../http/reply.ts'
import { route } from '../../http/route.ts'

/** HMAC-SHA256 (RFC 2104) of the nonce, base64url. */
export const folderProof = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url')

const NONCE = /^[\w-]{16,64}$/

export const folderProofRoute = (secret: string) =>
  route({
    method: 'GET',
    path: '/folder-proof',
    summary: 'Prove that this host serves a folder, to who can read the secret in it',
    open: true,
    query: z.strictObject(
      { nonce: z.string().regex(NONCE, { error: '16 to 64 letters, digits, - and _' }) },
      { error: 'nonce' },
    ),
    replies: {
      200: {
        description: 'HMAC-SHA256 of the nonce under the secret, base64url',
        content: { 'application/json': z.strictObject({ proof: z.string() }) },
      },
    },
    handler: (_service: unknown, { query }) =>
      json(200, { proof: folderProof(secret, query.nonce) }, { 'cache-control': 'no-store' }),
  })
