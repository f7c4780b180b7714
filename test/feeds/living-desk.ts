/** A desk whose commits ring for its live streams, as in the host. */

import { createChangeNotifier } from '../../functions/app/change-notifier.ts'
import { openDesk, testPorts } from '../kit/service.ts'

export async function livingDesk() {
  const bell = createChangeNotifier({
    intervalMs: 1,
    onFault: (error) => {
      throw error
    },
  })
  const desk = await openDesk(testPorts({ singleWriter: true, notify: bell.notify }))
  bell.subscribe([desk.service.liveStreams.consumer])
  const token = await desk.token('arbiter')
  const send = async (game: string, ...events: object[]) => {
    const answer = await desk.ask('POST', `/games/${game}/events`, { token, body: { events } })
    if (answer.status !== 200) throw new Error(answer.text)
    await bell.drained()
    return answer
  }
  return { desk, bell, token, send }
}
