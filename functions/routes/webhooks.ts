/** Routes that enter, list and switch a tournament's webhooks. */

import * as z from 'zod'
import { fields, id, line, oneOf } from '../../events/primitives.ts'
import { refusalOf } from '../auth/authorise.ts'
import { json, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { WebhookDeps } from '../outbound/webhooks.ts'
import { addWebhook, listWebhooks, setWebhookActive } from '../outbound/webhooks.ts'

const READINGS = ['public', 'all'] as const

const wish = fields({
  id: id.optional(),
  url: line(2000),
  /** Short secrets can be guessed from a signature. */
  secret: line(200)
    .refine((text) => text.length >= 24, { error: 'a secret of at least 24 signs', params: { phrase: true } })
    // What follows `whsec_` is read as base64 (outbound/sign.ts): signs that are none would leave no key at all.
    .refine(
      (text) => !text.startsWith('whsec_') || /^whsec_(?:[\w+/-]{4}){6,}[\w+/-]{0,3}={0,2}$/.test(text),
      {
        error: 'at least 24 signs of base64 after whsec_',
        params: { phrase: true },
      },
    )
    .optional(),
  reading: oneOf(READINGS).optional(),
})

const shown = {
  id: z.string(),
  tournament: z.string(),
  url: z.string(),
  reading: z.enum(READINGS),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
}

const addRoute = route({
  method: 'POST',
  path: '/tournaments/{t}/webhooks',
  summary: 'Enter a webhook; its secret is shown this once',
  open: false,
  rights: (principal, { t }) => refusalOf(principal, 'manage-tournament', { tournament: t }),
  body: wish,
  replies: {
    201: {
      description: 'Entered',
      content: { 'application/json': z.strictObject({ ...shown, secret: z.string() }) },
    },
  },
  handler: async (service: WebhookDeps, { params, body, principal }) =>
    replyTo(await addWebhook(service, principal, params.t, body), (webhook) => json(201, webhook)),
})

const listRoute = route({
  method: 'GET',
  path: '/tournaments/{t}/webhooks',
  summary: "List a tournament's webhooks",
  open: false,
  replies: {
    200: {
      description: 'Without their secrets',
      content: { 'application/json': z.strictObject({ webhooks: z.array(z.strictObject(shown)) }) },
    },
  },
  handler: async (service: WebhookDeps, { params, principal }) =>
    replyTo(await listWebhooks(service, principal, params.t), (webhooks) => json(200, { webhooks })),
})

const switchRoute = route({
  method: 'PATCH',
  path: '/tournaments/{t}/webhooks/{w}',
  summary: 'Switch a webhook off or on again',
  open: false,
  rights: (principal, { t }) => refusalOf(principal, 'manage-tournament', { tournament: t }),
  body: fields({ active: z.boolean({ error: 'true or false' }) }),
  replies: {
    200: {
      description: 'Switched; on again it is told all that it missed',
      content: { 'application/json': z.strictObject(shown) },
    },
  },
  handler: async (service: WebhookDeps, { params, body, principal }) =>
    replyTo(await setWebhookActive(service, principal, params.t, params.w, body.active), (webhook) =>
      json(200, webhook),
    ),
})

export const WEBHOOK_COMMANDS = [addRoute, switchRoute]
export const WEBHOOK_READS = [listRoute]
