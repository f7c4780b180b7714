/** Rounds on a host that alone writes its record, for tests of looks that readers share. */
import type { RoundEvent, StoredEvent } from '../../events/index.ts'
import type { RoundGameInput } from '../../functions/app/round-games.ts'
import type { Streams } from '../../functions/app/streams.ts'
import type { Service } from '../kit/compose.ts'
import { hall, pairing } from '../kit/hall.ts'
import { append, need, report } from '../kit/reports.ts'
import { testPorts } from '../kit/service.ts'

/** Games `g1`, `g2` … at the boards of their numbers. */
export const boardsFrom = (first: number, count: number, more: object = {}): RoundGameInput[] =>
  Array.from({ length: count }, (_, k) =>
    pairing(`W${first + k}`, `B${first + k}`, { id: `g${first + k}`, board: first + k, ...more }),
  )

/** A round of so many boards, whose games have what is given besides. */
export async function openHostedRound(boards: number, more: object = {}) {
  const opened = await hall(testPorts({ singleWriter: true }))
  for (let next = 0; next < boards; next += 50)
    need(await opened.open(boardsFrom(next + 1, Math.min(50, boards - next), more)))
  return opened
}

/** The service with something done after each load of a game. */
export function loadingThrough(service: Service, then: (stream: string) => Promise<void> | void): Service {
  return { ...service, games: loadsThrough(service.games, then) }
}

/** The same for streams of one kind, those of games or of rounds. */
export const loadsThrough = <E extends StoredEvent | RoundEvent, Folded>(
  streams: Streams<E, Folded>,
  then: (stream: string) => Promise<void> | void,
): Streams<E, Folded> => ({
  ...streams,
  async load(stream, reread) {
    const loaded = await streams.load(stream, reread)
    await then(stream)
    return loaded
  },
})

export const startGame = async (service: Service, game: string) =>
  need(await append(service, [report('s', 'session-started', 'arbiter')], { game }))
