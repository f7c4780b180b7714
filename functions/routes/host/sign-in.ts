/** POST /sign-in: exchanges a one-time code of the host's sign-in link for its token. */
import * as z from 'zod'
import { fields, line } from '../../../events/primitives.ts'
import type { SignInLinks } from '../../auth/sign-in-links.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'

export const signInRoute = (codes: Pick<SignInLinks, 'redeem'>) =>
  route({
    method: 'POST',
    path: '/sign-in',
    summary: 'Exchange a code of one use, as the host prints it at its start, for its token',
    open: true,
    body: fields({ code: line(64) }),
    replies: {
      200: {
        description: 'The token',
        content: { 'application/json': z.strictObject({ token: z.string() }) },
      },
    },
    handler(_service: unknown, { body }) {
      const token = codes.redeem(body.code)
      return token === null
        ? problem({
            code: 'not-authenticated',
            message:
              'this link signs nobody in: it was used already, its hour is over, or the host was started again since',
          })
        : json(200, { token }, { 'cache-control': 'no-store' })
    },
  })
