/** A client of a service whose commits notify its live streams, as in the host. */

import { createChangeNotifier } from '../../functions/app/change-notifier.ts'
import { openClient, testPorts } from '../kit/service.ts'

export async function notifiedClient() {
  const notifier = createChangeNotifier({
    intervalMs: 1,
    onFault: (error) => {
      throw error
    },
  })
  const client = await openClient(testPorts({ singleWriter: true, notify: notifier.notify }))
  notifier.subscribe([client.service.liveStreams.consumer])
  const token = await client.token('arbiter')
  const send = async (game: string, ...events: object[]) => {
    const answer = await client.ask('POST', `/games/${game}/events`, { token, body: { events } })
    if (answer.status !== 200) throw new Error(answer.text)
    await notifier.drained()
    return answer
  }
  return { client, notifier, token, send }
}
