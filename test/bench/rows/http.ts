/** A feed of 20 KB over HTTP beside a bare server that sends a Buffer: the servers' CPU, their client in another process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openClient } from '../client.ts'
import { comparePairs, cpu } from '../measure.ts'
import { playRound } from '../round.ts'
import { type Row, time } from '../row.ts'

/** Requests of a turn: some 20 ms of CPU. */
const REQUESTS = 500
const TURNS = 5
const CONNECTIONS = 20
/** Plies whose PGN has some 20 KB. */
const PLIES = 560

export async function httpRows(): Promise<Row[]> {
  const round = await playRound(1, PLIES)
  const client = openClient()
  const feed = `${round.url}/games/b1.pgn`
  const text = await client.run({ kind: 'get', url: feed, count: 1, at: 1 })
  const bytes = Buffer.from(text)
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-chess-pgn', 'content-length': bytes.length })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo
  const asking = (url: string) => async () => {
    const before = cpu()
    await client.run({ kind: 'get', url, count: REQUESTS, at: CONNECTIONS })
    return (cpu() - before) / REQUESTS
  }
  const bareFeed = `http://127.0.0.1:${port}/games/b1.pgn`
  const { seconds, ratios } = await comparePairs(asking(feed), asking(bareFeed), TURNS)
  client.close()
  bare.close()
  return [
    {
      id: 'feed-http',
      group: 'feeds',
      what: `a ${Math.round(bytes.length / 1000)} KB feed over HTTP, requests a CPU second`,
      beside: 'bare node:http sending a Buffer',
      ratio: ratios[0]!,
      target: { least: 0.9 },
      figures: `${time(seconds[0]!)} · ${time(seconds[1]!)} a request`,
    },
  ]
}
