/** What a game costs in commits, bytes and write units: measured on commits that the service itself made. */

import { openService } from '../../functions/app/service.ts'
import type { HashedCommit } from '../../functions/store/commit.ts'
import { itemOf } from '../../functions/store/dynamodb-commit-log.ts'
import { memoryCommitLog } from '../../functions/store/memory.ts'
import { type InventedGame, inventGames } from '../kit/games.ts'
import { append, need, openedGame, report } from '../kit/reports.ts'
import { GAME, START, testPorts } from '../kit/service.ts'
import type { Kind } from './assumptions.ts'

export interface Measured {
  readonly commits: number
  readonly events: number
  /** Bytes of all items, as DynamoDB counts them: names and values. */
  readonly bytes: number
  /** Write request units: each item's kilobytes, begun ones counted, and the index entry of the first. */
  readonly writes: number
  /** Strongly consistent read units of loading the game once. */
  readonly reads: number
}

const KILOBYTE = 1024

/** Plays a game through the append path, a move and its press in one call, and weighs what was put. */
export async function measureGame(kind: Kind): Promise<Measured> {
  const log = memoryCommitLog()
  const put: HashedCommit[] = []
  const weighing = {
    ...log,
    append: (commit: HashedCommit) => {
      put.push(commit)
      return log.append(commit)
    },
  }
  const ports = testPorts({ log: weighing })
  const service = openService(ports)
  const minutes = kind.name === 'blitz' ? [3, 2] : [90, 30]
  await openedGame(service, {
    ...GAME,
    play: kind.name,
    timeControl: { periods: [{ time: minutes[0]! * 60_000, bonus: minutes[1]! * 1000, mode: 'fischer' }] },
  })
  need(await append(service, [report('start', 'session-started', 'arbiter')]))
  let t = 0
  for (const [k, { side, uci }] of longGame(kind).plies.slice(0, kind.plies).entries()) {
    t += kind.pace
    const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]?.toUpperCase()]
    const made = report(ulid('M', k), 'move-made', side, { from, to, ...(promotion && { promotion }) }, t)
    const pressed = report(ulid('P', k), 'clock-pressed', side, {}, t + 300)
    need(await append(service, [made, pressed], { receivedAt: START + t + 500 }))
  }
  const sizes = put.map((commit) => itemBytes(itemOf(commit)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    commits: put.length,
    events: put.reduce((sum, { events }) => sum + events.length, 0),
    bytes,
    writes: sizes.reduce((sum, size) => sum + Math.ceil(size / KILOBYTE), 1),
    reads: Math.ceil(bytes / (4 * KILOBYTE)),
  }
}

/** As long as a ULID. */
const ulid = (kind: string, k: number): string => `01JB8Y6V5QX${kind}${String(k).padStart(14, '0')}`

/** The first invented game in standard position that is long enough. */
function longGame({ plies }: Kind): InventedGame {
  const game = inventGames(60, 7, 400).find((each) => each.chess960 === null && each.plies.length >= plies)
  if (game === undefined) throw new Error(`no invented game has ${plies} plies`)
  return game
}

/** AWS, "DynamoDB item sizes and formats": names and values in UTF-8, numbers in half their digits and one, lists three and one an entry. */
function itemBytes(item: ReturnType<typeof itemOf>): number {
  const size = (value: (typeof item)[string]): number => {
    if (value.S !== undefined) return Buffer.byteLength(value.S)
    if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1
    if (value.L !== undefined) return 3 + value.L.reduce((sum, each) => sum + 1 + size(each), 0)
    throw new Error(`a commit has no ${Object.keys(value).join()}`)
  }
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + size(value), 0)
}
