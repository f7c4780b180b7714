/** A feed of 20 KB over HTTP beside a bare server that sends a Buffer: the servers' CPU, each and their client in a process of its own. */
import { openBare } from '../bare.ts'
import { openClient } from '../client.ts'
import { comparePairs, cpu } from '../measure.ts'
import { playRound } from '../round.ts'
import { type Row, time } from '../row.ts'

/** Requests of a turn: some 20 ms of CPU. */
const REQUESTS = 500
const TURNS = 8
const CONNECTIONS = 20
/** Plies whose PGN has some 20 KB. */
const PLIES = 560

export async function httpRows(): Promise<Row[]> {
  const round = await playRound(1, PLIES)
  const client = openClient()
  const feed = `${round.url}/games/b1.pgn`
  const text = await client.run({ kind: 'get', url: feed, count: 1, at: 1 })
  const bare = await openBare(text, 'application/x-chess-pgn')
  const requesting = (url: string, spent: () => number | Promise<number>) => async () => {
    const before = await spent()
    await client.run({ kind: 'get', url, count: REQUESTS, at: CONNECTIONS })
    return ((await spent()) - before) / REQUESTS
  }
  const { seconds, ratios } = await comparePairs(
    requesting(feed, cpu),
    requesting(`${bare.url}/games/b1.pgn`, bare.cpu),
    TURNS,
  )
  client.close()
  bare.close()
  return [
    {
      id: 'feed-http',
      group: 'feeds',
      what: `a ${Math.round(Buffer.byteLength(text) / 1000)} KB feed over HTTP, requests a CPU second`,
      beside: 'bare node:http sending a Buffer',
      ratio: ratios[0]!,
      target: null,
      figures: `${time(seconds[0]!)} · ${time(seconds[1]!)} a request`,
    },
  ]
}
