import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFen } from '../../domain/chess/index.ts'
import { answerBothSides } from '../../functions/app/winnable/answer-both.ts'
import { openWinnableThread } from '../../functions/host/winnable/search-thread.ts'
import { handler } from '../../functions/lambda/winnable.ts'
import type { UnwinnabilityAnswers } from '../../functions/ports.ts'
import { temporaryFolder } from '../kit/command.ts'
import { httpEvent, openClient, testPorts } from '../kit/service.ts'
import { faultOf } from './replay.ts'

const folder = temporaryFolder()
const built = join(folder.path, 'worker.mjs')

beforeAll(async () => {
  const entryPoints = ['functions/host/winnable/worker.ts']
  await build({ entryPoints, outfile: built, bundle: true, platform: 'node', format: 'esm' })
})
afterAll(() => folder.remove())

const path = (fen: string): string => `/winnable?fen=${encodeURIComponent(fen)}`

const ROOK = '8/8/4k3/8/8/8/3RK3/8 w - - 0 60'
/** Takes the search some tenths of a second. */
const LONG = '8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1'

test('GET /winnable says which side can still mate, with a line or a proof', async () => {
  const { ask, faults } = await openClient()
  const { status, json, headers } = await ask('GET', path(ROOK))
  expect([status, faults]).toEqual([200, []])
  expect(json).toMatchObject({
    fen: ROOK,
    white: { answer: 'yes' },
    black: { answer: 'no', proof: 'no-material' },
  })
  expect(faultOf(ROOK, json.white.line, 'white')).toBeNull()
  expect(headers['cache-control']).toContain('max-age')
})

test('GET /winnable takes castling rights of Chess960', async () => {
  const { ask } = await openClient()
  const fen = '1k1r4/8/8/8/8/8/8/1R1K4 w Bd - 0 30'
  const { status, json } = await ask('GET', path(fen))
  expect([status, json.fen, json.white.answer, json.black.answer]).toEqual([200, fen, 'yes', 'yes'])
})

test('GET /winnable says what is wrong with a FEN, and that it needs one', async () => {
  const { ask } = await openClient()
  for (const query of [
    '',
    '?fen=',
    '?fen=nonsense',
    `?fen=${'8'.repeat(200)}`,
    `${path(ROOK).slice(9)}&depth=3`,
  ]) {
    const { status, json, headers } = await ask('GET', `/winnable${query}`)
    expect([query, status, json.type]).toEqual([query, 400, 'urn:touchmove:problem:bad-query'])
    expect(headers['content-type']).toBe('application/problem+json')
    expect(json.errors[0].detail).toMatch(/fen/i)
  }
})

test('a board without one king of each side has no answer', async () => {
  const { ask } = await openClient()
  const { status, json } = await ask('GET', path('8/8/8/8/8/8/8/K6R w - - 0 1'))
  expect([status, json.white.answer, json.black.answer]).toEqual([200, 'undetermined', 'undetermined'])
})

test('a client that asks too often is told to slow down, and is answered again later', async () => {
  const { ask, ports } = await openClient()
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await ask('GET', path(ROOK))).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  ports.clock.pass(2000)
  expect((await ask('GET', path(ROOK))).status).toBe(200)
})

test('few questions of one place wait for their search at once', async () => {
  const release: (() => void)[] = []
  const position = parseFen(ROOK)
  if (!position.ok) throw new Error(position.error.message)
  const searchMate = () =>
    new Promise<UnwinnabilityAnswers>((done) => release.push(() => done(answerBothSides(position.value))))
  const { ask } = await openClient(testPorts({ searchUnwinnability: searchMate }))
  const waiting = Array.from({ length: 4 }, () => ask('GET', path(ROOK)))
  await expect.poll(() => release.length).toBe(4)
  const refused = await ask('GET', path(ROOK))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
  for (const answer of release) answer()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('the search runs in a thread of its own: the one that serves goes on meanwhile', async () => {
  const { ask, close } = openWinnableThread(pathToFileURL(built))
  await ask(ROOK)
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const answers = await ask(LONG)
  clearInterval(ticking)
  await close()
  expect(answers).toMatchObject({ white: { answer: 'no' }, black: { answer: 'no' } })
  expect(turns).toBeGreaterThan(5)
})

test('a fault of the thread fails the question, and the next one is answered', async () => {
  const { ask, close } = openWinnableThread(pathToFileURL(built))
  await expect(ask('nonsense')).rejects.toThrow()
  expect(await ask(ROOK)).toMatchObject({ white: { answer: 'yes' }, black: { answer: 'no' } })
  await close()
})

test('a thread that is closed refuses what waits for it and what comes later, and has ended', async () => {
  const { ask, close } = openWinnableThread(pathToFileURL(built))
  await ask(ROOK)
  const waiting = ask(LONG)
  const refused = expect(waiting).rejects.toMatchObject({ failure: { code: 'unavailable' } })
  await close()
  await refused
  await expect(ask(ROOK)).rejects.toMatchObject({ failure: { code: 'unavailable' } })
})

test('the deployed function answers by itself, without data or tokens', async () => {
  const reply = await handler(httpEvent('GET', path(ROOK), { authorization: 'Bearer nonsense' }))
  expect(reply.statusCode).toBe(200)
  expect(JSON.parse(reply.body ?? '')).toMatchObject({ white: { answer: 'yes' } })
})
