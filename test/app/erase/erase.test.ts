import { expect, test } from 'vitest'
import { renderPgn } from '../../../domain/formats/pgn.ts'
import { readEntries, replaceEntries } from '../../../functions/app/entries.ts'
import { entryListFault } from '../../../functions/app/entry-list-digests.ts'
import { erasePerson, exportPerson, listErasures } from '../../../functions/app/erase.ts'
import { openNewGame } from '../../../functions/app/open-game.ts'
import { gameEvents } from '../../../functions/app/read-game.ts'
import { applyRetention, RETENTION_DAYS } from '../../../functions/app/retention.ts'
import { createTournament } from '../../../functions/app/tournaments.ts'
import { acceptPersonalDocuments } from '../../../functions/integrity/sync/incoming.ts'
import { personalDocumentsOf } from '../../../functions/integrity/sync/outgoing.ts'
import { verifyStream } from '../../../functions/integrity/verify-stream.ts'
import { type AppendLogEntry, readLog, sequenceAppends } from '../../../functions/store/append-log.ts'
import type { Documents } from '../../../functions/store/documents.ts'
import { memoryDocuments } from '../../../functions/store/memory.ts'
import { openService, type Service } from '../../kit/compose.ts'
import { append, move, need, report } from '../../kit/reports.ts'
import {
  ADMIN,
  ARBITER,
  GAME,
  openClient,
  READER,
  START,
  type TestPorts,
  testPorts,
} from '../../kit/service.ts'

/** A person store that can be looked through from end to end. */
function openStore(): { ports: TestPorts; everything(): string } {
  const store = memoryDocuments<unknown>()
  const there = new Map<string, string>()
  const noting: Documents<unknown> = {
    ...store,
    async put(pk, sk, value) {
      there.set(`${pk} ${sk}`, JSON.stringify(value))
      await store.put(pk, sk, value)
    },
    async putAll(entries) {
      for (const { pk, sk, value } of entries) there.set(`${pk} ${sk}`, JSON.stringify(value))
      await store.putAll(entries)
    },
    async putIfAbsent(pk, sk, value) {
      const stored = await store.putIfAbsent(pk, sk, value)
      if (stored) there.set(`${pk} ${sk}`, JSON.stringify(value))
      return stored
    },
    async delete(pk, sk) {
      there.delete(`${pk} ${sk}`)
      await store.delete(pk, sk)
    },
  }
  return { ports: testPorts({ persons: noting }), everything: () => [...there].flat().join('\n') }
}

const TAGS = { Annotator: 'Falkbeer, Ernst', WhiteTeam: 'Breslau' }

/** Anderssen plays twice; the second game was imported and ended. */
async function played(service: Service): Promise<void> {
  const by = { receivedAt: START, principal: ARBITER, belonging: { tournament: 'T', round: '1' } }
  need(await openNewGame(service, { ...by, id: 'g1', data: GAME }))
  const data = { ...GAME, source: { kind: 'pgn', timeBasis: 'none', tags: TAGS } }
  need(await openNewGame(service, { ...by, id: 'g2', data }))
  const arbiter = { principal: ARBITER }
  for (const game of ['g1', 'g2']) {
    need(await append(service, [report('s', 'session-started', 'arbiter')], { ...arbiter, game }))
    need(await append(service, [move('m', 'white', 'e2', 'e4')], { ...arbiter, game }))
    const note = { kind: 'medical', side: 'white', note: 'fainted' }
    need(await append(service, [report('i', 'incident-recorded', 'arbiter', note)], { ...arbiter, game }))
    need(await append(service, [report('r', 'resigned', 'black')], { ...arbiter, game }))
  }
}

const personIdFor = async (ports: TestPorts, side: 'white' | 'black', game = 'g1'): Promise<string> => {
  const [first] = await ports.log.load(`game#${game}`, 0)
  return JSON.parse(first!.body).events[0].data[side].person
}

const pgnOf = async (service: Service, game: string): Promise<string> =>
  renderPgn((await service.games.load(`game#${game}`, false)).state.folded.fold.state, game)

test('an erased person has no name anywhere; chain, result, verdicts and feed stand with a placeholder', async () => {
  const { ports, everything } = openStore()
  const service = openService(ports)
  await played(service)
  const before = await verifyStream(ports, 'game#g2')
  const person = await personIdFor(ports, 'white')
  expect(await pgnOf(service, 'g2')).toContain('Anderssen')
  const erased = need(await erasePerson(service, ADMIN, person))
  expect(erased).toMatchObject({ person, streams: ['game#g1', 'game#g2'], entries: 2, tags: 1 })
  expect(everything()).not.toMatch(/Anderssen|1001|Falkbeer|Breslau/)
  expect(everything()).toContain('Kieseritzky')
  for (const game of ['g1', 'g2']) {
    const pgn = await pgnOf(service, game)
    expect(pgn).toMatch(/\[White "erased"\]/)
    expect(pgn).toMatch(/\[Black "Kieseritzky, Lionel"\]/)
    expect(pgn).toMatch(/\[Result "1-0"\]/)
    expect(pgn).not.toMatch(/Anderssen|Falkbeer/)
  }
  const after = await verifyStream(ports, 'game#g2')
  expect(after).toMatchObject({ fault: null, head: before.head, reading: before.reading, erased: 1 })
})

test('a follower of the record is notified of each game that lost a name', async () => {
  const rung: string[] = []
  const ports = { ...testPorts(), notify: (stream: string) => rung.push(stream) }
  const service = openService(ports)
  await played(service)
  const person = await personIdFor(ports, 'white')
  rung.length = 0
  need(await erasePerson(service, ADMIN, person))
  expect(rung.sort()).toEqual(['game#g1', 'game#g2'])
})

test('an erasure that was interrupted at any step is finished by the next', async () => {
  let steps = 1
  for (let cut = 0; cut < steps; cut++) {
    const { ports, everything } = openStore()
    await played(openService(ports))
    const person = await personIdFor(ports, 'white')
    let done = 0
    const failing = {
      ...ports,
      persons: {
        ...ports.persons,
        async delete(pk: string, sk: string) {
          steps = Math.max(steps, done + 2)
          if (done++ === cut) throw new Error('the power went')
          await ports.persons.delete(pk, sk)
        },
      },
    }
    await erasePerson(openService(failing), ADMIN, person).catch((error) =>
      expect(error.message).toMatch(/power/),
    )
    need(await erasePerson(openService(ports), ADMIN, person))
    expect(everything(), `cut at ${cut}`).not.toMatch(/Anderssen|1001|Falkbeer/)
  }
  expect(steps).toBeGreaterThan(5)
})

test('a player who is entered during their erasure stays nowhere under the id that was erased, wherever the two meet', async () => {
  let meetings = 0
  for (const singleWriter of [true, false])
    for (let step = 0, met = true; met; step++) {
      met = false
      const store = openStore()
      const ports = { ...store.ports, singleWriter }
      const service = openService(ports)
      await played(service)
      const person = await personIdFor(ports, 'white')
      const { persons } = ports
      let [done, isEntering] = [0, false]
      // The whole erasure runs between two steps of the request.
      const between = async () => {
        if (met || done++ !== step) return
        met = true
        need(await erasePerson(own, ADMIN, person))
      }
      const own: Service = openService({
        ...ports,
        persons: {
          ...persons,
          async get(pk, sk) {
            const found = await persons.get(pk, sk)
            if (isEntering) await between()
            return found
          },
          async put(pk, sk, value) {
            if (isEntering) await between()
            await persons.put(pk, sk, value)
          },
          async putAll(entries) {
            await between()
            await persons.putAll(entries)
            await between()
          },
        },
        log: {
          ...ports.log,
          async append(commit) {
            await between()
            const outcome = await ports.log.append(commit)
            await between()
            return outcome
          },
        },
      })
      isEntering = true
      need(await openNewGame(own, { id: 'g3', data: GAME, receivedAt: START, principal: ARBITER }))
      isEntering = false
      if (!met) break
      meetings++
      const what = `step ${step}`
      expect(store.everything(), what).not.toContain(`"person":"${person}","fields"`)
      expect(store.everything(), what).not.toContain(`person#${person} entry`)
      const [opened] = await gameEvents(openService(ports), 'g3')
      const { name } = (opened!.data as typeof GAME).white
      expect(['Anderssen, Adolf', 'erased'], what).toContain(name)
      const { state } = await own.games.load('game#g3', !singleWriter)
      expect(state.folded.fold.state.details?.white.name, what).toBe(name)
    }
  expect(meetings).toBeGreaterThan(12)
})

test('a player who is erased while the entry list with their name comes in is in it under a new id, or not at all', async () => {
  for (const singleWriter of [true, false])
    for (const step of [1, 2, 3, 4]) {
      const store = openStore()
      const ports = { ...store.ports, singleWriter }
      await played(openService(ports))
      const person = await personIdFor(ports, 'white')
      let done = 0
      const own: Service = openService({
        ...ports,
        persons: {
          ...ports.persons,
          async put(pk, sk, value) {
            await ports.persons.put(pk, sk, value)
            if (++done === step) need(await erasePerson(own, ADMIN, person))
          },
        },
      })
      need(await createTournament(own, ADMIN, { name: 'Open' }, 'T'))
      need(await replaceEntries(own, ADMIN, 'T', { players: [GAME.white, GAME.black] }))
      const what = `step ${step}`
      expect(store.everything(), what).not.toContain(`entries#T player#${person}`)
      expect(store.everything(), what).not.toContain(`person#${person} entry`)
      const { players } = await readEntries(own, 'T')
      // Somebody who was entered before the erasure is gone; somebody entered after it is new.
      expect(players.map(({ name }) => name).sort(), what).toContain(GAME.black.name)
      expect(await exportPerson(ports, ADMIN, person)).toMatchObject({ error: { code: 'unknown-person' } })
    }
})

test('the log has salted digests of an entry list, which hold before and after an erasure and reveal nothing after it', async () => {
  const store = openStore()
  const ports = { ...store.ports, singleWriter: true }
  const service = openService(ports)
  need(await createTournament(service, ADMIN, { name: 'Open' }, 'T'))
  const logged = async () => {
    await sequenceAppends(service)
    const all: AppendLogEntry[] = []
    for await (const { entries } of readLog(service)) all.push(...entries)
    expect(all.map(({ stream }) => stream)).toContain('tournament#T')
    return all.filter(({ stream }) => stream === 'entries#T')
  }
  const entryList = async () => (await personalDocumentsOf(service, 'entries#T')).kept
  need(await replaceEntries(service, ADMIN, 'T', { players: [GAME.white], chiefArbiter: 'Zoe Quill' }))
  // Each entering is announced before anything is stored.
  expect(await logged()).toHaveLength(2)
  need(
    await replaceEntries(service, ADMIN, 'T', {
      players: [GAME.white, GAME.black],
      chiefArbiter: 'Zoe Quill',
    }),
  )
  const [, first, , second] = await logged()
  expect([first?.n, second?.n]).toEqual([2, 4])
  expect(entryListFault(await entryList(), second!)).toBeNull()
  // What was entered since the log's last version waits for the next one.
  expect(entryListFault(await entryList(), first!)).toBeNull()
  expect((await readEntries(service, 'T')).players).toEqual(expect.arrayContaining([GAME.white, GAME.black]))

  const altered = (await entryList()).map(({ sk, value }) => ({
    ...{ sk, value: sk.startsWith('player#') ? { ...value, rating: 9 } : value },
  }))
  expect(entryListFault(altered, second!)).toMatch(/^the entry player#P\S+ is not that/)
  const heading = (await entryList()).map(({ sk, value }) => ({
    sk,
    value: sk === 'heading' ? { city: 'X' } : value,
  }))
  expect(entryListFault(heading, second!)).toMatch(/^its heading is not that/)
  expect(entryListFault(await entryList(), { ...second!, hash: '0'.repeat(64) })).toMatch(
    /^its digests are not/,
  )
  expect(entryListFault([], second!)).toMatch(/are gone$/)
  const forged = [...(await entryList()), { sk: 'player#forged', value: { name: 'Nobody' } }]
  expect(entryListFault(forged, second!)).toMatch(/^the entry player#forged is not that/)

  const white = (await entryList()).find(
    ({ value }) => (value as { name?: string }).name === GAME.white.name,
  )!
  const { salt } = white.value as { salt: string }
  expect(salt).toMatch(/^[0-9a-f]{32}$/)
  const person = white.sk.slice('player#'.length)
  expect(JSON.stringify(need(await exportPerson(service, ADMIN, person)))).not.toContain(salt)
  need(await erasePerson(service, ADMIN, person))
  expect(store.everything()).not.toContain(salt)
  expect(entryListFault(await entryList(), second!)).toBeNull()
})

test('an export holds what the record itself says of a player', async () => {
  const ports = testPorts()
  const service = openService(ports)
  const white = { ...GAME.white, visuallyImpaired: true, language: 'de' }
  const data = { ...GAME, white }
  need(await openNewGame(service, { principal: ARBITER, receivedAt: 0, id: 'g1', data }))
  const person = await personIdFor(ports, 'white')
  expect(need(await exportPerson(ports, ADMIN, person)).entries).toEqual([
    { stream: 'game#g1', fields: white },
  ])
  const black = await personIdFor(ports, 'black')
  expect(need(await exportPerson(ports, ADMIN, black)).entries).toEqual([
    { stream: 'game#g1', fields: GAME.black },
  ])
})

test('what is stored about a person is shown to an admin, and nothing once it is erased', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await played(service)
  const person = await personIdFor(ports, 'white')
  expect(need(await exportPerson(ports, ADMIN, person))).toEqual({
    person,
    aliases: [],
    knownBy: ['fide#1001'],
    entries: [
      { stream: 'game#g1', fields: GAME.white },
      { stream: 'game#g2', fields: GAME.white },
    ],
    notes: [
      { id: expect.any(String), stream: 'game#g1', words: 'fainted' },
      { id: expect.any(String), stream: 'game#g2', words: 'fainted' },
    ],
  })
  expect(await exportPerson(ports, READER, person)).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await erasePerson(service, ARBITER, person)).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await erasePerson(service, ADMIN, 'P404')).toMatchObject({ error: { code: 'unknown-person' } })
  need(await erasePerson(service, ADMIN, person))
  expect(await exportPerson(ports, ADMIN, person)).toMatchObject({ error: { code: 'unknown-person' } })
})

test('an erased person who plays again is somebody new', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await played(service)
  const person = await personIdFor(ports, 'white')
  need(await erasePerson(service, ADMIN, person))
  need(await openNewGame(service, { id: 'g3', data: GAME, receivedAt: START, principal: ARBITER }))
  expect(await personIdFor(ports, 'white', 'g3')).not.toBe(person)
  expect((await gameEvents(service, 'g3'))[0]?.data).toMatchObject({ white: GAME.white })
})

test('a person who was erased here does not come back with another host’s copy, and two ids of one person go together', async () => {
  const [here, there] = [openStore(), openStore()]
  const other = { ...there.ports, ids: { next: () => `OTHER${Math.floor(ids++)}` } }
  let ids = 100
  await played(openService(here.ports))
  await played(openService(other))
  const [mine, theirs] = [await personIdFor(here.ports, 'white'), await personIdFor(other, 'white')]
  expect(mine).not.toBe(theirs)
  const service = openService(here.ports)
  const copy = await personalDocumentsOf(other, 'game#g1')
  need(await acceptPersonalDocuments(service, ADMIN, 'game#g9', copy))
  expect(need(await exportPerson(here.ports, ADMIN, mine))).toMatchObject({ aliases: [theirs] })
  need(await erasePerson(service, ADMIN, theirs))
  expect(here.everything()).not.toMatch(/Anderssen|1001/)
  need(await acceptPersonalDocuments(service, ADMIN, 'game#g9', copy))
  expect(here.everything()).not.toMatch(/Anderssen|1001/)
})

test('notes go after their period, imports’ tags after theirs, persons stay; counted first, then done, then done once', async () => {
  const { ports, everything } = openStore()
  const service = openService(ports)
  await played(service)
  expect(need(await applyRetention(service, ADMIN))).toEqual({
    streams: 0,
    erased: { words: 0, tags: 0, persons: 0, entries: 0 },
  })
  ports.clock.pass(731 * 86_400_000)
  const due = { streams: 2, erased: { words: 2, tags: 0, persons: 0, entries: 0 } }
  expect(need(await applyRetention(service, ADMIN, undefined, true))).toEqual(due)
  expect(everything()).toContain('fainted')
  expect(need(await applyRetention(service, ADMIN))).toEqual(due)
  expect(everything()).not.toContain('fainted')
  expect(everything()).toContain('Falkbeer')
  expect((await gameEvents(service, 'g1'))[3]?.data).toMatchObject({ note: 'erased' })
  expect(need(await applyRetention(service, ADMIN)).streams).toBe(0)
  const all = { words: 0, tags: 0, persons: 1, entries: null }
  expect(need(await applyRetention(service, ADMIN, all)).erased).toEqual({
    words: 0,
    tags: 1,
    persons: 4,
    entries: 0,
  })
  expect(everything()).not.toMatch(/Anderssen|Kieseritzky|Falkbeer|1001/)
  expect(await verifyStream(ports, 'game#g1')).toMatchObject({ fault: null })
})

test('entry lists go after the period that is asked for, counted from the last event of their tournament', async () => {
  const { ports, everything } = openStore()
  const service = openService(ports)
  for (const id of ['T', 'U']) {
    need(await createTournament(service, ADMIN, { name: 'Open' }, id))
    const players = [{ name: `Ada ${id}`, birth: '2001-02-03' }, { name: `Bea ${id}` }]
    need(await replaceEntries(service, ADMIN, id, { players, chiefArbiter: 'Cid' }))
  }
  const open = async (id: string) => {
    const by = {
      receivedAt: ports.clock.now(),
      principal: ARBITER,
      belonging: { tournament: 'T', round: '1' },
    }
    need(await openNewGame(service, { ...by, id, data: GAME }))
  }
  await open('g1')
  const periods = { ...RETENTION_DAYS, entries: 1095 }
  ports.clock.pass(1000 * 86_400_000)
  await open('g2')
  ports.clock.pass(1000 * 86_400_000)
  expect(need(await applyRetention(service, ADMIN, periods)).erased.entries).toBe(0)
  ports.clock.pass(100 * 86_400_000)
  expect(need(await applyRetention(service, ADMIN)).erased.entries).toBe(0)
  expect(need(await applyRetention(service, ADMIN, periods, true)).erased.entries).toBe(2)
  expect(everything()).toContain('Ada T')
  expect(need(await applyRetention(service, ADMIN, periods)).erased.entries).toBe(2)
  // Of a tournament in which nothing happened nobody knows how old it is.
  expect(everything()).not.toMatch(/Ada T|Bea T/)
  expect(everything()).toContain('Ada U')
  expect(await readEntries(service, 'T')).toMatchObject({ heading: { chiefArbiter: 'Cid' }, players: [] })
  expect(need(await applyRetention(service, ADMIN, periods)).erased.entries).toBe(0)
})

test('over HTTP a person is shown and erased, and nobody else’s token does it', async () => {
  const client = await openClient()
  await played(client.service)
  const person = await personIdFor(client.ports, 'white')
  const path = `/persons/${person}`
  expect((await client.ask('GET', path)).status).toBe(401)
  expect((await client.ask('POST', `${path}/erase`, { token: await client.token('arbiter') })).status).toBe(
    403,
  )
  const token = await client.token('admin')
  expect((await client.ask('GET', path, { token })).json.entries).toHaveLength(2)
  expect((await client.ask('POST', `${path}/erase`, { token })).json).toMatchObject({ entries: 2 })
  expect((await client.ask('GET', path, { token })).status).toBe(404)
  expect((await client.ask('POST', '/retention', { token, body: { dry: true } })).json).toMatchObject({
    streams: 0,
  })
  expect((await client.ask('POST', '/retention', { token, body: { periods: { words: -1 } } })).status).toBe(
    422,
  )
})

test('erasing offers the notes in the person’s games in one list, and erases those chosen, then or later', async () => {
  const { ports, everything } = openStore()
  const service = openService(ports)
  await played(service)
  const [first] = await ports.log.load('game#g1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  const { notes } = need(await exportPerson(service, ADMIN, person))
  expect(notes.map(({ stream, words }) => [stream, words])).toEqual([
    ['game#g1', 'fainted'],
    ['game#g2', 'fainted'],
  ])
  const one = need(await erasePerson(service, ADMIN, person, undefined, [notes[0]!.id, 'nowhere']))
  expect([one.notesErased, one.notesLeft]).toEqual([1, [notes[1]]])
  const left = (await gameEvents(service, 'g1')).map(({ data }) => JSON.stringify(data)).join()
  expect(left).not.toContain('fainted')
  expect(everything().match(/fainted/g)).toHaveLength(1)
  const all = need(await erasePerson(service, ADMIN, person, undefined, 'all'))
  expect([all.notesErased, all.notesLeft]).toEqual([1, []])
  expect(everything()).not.toContain('fainted')
  expect(await listErasures(service)).toEqual({
    items: [{ person, at: one.at, notes: notes.map(({ id }) => id) }],
  })
})

test('a person of ten thousand games is erased, and a repetition looks for notes in all of them', async () => {
  const { ports } = openStore()
  const service = openService(ports)
  await played(service)
  const person = await personIdFor(ports, 'white')
  // The names of more streams than one document holds.
  const streams = Array.from({ length: 10_000 }, (_, k) => `game#${String(k).padStart(26, '0')}`)
  const traces = streams.map((pk, k) => ({
    ...{ pk: `person#${person}`, sk: `entry#${pk}#0`, value: { entry: { pk, sk: `entry#${k}` } } },
  }))
  await ports.persons.putAll(traces)
  const done = need(await erasePerson({ ...service, notify: () => {} }, ADMIN, person))
  expect(done.streams).toEqual([...streams, 'game#g1', 'game#g2'])
  const { notesLeft } = need(await erasePerson(service, ADMIN, person))
  expect(notesLeft.map(({ stream }) => stream)).toEqual(['game#g1', 'game#g2'])
  expect(await listErasures(service)).toEqual({ items: [{ person, at: done.at }] })
}, 60_000)

test('what a former release noted of an erasure is looked at by a repetition', async () => {
  const { ports } = openStore()
  const service = openService(ports)
  await played(service)
  const person = await personIdFor(ports, 'white')
  const { at } = need(await erasePerson(service, ADMIN, person))
  for (const stream of ['game#g1', 'game#g2']) await ports.persons.delete(`erased#${person}`, stream)
  const former: object = { person, at, streams: ['game#g2'] }
  await ports.persons.put('erased', person, former as never)
  const all = need(await erasePerson(service, ADMIN, person, undefined, 'all'))
  expect([all.at, all.notesErased]).toEqual([at, 1])
})

test('a list that others keep entering is refused with what to do, not thrown', async () => {
  const store = openStore()
  const service = openService({ ...store.ports, singleWriter: true })
  need(await createTournament(service, ADMIN, { name: 'Open' }, 'T'))
  const crowded = { ...service, persons: { ...service.persons, putIfNewer: async () => false } }
  const entered = await replaceEntries(crowded, ADMIN, 'T', { players: [GAME.white] })
  expect(entered).toMatchObject({ ok: false, error: { code: 'unavailable' } })
})
