/**
 * The bytes of every feed whose tag is made of what it was made of, on fixed games: a client that holds a tag is answered that nothing
 * has changed, so a renderer that gives other bytes has to give another tag.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REDUCER_VERSION } from '../../domain/game/index.ts'
import { currentVersion, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { FEED_VERSION } from '../../functions/http/etag.ts'
import { move, press, report } from '../kit/reports.ts'
import { openClient, TIMED } from '../kit/service.ts'

const FILE = new URL('golden.json', import.meta.url)

interface Golden {
  readonly feedVersion: number
  readonly reducerVersion: number
  readonly digests: Readonly<Record<string, string>>
}

const PGN = ['strict', 'text', 'split'].flatMap((view) =>
  ['standard', 'lichess'].map((dialect) => `view=${view}&dialect=${dialect}`),
)
const PATHS = [
  ...['over', 'stands', 'live', 'fischer'].flatMap((game) =>
    PGN.map((query) => `/games/${game}.pgn?${query}`),
  ),
  '/games/over.pgn?clocks=false',
  ...PGN.map((query) => `/tournaments/T/rounds/1.pgn?${query}`),
  '/tournaments/T.pgn',
  '/tournaments/T/rounds/1/game-2.pgn',
  '/livechess/T/tournament.json',
  '/livechess/T/round-1/index.json',
  ...[1, 2, 3, 4, 5].map((n) => `/livechess/T/round-1/game-${n}.json`),
  '/tournaments/T/standings',
  '/tournaments/T.trf?version=16',
  '/tournaments/T.trf?version=26',
  '/tournaments/T/rounds/1/report',
  '/tournaments/T/rounds/1/scoresheets?language=en',
  '/games/stands/scoresheet?language=sl',
  ...PGN.map((query) => `/tournaments/S/rounds/1.pgn?${query}`),
  ...[1, 2, 3, 4].map((n) => `/livechess/S/round-1/game-${n}.json`),
  '/livechess/S/round-1/index.json',
  '/tournaments/S/standings',
  '/tournaments/S.trf?version=16',
  '/tournaments/S.trf?version=26',
  '/tournaments/S/rounds/1/report',
  '/tournaments/S/rounds/1/scoresheets?language=en',
]

type Sample = { readonly by: string; readonly data: Record<string, unknown> }

/** The samples of a type (events/golden), which show all its fields: a field that is added comes into these feeds by itself. */
const samplesOf = (type: EventType): readonly Sample[] =>
  JSON.parse(
    readFileSync(
      new URL(`../../events/golden/${type}.v${currentVersion(type)}.json`, import.meta.url),
      'utf8',
    ),
  )

/** All that is reported of a game; the sample of a ruling is about an event that has to be there before it. */
const REPORTED = [
  ...EVENT_TYPES.filter((type) => type !== 'game-opened' && type !== 'verdict-decided'),
  'verdict-decided',
] as const

/** A finished game, one with an illegal move that stands, one under way, one of Chess960, and a forfeit; and games of all samples. */
async function digests(): Promise<Record<string, string>> {
  const client = await openClient()
  // The games were played before they were reported.
  client.ports.clock.pass(600_000)
  const token = await client.token('admin')
  const send = async (path: string, body: unknown) => {
    const answer = await client.ask('POST', path, { token, body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await send('/tournaments', { id: 'T', name: 'Open', site: 'Bled SLO' })
  const game = (id: string, more: object = {}) => ({
    ...{ ...TIMED, id, date: '2026-03-14', play: 'blitz', supervision: 'limited' },
    ...{ white: { name: `White, ${id}`, rating: 2101, fideId: 1001, title: 'WFM' } },
    ...{ black: { name: `Črni, ${id}` } },
    ...more,
  })
  const fischer = game('fischer', { start: { chess960: 262 } })
  const games = [game('over'), game('stands'), game('live'), fischer, game('forfeit')].map((each, k) => ({
    ...each,
    white: { ...each.white, fideId: 1001 + k },
  }))
  await send('/tournaments/T/rounds/1/games', { games })
  let ids = 0
  const tell = (id: string, ...events: object[]) => send(`/games/${id}/events`, { events })
  const play = async (id: string, moves: string) => {
    await tell(id, report(`s${++ids}`, 'session-started', 'arbiter'))
    for (const [k, uci] of moves.split(' ').entries()) {
      const side = k % 2 === 0 ? 'white' : 'black'
      const at = (k + 1) * 7000
      const made = move(`m${++ids}`, side, uci.slice(0, 2), uci.slice(2), at)
      await tell(id, made, press(`p${ids}`, side, at))
    }
  }
  await play('over', 'f2f3 e7e5 g2g4 d8h4')
  await play('stands', 'e2e5 d7d6 e5d6')
  await play('live', 'e2e4 c7c5 g1f3')
  await play('fischer', 'e2e4 e7e5')
  const forfeit = { white: '-', black: '+', reason: 'not there' }
  await tell('forfeit', report('f', 'result-set', 'arbiter', forfeit))
  await send('/tournaments', { id: 'S', name: 'Samples' })
  const opened = samplesOf('game-opened').map(({ data }, k) => ({ ...data, id: `sample-${k + 1}` }))
  await send('/tournaments/S/rounds/1/games', { games: opened })
  for (const type of REPORTED)
    for (const { by, data } of samplesOf(type))
      await tell('sample-1', { ...report(`e${++ids}`, type, 'arbiter', data, ids * 1000), by })
  const found: Record<string, string> = {}
  for (const path of PATHS) {
    const { status, text } = await client.ask('GET', path, { token })
    expect(status, `${path}: ${text}`).toBe(200)
    found[path] = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  }
  return found
}

const ANEW = 'WRITE_GOLDEN=1 npx vitest run test/feeds/golden.test.ts'

/** What is to be done about feeds that are not as they were; null: nothing. */
function advice(golden: Golden, now: Golden): string | null {
  const changed = Object.keys(now.digests).filter(
    (path) => golden.digests[path] !== undefined && golden.digests[path] !== now.digests[path],
  )
  const raised = now.feedVersion > golden.feedVersion || now.reducerVersion > golden.reducerVersion
  if (changed.length > 0 && !raised)
    return `${changed.join(', ')}: other bytes for the same games, under the tags of the old ones. If that is meant, or if samples of events/golden are new (the games of S are made of them), raise FEED_VERSION in functions/http/etag.ts (it is ${now.feedVersion}), then write the digests anew: ${ANEW}`
  return JSON.stringify(golden) === JSON.stringify(now)
    ? null
    : `feeds or versions are others than test/feeds/golden.json tells; write the digests anew: ${ANEW}`
}

test('no feed gives other bytes for the same games under the same FEED_VERSION', async () => {
  const golden = JSON.parse(readFileSync(FILE, 'utf8')) as Golden
  const now = { feedVersion: FEED_VERSION, reducerVersion: REDUCER_VERSION, digests: await digests() }
  const due = advice(golden, now)
  if (process.env['WRITE_GOLDEN'] === '1' && due !== null && !due.includes('raise FEED_VERSION'))
    writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`)
  else expect(due).toBeNull()
})

test('a changed byte asks for a raised version, and a raised version for digests written anew', () => {
  const golden = { feedVersion: 3, reducerVersion: 1, digests: { '/a.pgn': 'x' } }
  const other = { ...golden, digests: { '/a.pgn': 'y' } }
  expect(advice(golden, golden)).toBeNull()
  expect(advice(golden, other)).toMatch(/^\/a\.pgn: other bytes .* raise FEED_VERSION .* \(it is 3\)/)
  expect(advice(golden, { ...other, feedVersion: 4 })).toMatch(/write the digests anew/)
  expect(advice(golden, { ...golden, digests: { '/a.pgn': 'x', '/b.pgn': 'z' } })).toMatch(/anew/)
})
