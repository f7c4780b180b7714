import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { cloudSource } from '../../functions/ingest/lcc/source.ts'
import { pgnSource } from '../../functions/ingest/pgn-feed/source.ts'
import { openSourceFollower } from '../../functions/ingest/sources/follow-source.ts'
import { type FollowedSource, SourceUnavailable } from '../../functions/ingest/sources/source.ts'
import { sourceRemarks } from '../../functions/ingest/sources/source-remark.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)

/** Follows a source through its looks, half a minute apart, and says what the record has after each: moves, result, corrections, questions. */
async function followed(source: FollowedSource, looks: readonly (() => void)[]) {
  const ports = testPorts()
  ports.clock.set(NOW)
  const client = await openTestClient('admin', ports)
  const follower = openSourceFollower({
    client,
    tournament: 'club',
    now: () => ports.clock.now(),
    note: () => {},
    pause: async () => {},
    signal: new AbortController().signal,
  })
  const shown: string[] = []
  for (const prepare of looks) {
    prepare()
    ports.clock.pass(30_000)
    const look = await source.snapshot().catch((error: unknown) => {
      if (!(error instanceof SourceUnavailable)) throw error
      return null
    })
    if (look !== null) await follower.take(look)
    const round = await client.request('GET', '/tournaments/club/rounds/3/games')
    const { games } = (round.status === 200 ? JSON.parse(round.text) : { games: [] }) as {
      games: { board: number; game: string }[]
    }
    const boards: string[] = []
    for (const { game } of games.filter(({ board }) => board === 1)) {
      const { moves, result, verdicts } = await client.json<PublicState>(`/games/${game}`)
      const { events } = await client.json<{ events: StoredEvent[] }>(`/games/${game}/events`)
      const corrections = events.filter(({ type }) => type === 'report-corrected').length
      const asked = verdicts.some(({ rule }) => rule === 'unregulated-case')
      const sans = moves.map(({ san }) => san).join(' ')
      boards.push(
        [
          sans,
          result && `${result.white}–${result.black}`,
          corrections > 0 && `${corrections} back`,
          asked && 'asked',
        ]
          .filter(Boolean)
          .join(', '),
      )
    }
    shown.push(boards.join(' | '))
  }
  return shown
}

const pgn = (moves: string, result = '', more = '') =>
  `[Event "Club"]\n[Site "Hall"]\n[Date "2026.11.21"]\n[Round "3"]\n[Board "1"]\n[White "Abara"]\n[Black "Novak"]\n[Result "${result || '*'}"]\n${more}\n${moves} ${result}\n\n`

const FOUR = '1. e4 e5 2. Nf3 Nc6'
const KEPT = 'e4 e5 Nf3 Nc6'

test.each<[string, readonly string[], readonly string[]]>([
  ['ends without a marker and grows', [pgn('1. e4 e5'), pgn('1. e4 e5 2. Nf3')], ['e4 e5', 'e4 e5 Nf3']],
  [
    'shrinks without a marker, however often',
    [pgn(FOUR, '*'), pgn('1. e4 e5'), pgn('1. e4 e5'), pgn('1. e4 e5')],
    [KEPT, KEPT, KEPT, KEPT],
  ],
  [
    'shrinks once and is whole again',
    [pgn(FOUR, '*'), pgn('1. e4 e5', '*'), pgn(FOUR, '*')],
    [KEPT, KEPT, KEPT],
  ],
  [
    'shrinks and says so twice',
    [pgn(FOUR, '*'), pgn('1. e4 e5', '*'), pgn('1. e4 e5', '*')],
    [KEPT, KEPT, 'e4 e5, 1 back'],
  ],
  [
    'shrinks otherwise at each look',
    [pgn(FOUR, '*'), pgn('1. e4 e5', '*'), pgn('1. e4', '*'), pgn('1. e4 e5', '*')],
    [KEPT, KEPT, KEPT, KEPT],
  ],
  [
    'shrinks twice with its whole self between',
    [pgn(FOUR, '*'), pgn('1. e4', '*'), pgn(FOUR, '*'), pgn('1. e4', '*')],
    [KEPT, KEPT, KEPT, KEPT],
  ],
  [
    'shrinks twice with a look between that shows no game',
    [pgn(FOUR, '*'), pgn('1. e4', '*'), '', pgn('1. e4', '*')],
    [KEPT, KEPT, KEPT, KEPT],
  ],
  [
    'breaks off within a move',
    [pgn(FOUR, '*'), pgn('1. e4 e5 2. N'), pgn('1. e4 e5 2. N')],
    [KEPT, KEPT, KEPT],
  ],
  [
    'changes in the middle once',
    [pgn(FOUR, '*'), pgn('1. e4 e5 2. Bc4 Nc6', '*'), pgn(FOUR, '*')],
    [KEPT, KEPT, KEPT],
  ],
  [
    'changes in the middle and says so twice',
    [pgn(FOUR, '*'), pgn('1. e4 e5 2. Bc4 Nc6', '*'), pgn('1. e4 e5 2. Bc4 Nc6', '*')],
    [KEPT, KEPT, 'e4 e5 Bc4 Nc6, 1 back'],
  ],
  [
    'changes in the middle and goes on at each look',
    [
      pgn(FOUR, '*'),
      pgn('1. e4 e5 2. Bc4', '*'),
      pgn('1. e4 e5 2. Bc4 Nc6', '*'),
      pgn('1. e4 e5 2. Bc4 Nc6', '*'),
    ],
    [KEPT, KEPT, KEPT, 'e4 e5 Bc4 Nc6, 1 back'],
  ],
  ['is emptied once', [pgn(FOUR, '*'), pgn('', '*'), pgn(FOUR, '*')], [KEPT, KEPT, KEPT]],
  [
    'is emptied twice and comes back',
    [pgn(FOUR, '*'), pgn('', '*'), pgn('', '*'), pgn(`${FOUR} 3. Bb5`, '*')],
    [KEPT, KEPT, `${KEPT}, asked`, `${KEPT} Bb5, 1 back`],
  ],
  [
    'is emptied after its end',
    [pgn(FOUR, '1-0'), pgn('', '*'), pgn('', '*')],
    [`${KEPT}, 1–0`, `${KEPT}, 1–0`, `${KEPT}, 1–0`],
  ],
  ['is a file without a game', [pgn(FOUR, '*'), '', '<html>502</html>'], [KEPT, KEPT, KEPT]],
  ['is there twice in one text', [pgn(FOUR, '*').repeat(2), pgn(FOUR, '*').repeat(2)], [KEPT, KEPT]],
  [
    'is there twice in one text, and one of them is behind',
    [pgn(FOUR, '*') + pgn('1. e4 e5', '*'), pgn(FOUR, '*') + pgn('1. e4 e5', '*')],
    [KEPT, KEPT],
  ],
  ['has a result and no moves', [pgn('', '1-0')], ['1–0']],
  [
    'has a result and no moves, and its moves later',
    [pgn('', '1-0'), pgn(FOUR, '1-0'), pgn(FOUR, '1-0')],
    ['1–0', `${KEPT}, 1–0, 1 back`, `${KEPT}, 1–0, 1 back`],
  ],
  ['is a forfeit by its tag', [pgn('', '1-0', '[Termination "rules infraction"]\n')], ['+–-']],
  ['is a forfeit of both', [pgn('', '*', '[Result "-:-"]\n')], ['']],
  [
    'takes its result back',
    [pgn(FOUR, '1-0'), pgn(FOUR, '*'), pgn(FOUR, '*')],
    [`${KEPT}, 1–0`, `${KEPT}, 1 back`, `${KEPT}, 1 back`],
  ],
  [
    'has another result',
    [pgn(FOUR, '1-0'), pgn(FOUR, '1/2-1/2'), pgn(FOUR, '1/2-1/2')],
    [`${KEPT}, 1–0`, `${KEPT}, ½–½`, `${KEPT}, ½–½`],
  ],
  [
    'goes on after its result',
    [pgn(FOUR, '1-0'), pgn(`${FOUR} 3. Bb5`, '1-0')],
    [`${KEPT}, 1–0`, `${KEPT} Bb5, 1–0, 1 back`],
  ],
])('a PGN that %s', async (_, texts, expected) => {
  let text = ''
  const source = pgnSource({ place: 'http://feed/games.pgn', fetchText: async () => text })
  const looks = texts.map((next) => () => {
    text = next
  })
  expect(await followed(source, looks)).toEqual(expected)
})

const NAMES = ['tournament.json', 'round-3/index.json', 'round-3/game-1.json']
const sample = (name: string): string => readFileSync(join(import.meta.dirname, 'samples/lcc', name), 'utf8')
const clouds = (fields: object): string => {
  const { comment: _, ...game } = JSON.parse(sample('round-3/game-1.json'))
  return JSON.stringify({ ...game, live: true, result: 'UNKNOWN', clock: null, ...fields })
}
const cloudMoves = ['e4', 'e5', 'Nf3', 'Nc6']

test.each<[string, readonly string[], readonly string[]]>([
  [
    'breaks off',
    [
      clouds({ moves: cloudMoves }),
      clouds({ moves: cloudMoves }).slice(0, 60),
      clouds({ moves: cloudMoves }),
    ],
    [KEPT, KEPT, KEPT],
  ],
  [
    'shrinks once',
    [clouds({ moves: cloudMoves }), clouds({ moves: ['e4'] }), clouds({ moves: cloudMoves })],
    [KEPT, KEPT, KEPT],
  ],
  [
    'shrinks twice',
    [clouds({ moves: cloudMoves }), clouds({ moves: ['e4'] }), clouds({ moves: ['e4'] })],
    [KEPT, KEPT, 'e4, 1 back'],
  ],
  [
    'loses its moves with its result',
    [
      clouds({ moves: cloudMoves }),
      clouds({ moves: [], live: false, result: 'WHITEWIN' }),
      clouds({ moves: [], live: false, result: 'WHITEWIN' }),
    ],
    [KEPT, KEPT, `${KEPT}, asked`],
  ],
  ['has a result and no moves', [clouds({ moves: [], live: false, result: 'BLACKWIN' })], ['0–1']],
  ['has no list of moves', [clouds({ moves: null, live: false, result: 'DRAW' })], ['½–½']],
  [
    'is won without play, in German',
    [clouds({ moves: [], live: false, result: 'WHITEWIN', comment: 'kampflos' })],
    ['+–-'],
  ],
  [
    'is won without play, in Slovak',
    [clouds({ moves: [], live: false, result: 'BLACKWIN', comment: 'Kontumačne' })],
    ['-–+'],
  ],
  [
    'is won without play, in Polish',
    [clouds({ moves: [], live: false, result: 'WHITEWIN', comment: 'walkower' })],
    ['+–-'],
  ],
])('a game of LiveChess Cloud that %s', async (_, texts, expected) => {
  const files = new Map(NAMES.map((name) => [`http://tree/${name}`, sample(name)]))
  const source = cloudSource({ id: 'HCO26', base: 'http://tree', round: null }, '3', async (url) => {
    const text = files.get(url)
    if (text !== undefined) return text
    throw new SourceUnavailable(sourceRemarks.remark('answers-status', { url, status: 404 }))
  })
  const looks = texts.map((next) => () => {
    files.set('http://tree/round-3/game-1.json', next)
  })
  expect(await followed(source, looks)).toEqual(expected)
})
