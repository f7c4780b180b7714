/** A desk whose commits ring for its live streams, as in the host. */

import { openDoorbell } from '../../functions/app/change-notifier.ts'
import { liveOf } from '../../functions/feeds/live-streams.ts'
import { openDesk, testPorts } from '../kit/service.ts'

export async function livingDesk() {
  const bell = openDoorbell({
    interval: 1,
    onFault: (error) => {
      throw error
    },
  })
  const desk = await openDesk(testPorts({ soleWriter: true, ring: bell.ring }))
  bell.attach([liveOf(desk.service).consumer])
  const token = await desk.token('arbiter')
  const send = async (game: string, ...events: object[]) => {
    const answer = await desk.ask('POST', `/games/${game}/events`, { token, body: { events } })
    if (answer.status !== 200) throw new Error(answer.text)
    await bell.quiet()
    return answer
  }
  return { desk, bell, token, send }
}
