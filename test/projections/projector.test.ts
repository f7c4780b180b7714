import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { publicState } from '../../domain/game/index.ts'
import { stateAfter, visibleSeq } from '../../functions/app/earlier-states.ts'
import { erasePerson } from '../../functions/app/erase.ts'
import { gameStream } from '../../functions/app/stored-events.ts'
import { recordWholeGames } from '../../functions/app/whole-games.ts'
import { readContext } from '../../functions/feeds/read-context.ts'
import { streamHandler } from '../../functions/lambda/stream-handler.ts'
import type { Ports } from '../../functions/ports.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { listQuarantined } from '../../functions/projections/quarantine.ts'
import { createReadModels } from '../../functions/projections/read-views.ts'
import { createViewRebuilder } from '../../functions/projections/rebuild.ts'
import { needsRebuild } from '../../functions/projections/rebuild-phases.ts'
import { reconcileViews } from '../../functions/projections/reconciler.ts'
import { readVersions, VIEW_FORMAT, viewKey, writeVersions } from '../../functions/projections/view.ts'
import { StoreUnavailable } from '../../functions/store/commit-log.ts'
import { openService } from '../kit/compose.ts'
import { inventGames, numbers } from '../kit/games.ts'
import { FOUR, hall, pairing, R1 } from '../kit/hall.ts'
import { append, move, need, openedGame, press, report } from '../kit/reports.ts'
import { ADMIN, GAME, OPERATOR, READER, START, type TestPorts, testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const LIVE = `${VIEW_FORMAT}-1`
const NEXT = `${VIEW_FORMAT}-2`

/** A round of four games in which some moves were made; the names of its games. */
async function playedRound(ports = testPorts()) {
  const made = await hall(ports)
  const games = need(await made.open(FOUR)).map(({ id }) => id)
  for (const game of games) {
    need(await append(made.service, [report('s', 'session-started', 'arbiter')], { game }))
    need(
      await append(made.service, [move('m1', 'white', 'e2', 'e4', 1000), press('p1', 'white', 1000)], {
        game,
      }),
    )
    need(await append(made.service, [move('m2', 'black', 'e7', 'e5', 2000)], { game }))
  }
  return { ...made, games, streams: ['round#T/1', ...games.map((game) => `game#${game}`)] }
}

const record = (stream: string, k: number) => ({
  dynamodb: { Keys: { pk: { S: stream } }, SequenceNumber: String(k) },
})

/** Sort keys of what a version holds of streams. */
async function itemsOf(ports: Pick<Ports, 'views'>, version: string, streams: readonly string[]) {
  const found: string[] = []
  for (const stream of streams)
    for await (const { sk } of ports.views.query(viewKey(version, stream))) found.push(sk)
  return found
}

const never = (error: unknown) => {
  throw error
}

test('an imported game is let go once its views are written, a live one stays; asked for again, it is what it was', async () => {
  const service = openService(testPorts({ singleWriter: true }))
  const source = { kind: 'pgn', timeBasis: 'none' }
  const moves = [move('m1', 'white', 'e2', 'e4'), move('m2', 'black', 'e7', 'e5')]
  const ids = Array.from({ length: 30 }, (_, k) => `i${k}`)
  const games = ids.map((id) => ({
    id,
    at: new Date(START).toISOString(),
    data: { ...GAME, source },
    events: moves,
  }))
  for (const each of await recordWholeGames(service, OPERATOR, games, START)) need(each)
  await openedGame(service, undefined, 'live')
  const projector = createProjector(service)
  const states = await Promise.all(
    [...ids, 'live'].map(async (id) => {
      const { folded } = (await service.games.load(gameStream(id), false)).state
      await projector.onChange(gameStream(id))
      return JSON.stringify(folded.fold.state)
    }),
  )
  expect([...ids, 'live'].filter((id) => service.games.warm(gameStream(id)) !== undefined)).toEqual(['live'])
  const again = await Promise.all(
    [...ids, 'live'].map(
      async (id) => (await service.games.load(gameStream(id), false)).state.folded.fold.state,
    ),
  )
  expect(again.map((state) => JSON.stringify(state))).toEqual(states)
})

test('a game that became known at once has no past beside its state, and one as soon as it goes on', async () => {
  const ports = testPorts({ singleWriter: true })
  const service = openService(ports)
  const moves = Array.from({ length: 20 }, (_, k) => [
    move(`w${k}`, 'white', ...((k % 2 === 0 ? ['g1', 'f3'] : ['f3', 'g1']) as ['g1', 'f3'])),
    move(`b${k}`, 'black', ...((k % 2 === 0 ? ['g8', 'f6'] : ['f6', 'g8']) as ['g8', 'f6'])),
  ]).flat()
  const source = { kind: 'pgn', timeBasis: 'none' }
  const whole = { id: 'i', at: new Date(START).toISOString(), data: { ...GAME, source }, events: moves }
  for (const each of await recordWholeGames(service, OPERATOR, [whole], START)) need(each)
  const projector = createProjector(service)
  await projector.onChange('game#i')
  const own = () => itemsOf(ports, LIVE, ['game#i'])
  expect(await own()).toEqual(['index#game#i', 'state#i'])
  await comparePast(ports, 'i')
  const reader = (await createReadModels(ports).open())!
  const [from] = (await service.games.load('game#i', false)).state.known as [number]
  expect(await reader.steps('i', from, [41, 41])).toMatchObject({
    known: { seq: 41, earlier: [{ seq: 41 }] },
    knownFrom: from,
  })
  expect(await reader.steps('i', from, [20, 20])).toBeNull()
  expect(await reader.steps('i', from - 1, [0, 0])).toEqual({ belonging: {}, known: null, knownFrom: from })

  for (const k of [1, 2]) {
    ports.clock.pass(5_000)
    const correction = { fields: { site: `Hall ${k}` }, reason: 'slip' }
    need(
      await append(
        service,
        [report(`c${k}`, 'details-corrected', 'operator', correction, ports.clock.now() - START)],
        { game: 'i' },
      ),
    )
    // The one that projects next does not remember what the one before it stored.
    await createProjector(service).onChange('game#i')
    expect(await own()).toEqual(['index#game#i', 'past#i#0000', 'state#i'])
    await comparePast(ports, 'i')
  }
  expect((await reader.game('i', from))!.viewed!.seq).toBe(41)
})

test('records shuffled, doubled and dropped make the views that the fold makes, once the reconciler has been', async () => {
  for (let seed = 1; seed <= trials(20); seed++) {
    const pick = numbers(seed)
    const ports = testPorts()
    const { service, games, streams } = await playedRound(ports)
    const records = streams
      .flatMap((stream) => [stream, stream, stream])
      .filter(() => pick(3) > 0)
      .map((stream) => ({ stream, key: pick(1_000_000) }))
      .sort((a, b) => a.key - b.key)
      .map(({ stream }, k) => record(stream, k))
    const elsewhere = openService(ports)
    const projector = createProjector(elsewhere)
    const handler = streamHandler([projector], never)
    expect(await handler({ Records: records } as never)).toEqual({ batchItemFailures: [] })
    await reconcileViews(elsewhere, projector)
    expect((await reconcileViews(elsewhere, projector)).behind).toEqual([])
    const reader = (await createReadModels(ports).open())!
    for (const game of games) {
      const { viewed } = (await reader.game(game, null))!
      const { fold } = (await service.games.load(`game#${game}`, true)).state.folded
      expect(viewed!.seq).toBe(fold.state.seq)
      const { state } = viewed!
      expect(publicState(state)).toEqual(publicState(fold.state))
      for (const kind of ['strict', 'text', 'split'] as const)
        expect(renderPgn(state, game, kind)).toBe(renderPgn(fold.state, game, kind))
    }
    const round = (await reader.round('T', '1', null))!
    expect(round.seats.map(({ game, board, seq }) => [game, board, seq])).toEqual(
      games.map((game, k) => [game, k + 1, 5]),
    )
  }
})

test('a round read from its views is the round read from the record', async () => {
  const ports = testPorts()
  const { service, streams } = await playedRound(ports)
  for (const stream of streams) await createProjector(service).onChange(stream)
  const viewer = { principal: READER, receivedAt: START, delay: 0 }
  const record = need(await readContext(service, viewer).round(R1))
  const viewed = need(await readContext(openService({ ...ports, useReadModels: true }), viewer).round(R1))
  expect(viewed.version).toBe(record.version)
  expect(viewed.round).toEqual(record.round)
  expect(viewed.games.map(({ state }) => publicState(state))).toEqual(
    record.games.map(({ state }) => publicState(state)),
  )
})

test('a damaged game is set aside with what is wrong; the others of its batch are projected, and it returns when mended', async () => {
  const ports = testPorts()
  const { games, streams } = await playedRound(ports)
  const bad = `game#${games[1]}`
  let damaged = true
  const log = {
    ...ports.log,
    async load(stream: string, after: number) {
      const commits = await ports.log.load(stream, after)
      return stream === bad && damaged ? commits.map((each) => ({ ...each, hash: 'f'.repeat(64) })) : commits
    },
  }
  const service = openService({ ...ports, log, singleWriter: true })
  const lines: unknown[] = []
  const silent = { write: (...line: unknown[]) => lines.push(line), with: () => silent }
  const projector = createProjector(service, silent)
  const handler = streamHandler([projector], never)
  const batch = { Records: streams.filter((stream) => stream.startsWith('game')).map(record) } as never
  expect(await handler(batch)).toEqual({ batchItemFailures: [] })
  expect((await listQuarantined(service)).items).toMatchObject([
    { stream: bad, times: 1, error: expect.stringMatching(/hashes/) },
  ])
  expect(lines).toMatchObject([['error', 'stream-set-aside', { stream: bad, kind: 'damaged' }]])
  for (const game of games.filter((each) => `game#${each}` !== bad))
    expect(await projector.checkpoint(`game#${game}`, LIVE)).toBeGreaterThan(0)
  expect((await reconcileViews(service, projector)).behind).not.toContain(bad)
  const viewer = { principal: READER, receivedAt: START, delay: 0 }
  expect(need(await readContext(service, viewer).round(R1)).games.map(({ game }) => game)).toEqual(
    games.filter((each) => `game#${each}` !== bad),
  )
  damaged = false
  await projector.onChange(bad)
  expect((await listQuarantined(service)).items).toEqual([])
  expect(await projector.checkpoint(bad, LIVE)).toBeGreaterThan(0)
})

test('a database that does not answer fails the batch from that record on, and nothing is set aside', async () => {
  const ports = testPorts()
  const { games } = await playedRound(ports)
  const log = {
    ...ports.log,
    load: async (stream: string, after: number) => {
      if (stream === `game#${games[1]}`) throw new StoreUnavailable('no answer')
      return ports.log.load(stream, after)
    },
  }
  const service = openService({ ...ports, log })
  const faults: unknown[] = []
  const handler = streamHandler([createProjector(service)], (error) => faults.push(error))
  const Records = games.map((game, k) => record(`game#${game}`, 100 + k))
  expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [{ itemIdentifier: '101' }] })
  expect(faults).toHaveLength(1)
  expect((await listQuarantined(service)).items).toEqual([])
})

test('views are made anew beside the old ones, which are read until nothing is behind; commits meanwhile are in both', async () => {
  const ports = testPorts()
  const { service, streams, games } = await playedRound(ports)
  const projector = createProjector(service)
  for (const stream of streams) await projector.onChange(stream)
  const during: (string | undefined)[] = []
  const rebuilder = createViewRebuilder(service, service, {
    async wait() {
      ports.clock.pass(3_000)
      const game = games[0]!
      const { length } = during
      during.push((await readVersions(ports))?.live)
      need(await append(service, [move(`w${length}`, 'white', 'd2', 'd4', 9000 + length)], { game }))
      await projector.onChange(`game#${game}`)
    },
  })
  const rebuilt = await rebuilder.rebuild()
  expect(during).toEqual([LIVE, NEXT])
  expect(rebuilt).toEqual({ from: LIVE, to: NEXT, streams: 5, setAside: [] })
  expect(await readVersions(ports)).toEqual({ live: NEXT, building: null })
  expect(await itemsOf(ports, LIVE, streams)).toEqual([])
  for (const stream of streams)
    expect(await projector.checkpoint(stream, NEXT)).toBe((await ports.log.head(stream))?.n)
})

test('a rebuild that a killed process left half made is taken up, and afterwards one version is kept up', async () => {
  const ports = testPorts()
  const { service, streams } = await playedRound(ports)
  const projector = createProjector(service)
  for (const stream of streams) await projector.onChange(stream)
  const killed = new Error('killed')
  const dying = { ...projector, project: () => Promise.reject(killed) }
  const cut = openService({ ...ports, log: { ...ports.log, head: () => Promise.reject(killed) } })
  const wait = async (ms: number) => ports.clock.pass(ms)
  await expect(createViewRebuilder(cut, { ...cut, projector: dying }, { wait }).rebuild()).rejects.toThrow(
    'killed',
  )
  expect(await readVersions(ports)).toEqual({ live: LIVE, building: NEXT })
  const next = openService(ports)
  expect(await needsRebuild(next)).toBe(true)
  // Another process led, and has written no note for a while.
  const rebuilder = createViewRebuilder(next, next, { wait })
  const rebuilt = await Promise.all([1, 2].map(() => rebuilder.rebuild()))
  expect(rebuilt[1]).toBe(rebuilt[0])
  expect(rebuilt[0]).toMatchObject({ from: LIVE, to: NEXT, streams: 5, setAside: [] })
  expect(await readVersions(ports)).toEqual({ live: NEXT, building: null })
  expect(await needsRebuild(next)).toBe(false)
  expect(await itemsOf(ports, LIVE, streams)).toEqual([])
  const next1 = openService(ports)
  for (const stream of streams)
    expect(await createProjector(next1).checkpoint(stream, NEXT)).toBeGreaterThan(0)
})

/** Each state of a game, as a reader with a delay would see it at the instant it was known, from views and from the record. */
async function comparePast(ports: TestPorts, game: string) {
  const reader = (await createReadModels(ports).open())!
  const { state: record } = await openService(ports).games.load(`game#${game}`, true)
  expect((await reader.game(game, record.known[0]! - 1))!.viewed).toBeNull()
  for (const known of new Set(record.known)) {
    const seq = visibleSeq(record, { delay: 1, now: known + 60_000 })
    const { viewed } = (await reader.game(game, known))!
    expect(viewed!.seq).toBe(seq)
    const state = stateAfter(record, seq, 'test')
    expect(publicState(viewed!.state)).toEqual(publicState(state))
    expect(renderPgn(viewed!.state, game, 'text')).toBe(renderPgn(state, game, 'text'))
  }
}

test('every earlier state of every kind of game is read from the views as the fold makes it', async () => {
  for (let seed = 1; seed <= trials(5); seed++) {
    const pick = numbers(seed)
    const ports = testPorts()
    const { service, games } = await playedRound(ports)
    const [game] = games as [string]
    const projector = createProjector(openService(ports))
    const [invented] = inventGames(seed, 1)
    let at = 10_000
    for (const [k, { side, uci }] of invented!.plies.slice(2, 2 + pick(45)).entries()) {
      at += 1 + pick(20_000)
      const [from, to, letter] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]?.toUpperCase()]
      const made = report(`x${k}`, 'move-made', side, { from, to, ...(letter && { promotion: letter }) }, at)
      const more = [
        press(`y${k}`, side, at + 200),
        report(`z${k}`, 'piece-touched', side, { squares: [to] }, at + 400),
      ]
      need(await append(service, [made, ...more.slice(0, pick(3))], { game }))
      if (pick(5) === 0)
        need(
          await append(
            service,
            [
              report(`c${k}`, 'details-corrected', 'operator', {
                fields: { site: `Hall ${k}` },
                reason: 'slip',
              }),
            ],
            { game },
          ),
        )
      if (pick(3) === 0) await projector.onChange(`game#${game}`)
    }
    // Another process, which begins without a history of its own, stores the same.
    await createProjector(openService(ports)).onChange(`game#${game}`)
    await comparePast(ports, game)
  }
}, 120_000)

test('views of another format than this program’s are not read: the record is read', async () => {
  const ports = testPorts()
  const { service, streams } = await playedRound(ports)
  for (const stream of streams) await createProjector(service).onChange(stream)
  await writeVersions(ports, { live: '1.1-7', building: null })
  ports.clock.pass(3_000)
  expect(await createReadModels(ports).open()).toBeNull()
  const viewer = { principal: READER, receivedAt: START, delay: 0 }
  const round = need(await readContext(openService({ ...ports, useReadModels: true }), viewer).round(R1))
  expect(round.games.map(({ state }) => state.seq)).toEqual([5, 5, 5, 5])
})

test('a change of one board writes that board’s items alone, and a new board a seat', async () => {
  const ports = testPorts()
  const { service, open, games, streams } = await playedRound(ports)
  const written: string[] = []
  const views: typeof ports.views = {
    ...ports.views,
    putIfNewer: (pk, sk, n, value) => {
      written.push(`${pk.slice(pk.indexOf('#') + 1)} ${sk}`)
      return ports.views.putIfNewer(pk, sk, n, value)
    },
  }
  const projector = createProjector(openService({ ...ports, views }))
  for (const stream of streams) await projector.onChange(stream)
  written.length = 0
  const [game] = games as [string]
  need(await append(service, [move('m3', 'white', 'g1', 'f3', 3000)], { game }))
  await projector.onChange(`game#${game}`)
  expect(written).toEqual([
    `round#T/1 past#${game}#0000`,
    `round#T/1 state#${game}`,
    `round#T/1 index#game#${game}`,
  ])
  written.length = 0
  const id = need(await open([pairing('I', 'J')]))[0]!.id
  await projector.onChange('round#T/1')
  expect(written).toEqual([`round#T/1 index#seat#${id}`, 'round#T/1 index#round'])
})

test('an erased person is in no item of the views any more', async () => {
  const ports = testPorts()
  const { service, games, streams } = await playedRound(ports)
  const projector = createProjector(service)
  for (const stream of streams) await projector.onChange(stream)
  const [game] = games as [string]
  const [first] = await ports.log.load(`game#${game}`, 0)
  const { person } = JSON.parse(first!.body).events[0].data.white as { person: string }
  need(await erasePerson(service, ADMIN, person, (stream) => projector.onChange(stream)))
  const reader = (await createReadModels(ports).open())!
  const { state: record } = await service.games.load(`game#${game}`, true)
  for (const known of [null, ...record.known]) {
    const { viewed } = (await reader.game(game, known))!
    expect(JSON.stringify(viewed!.state.details)).not.toContain('"name":"A"')
    expect(viewed!.erased).toBe(1)
  }
})
