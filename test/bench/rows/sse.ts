/** A thousand readers of one game's live stream beside a bare fan-out of the same bytes. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { readerName } from '../../../functions/feeds/stream-readers.ts'
import { openClient } from '../client.ts'
import { collectYoung, comparePairs, cpu, inverse } from '../measure.ts'
import { playRound } from '../round.ts'
import { type Row, time } from '../row.ts'

const READERS = 1000
/** Messages of a turn: some 20 ms of CPU. */
const MESSAGES = 3
const TURNS = 3

export async function sseRows(): Promise<Row[]> {
  const round = await playRound(1, 60)
  const live = round.service.liveStreams
  const open = new Set<ServerResponse>()
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    open.add(response)
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo
  const client = openClient()
  await client.run({ kind: 'follow', url: `${round.url}/games/b1/stream`, readers: READERS })
  await client.run({ kind: 'follow', url: `http://127.0.0.1:${port}/`, readers: READERS })
  // One more reader, in this process, shows which bytes the message has.
  let message: Buffer = Buffer.alloc(0)
  const { PassThrough } = await import('node:stream')
  const ear = new PassThrough()
  await live.follow(
    'game b1 public 0',
    () => {
      throw new Error('the channel is there')
    },
    {
      who: readerName('ear', ''),
      out: ear,
      wire: ear,
      lastEventId: null,
      coding: 'identity',
      mayRead: async () => true,
    },
  )
  ear.on('data', (bytes: Buffer) => {
    message = bytes
  })

  /** CPU seconds of a fan-out, before which every reader has taken what it was given last, as on a day with moves. */
  const spent = async (fanOut: () => unknown): Promise<number> => {
    await client.run({ kind: 'take' })
    await collectYoung()
    const before = cpu()
    await fanOut()
    for (let i = 0; i < 3; i++) await turn()
    return cpu() - before
  }
  const ours = async () => {
    let sum = 0
    for (let i = 0; i < MESSAGES; i++) {
      await round.playOn('b1')
      sum += await spent(() => live.consumer.onChange('game#b1'))
    }
    return sum / MESSAGES
  }
  const theirs = async () => {
    let sum = 0
    for (let i = 0; i < MESSAGES; i++)
      sum += await spent(() => {
        const bytes = Buffer.from(message)
        for (const response of open) response.write(bytes)
      })
    return sum / MESSAGES
  }
  const { seconds, ratios } = await comparePairs(ours, theirs, TURNS)
  client.close()
  return [
    {
      id: 'sse',
      group: 'feeds',
      what: `an event to ${READERS.toLocaleString('en')} readers of a live stream (${message.length} bytes)`,
      beside: 'a bare fan-out',
      ratio: inverse(ratios[0]!),
      target: { most: 1.2 },
      figures: `${time(seconds[0]!)} · ${time(seconds[1]!)}`,
    },
  ]
}
