/** Sources that the host follows by itself: begun and ended over HTTP, listed with their state, taken up at the next start. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { openConnectedSources } from '../../functions/host/sources/connected-sources.ts'
import { followInThread } from '../../functions/host/sources/source-thread.ts'
import { temporaryFolder } from '../kit/command.ts'

const scratch: { remove(): void }[] = []
afterEach(() => {
  for (const each of scratch.splice(0)) each.remove()
})

const PGN = `[Event "Club"]\n[Site "?"]\n[Date "2026.03.14"]\n[Round "1.1"]\n[White "Abara"]\n[Black "Sato"]\n[Result "*"]\n\n1. e4 e5 *\n`

interface Reported {
  readonly sources: readonly { id: string; state: string; lastWord?: string; place: string }[]
}

async function opened(folder: string): Promise<Host> {
  const host = await createHost({ folder, fsync: false })
  if (!host.ok) throw new Error(host.error.message)
  host.value.catchUp()
  return host.value
}

const asked = async (host: Host, method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await inProcessClient(host.adminRouter).request(method, path, body && { body })
  return { status: answer.status, body: JSON.parse(answer.text) }
}
const reported = async (host: Host): Promise<Reported['sources']> =>
  ((await asked(host, 'GET', '/tournaments/club/sources')).body as Reported).sources

test('a folder of PGN is followed, survives the host, says why it is silent, and ends when it is disconnected', async () => {
  const [folder, games] = [temporaryFolder(), temporaryFolder()]
  scratch.push(folder, games)
  writeFileSync(join(games.path, 'game-1.pgn'), PGN)
  const first = await opened(folder.path)
  await asked(first, 'POST', '/tournaments', { id: 'club', name: 'Club' })
  const begun = await asked(first, 'POST', '/tournaments/club/sources', { kind: 'pgn', place: games.path })
  expect(begun).toMatchObject({ status: 201, body: { kind: 'pgn', tournament: 'club', state: 'connecting' } })
  await expect.poll(async () => (await reported(first))[0]?.state).toBe('following')
  const listed = () => asked(first, 'GET', '/tournaments/club/rounds/1/games')
  await expect.poll(async () => (await listed()).body.games?.[0]?.plies).toBe(2)
  await first.close()

  games.remove()
  const second = await opened(folder.path)
  await expect
    .poll(async () => (await reported(second))[0])
    .toMatchObject({
      id: begun.body.id,
      state: 'silent',
      lastWord: expect.stringContaining('cannot be read'),
    })
  expect((await asked(second, 'POST', `/sources/${begun.body.id}/disconnect`, {})).status).toBe(200)
  expect(await reported(second)).toEqual([])
  expect((await asked(second, 'POST', `/sources/${begun.body.id}/disconnect`, {})).status).toBe(404)
  await second.close()
})

test('a text beside a board of sensors is another reader over HTTP too, also after the host was started anew', async () => {
  const [folder, games] = [temporaryFolder(), temporaryFolder()]
  scratch.push(folder, games)
  const shows = (moves: string) =>
    writeFileSync(join(games.path, 'game-1.pgn'), PGN.replace('1. e4 e5 *', `${moves} *`))
  shows('1. e4')
  let host = await opened(folder.path)
  await asked(host, 'POST', '/tournaments', { id: 'club', name: 'Club' })
  const game = { id: 'one', board: 1, edition: '2018-01-01', play: 'rapid' }
  const players = { white: { name: 'Abara' }, black: { name: 'Sato' } }
  await asked(host, 'POST', '/tournaments/club/rounds/1/games', { ...game, ...players })
  let number = 0
  const send = async (...reports: readonly (readonly [type: string, by: string, data?: object])[]) => {
    const at = new Date().toISOString()
    const events = reports.map(([type, by, data = {}]) => ({ id: `hall-${++number}`, at, type, by, data }))
    expect((await asked(host, 'POST', '/games/one/events', { events })).status).toBeLessThan(300)
  }
  const byText = async () => {
    const { events } = (await asked(host, 'GET', '/games/one/events?limit=500')).body as {
      events: { id: string; type: string; by: string; data: { to?: string } }[]
    }
    return events
      .filter(({ id }) => id.startsWith('pgn-'))
      .map(({ type, by, data }) => `${type} ${by} ${data.to ?? ''}`)
  }
  const moves = async () =>
    ((await asked(host, 'GET', '/games/one')).body as { moves: { san: string }[] }).moves.map(
      ({ san }) => san,
    )
  const lift = (square: string) => ['piece-lifted', 'board', { square }] as const
  const place = (square: string, piece: string) => ['piece-placed', 'board', { square, piece }] as const
  await send(['session-started', 'arbiter'], lift('e2'), place('e4', 'P'), ['clock-pressed', 'white'])
  await asked(host, 'POST', '/tournaments/club/sources', { kind: 'pgn', place: games.path })
  await expect.poll(async () => (await reported(host))[0]?.state).toBe('following')
  // It agrees so far, and then tells what no square has told.
  shows('1. e4 c5')
  await expect.poll(moves, { timeout: 20_000 }).toEqual(['e4', 'c5'])
  expect(await byText()).toEqual(['move-made board c5'])
  await host.close()

  shows('1. e4 c5 2. Nf3 d6')
  host = await opened(folder.path)
  await send(lift('c7'), place('c5', 'p'), ['clock-pressed', 'black'])
  await expect.poll(moves, { timeout: 20_000 }).toEqual(['e4', 'c5', 'Nf3', 'd6'])
  expect(await byText()).toEqual(['move-made board c5', 'move-made board f3', 'move-made board d6'])
  // The squares show another move than the last that the text told.
  await send(lift('g1'), place('f3', 'N'), ['clock-pressed', 'white'])
  await send(lift('b8'), place('c6', 'n'), ['clock-pressed', 'black'])
  await expect.poll(moves).toEqual(['e4', 'c5', 'Nf3', 'Nc6'])
  const { verdicts } = (await asked(host, 'GET', '/games/one')).body as { verdicts: unknown[] }
  expect(verdicts).toEqual([])
  await host.close()
}, 60_000)

test('what cannot be followed is refused with its reason, and nothing is begun', async () => {
  const folder = temporaryFolder()
  scratch.push(folder)
  const host = await opened(folder.path)
  await asked(host, 'POST', '/tournaments', { id: 'club', name: 'Club' })
  const refusals: readonly (readonly [object, string])[] = [
    [{ kind: 'pigeon', place: 'x' }, 'one of livechess'],
    [{ kind: 'livechesscloud', place: 'nowhere' }, 'view.livechesscloud.com'],
    [{ kind: 'livechess', place: 'ws://127.0.0.1:9' }, 'no board is in it'],
    [{ kind: 'livechess', place: 'ws://127.0.0.1:9', round: '1', boards: 'serial,board\n501,1' }, 'round'],
    [{ kind: 'chessnut', place: '-', boards: 'serial,game\n501,g1' }, 'tcp://'],
  ]
  for (const [settings, words] of refusals) {
    const { status, body } = await asked(host, 'POST', '/tournaments/club/sources', settings)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(words)
  }
  expect(
    (await asked(host, 'POST', '/tournaments/nowhere/sources', { kind: 'pgn', place: 'x' })).status,
  ).toBe(404)
  expect(await reported(host)).toEqual([])
  await host.close()
})

test('a list of sources that cannot be read is put aside and said to be, and the host goes on without', async () => {
  const spoilt = temporaryFolder()
  scratch.push(spoilt)
  const folder = spoilt.path
  writeFileSync(join(folder, 'sources.json'), '[{"id":')
  const sources = openConnectedSources({
    folder,
    client: { request: () => Promise.reject(new Error('unasked')) },
    now: Date.now,
  })
  await expect(sources.resume()).rejects.toThrow(
    /sources\.json could not be read and lies in .*unreadable now/,
  )
  expect(readFileSync(join(folder, 'sources.json.unreadable'), 'utf8')).toBe('[{"id":')
  expect(sources.list('T')).toEqual([])
  await sources.resume()
  await sources.close()
})

const KNOWN = { status: 200, headers: {}, text: '{}' }

test('a long text of a source is read beside the host, and one that needs too much memory ends its source alone', async () => {
  const [folder, games] = [temporaryFolder(), temporaryFolder()]
  scratch.push(folder, games)
  const text = `${PGN.replace('1. e4 e5 *', `1. e4 {${'a [%clk 1:00:00] '.repeat(10)}} e5 *`)}\n`.repeat(
    20_000,
  )
  writeFileSync(join(games.path, 'game-1.pgn'), text)
  const begun = performance.now()
  expect(readPgn(text)).toHaveLength(20_000)
  const reading = performance.now() - begun

  const host = await opened(folder.path)
  await asked(host, 'POST', '/tournaments', { id: 'club', name: 'Club' })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  // No game is of the round asked for: nothing but the reading takes time.
  await asked(host, 'POST', '/tournaments/club/sources', { kind: 'pgn', place: games.path, round: '9' })
  await expect.poll(async () => (await reported(host))[0]?.state, { timeout: 60_000 }).toBe('following')
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(reading / 2)
  await host.close()

  const notes: string[] = []
  const watcher = { onNote: (line: string) => void notes.push(line), onState() {} }
  const task = { tournament: 'club', settings: { kind: 'pgn', place: games.path } } as const
  const small = followInThread({ request: async () => KNOWN }, task, watcher, 24)
  expect(await small.accepted).toEqual({ ok: true, value: null })
  await small.ended
  expect(notes.join()).toMatch(/memory limit/)
}, 120_000)
