/** GET /anchors, for tokens that may read the whole record, and GET /anchors/key, for everybody. */

import * as z from 'zod'
import { refusalOf } from '../auth/authorise.ts'
import { integerParam } from '../http/query.ts'
import { json, problem } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { readAnchors } from '../integrity/anchors/register.ts'
import { parsePublicKey } from '../integrity/anchors/signer.ts'
import { logSigningKey } from '../integrity/transparency/checkpoint.ts'
import type { Ports } from '../ports.ts'

/** Bytes of anchors in a page, which has at least one anchor. */
const PAGE_BYTES = 1_000_000

const shown = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': schema } },
})

const anchor = z.looseObject({
  n: z.int(),
  at: z.string(),
  prev: z.string(),
  root: z.string(),
  count: z.int(),
  key: z.string(),
  hash: z.string(),
  signature: z.string(),
})

export const ANCHOR_ROUTES = [
  route({
    method: 'GET',
    path: '/anchors',
    summary: 'Read the signed anchors, each with the heads it holds',
    open: false,
    query: z.strictObject(
      { after: integerParam(0, 1_000_000_000, 'anchors after this number').optional() },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? 'after' : 'a query') },
    ),
    replies: shown(
      'In their order; `more`: there are others after them',
      z.strictObject({
        anchors: z.array(z.strictObject({ anchor, leaves: z.array(z.looseObject({ stream: z.string() })) })),
        more: z.boolean(),
      }),
    ),
    async handler(service: Pick<Ports, 'registry'>, { query, principal }) {
      const refusal = refusalOf(principal, 'read', {})
      if (refusal !== null) return problem(refusal)
      const parts: string[] = []
      let bytes = 0
      let more = false
      for await (const each of readAnchors(service, query.after ?? 0)) {
        const text = JSON.stringify(each)
        bytes += Buffer.byteLength(text)
        more = bytes > PAGE_BYTES && parts.length > 0
        if (more) break
        parts.push(text)
      }
      const reply = json(200, {})
      return { ...reply, body: `{"anchors":[${parts.join(',')}],"more":${more}}` }
    },
  }),
  route({
    method: 'GET',
    path: '/anchors/key',
    summary: 'Tell the public key that signs anchors; note it down elsewhere before you need it',
    open: true,
    replies: shown(
      'Ed25519; null where none is signed',
      z.strictObject({ key: z.string().nullable(), id: z.string().nullable() }),
    ),
    async handler(service: Pick<Ports, 'anchorKey' | 'registry'>) {
      // A deployed function that reads has no key; the one that signs stores the public half with the log's checkpoint.
      const written = service.anchorKey === undefined ? await logSigningKey(service) : null
      const signed = written === null ? null : parsePublicKey(written)
      const key = service.anchorKey ?? (signed?.ok ? signed.value : undefined)
      return json(200, { key: key?.text ?? null, id: key?.id ?? null })
    },
  }),
]
