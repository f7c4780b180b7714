/** PATCH /tournaments/{t}/rounds/{r}: orders boards, publishes, closes. */
import { refusalOf } from '../../auth/authorise.ts'
import { changeRound as change } from '../../record/rounds.ts'
import { answer, json } from '../reply.ts'
import { route } from '../route.ts'
import { roundChange } from '../schemas.ts'
import { round } from '../shown.ts'

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
