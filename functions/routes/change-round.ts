/** PATCH /tournaments/{t}/rounds/{r}: orders boards, publishes, closes. */

import { changeRound as change } from '../app/rounds.ts'
import { refusalOf } from '../auth/authorise.ts'
import { answer, json } from '../http/reply.ts'
import { roundChange } from '../http/request-schemas.ts'
import { round } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** Some thousand boards. */
const MAX_BYTES = 512 * 1024

export const changeRound = route({
  method: 'PATCH',
  path: '/tournaments/{t}/rounds/{r}',
  summary: 'Order the boards of a round, publish it, close it, mend its description',
  open: false,
  rights: (principal, { t, r }) => refusalOf(principal, 'manage-round', { tournament: t, round: r }),
  body: roundChange,
  maxBytes: MAX_BYTES,
  replies: { 200: { description: 'As it is now', content: { 'application/json': round } } },
  async handler(service, { params, body, principal, receivedAt }) {
    const id = { tournament: params.t, round: params.r }
    return answer(await change(service, principal, id, body, receivedAt), (changed) => json(200, changed))
  },
})
