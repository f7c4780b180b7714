/** Lists that come in pages: `after` and `limit` in the query, `next` in the answer, and its address in `Link` (RFC 8288). */
import * as z from 'zod'
import { MAX_PAGE_ITEMS } from '../store/pages.ts'
import { integerParam, onlyNames } from './query.ts'
import type { Reply } from './reply.ts'

const NEXT = 'the next of an earlier page'

/** The query of a list in pages. */
export const pageQuery = z.strictObject(
  {
    after: z
      .string({ error: NEXT })
      .regex(/^[\w#/@.:-]{1,300}$/, { error: NEXT })
      .optional()
      .meta({ description: '`next` of the page before' }),
    limit: integerParam(1, MAX_PAGE_ITEMS, 'at most so many').optional(),
  },
  onlyNames('after, limit'),
)

/** The member `next` of an answer with a page. */
export const nextOfPage = z
  .string()
  .optional()
  .meta({ description: '`after` of the next page, where there is one' })

/**
 * The reply with a link to the next page, which is asked for as this one was but for `changed`; null: this is the last. The link is relative to
 * the address that was asked for, which may be that of a delayed feed.
 */
export function withNextLink(
  reply: Reply,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
  changed: Readonly<Record<string, string | number>> | null,
): Reply {
  if (changed === null) return reply
  const names = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...changed }))
    if (value !== undefined) names.set(name, String(value))
  return { ...reply, headers: { ...reply.headers, link: `<?${names}>; rel="next"` } }
}
