/** PATCH /tournaments/{t}/rounds/{r}: orders boards, removes pairs, publishes, closes, corrects the description. */

import type { GameReader, Recorder, RoundReader } from '../app/dependencies.ts'
import { changeRound as change } from '../app/rounds.ts'
import { refusalOf } from '../auth/authorise.ts'
import { json, replyTo } from '../http/reply.ts'
import { roundChangeSchema } from '../http/request-schemas.ts'
import { roundSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** Room for some thousand boards. */
const MAX_BYTES = 512 * 1024

export const changeRoundRoute = route({
  method: 'PATCH',
  path: '/tournaments/{t}/rounds/{r}',
  summary: 'Order the boards of a round, take pairs out of it, publish it, close it, mend its description',
  open: false,
  rights: (principal, { t, r }) => refusalOf(principal, 'manage-round', { tournament: t, round: r }),
  body: roundChangeSchema,
  maxBytes: MAX_BYTES,
  replies: { 200: { description: 'As it is now', content: { 'application/json': roundSchema } } },
  async handler(service: Recorder & GameReader & RoundReader, { params, body, principal, receivedAt }) {
    const id = { tournament: params.t, round: params.r }
    return replyTo(await change(service, principal, id, body, receivedAt), (changed) => json(200, changed))
  },
})
