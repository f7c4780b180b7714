import { expect, test } from 'vitest'
import { fold, type GameState } from '../../domain/game/index.ts'
import { openNewGame } from '../../functions/app/open-game.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { UnknownOutcome } from '../../functions/store/commit-log.ts'
import type { Document } from '../../functions/store/documents.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { openService, type Service } from '../kit/compose.ts'
import { append, move, need, openedGame, press, report } from '../kit/reports.ts'
import { ARBITER, GAME, START, type TestPorts, TIMED, testPorts } from '../kit/service.ts'

const stored = async (ports: TestPorts, stream = 'game#g1'): Promise<string> =>
  (await ports.log.load(stream, 0)).map(({ body }) => body).join('\n')

async function all(ports: TestPorts, pk: string): Promise<Document<unknown>[]> {
  const found: Document<unknown>[] = []
  for await (const each of ports.persons.query(pk)) found.push(each)
  return found
}

/** A game with names, notes and verdicts in it. */
async function reported(service: Service): Promise<void> {
  await openedGame(service, {
    ...TIMED,
    white: { ...GAME.white, title: 'm', rating: 2600, visuallyImpaired: true },
  })
  const by = { principal: ARBITER }
  need(await append(service, [report('s', 'session-started', 'arbiter')], by))
  need(await append(service, [move('m1', 'white', 'e2', 'e5'), press('p1', 'white')], by))
  need(
    await append(
      service,
      [
        report('i', 'incident-recorded', 'arbiter', {
          kind: 'medical',
          side: 'white',
          note: 'fainted at the board',
        }),
        report('n', 'irregularity-noticed', 'arbiter', { kind: 'illegal-move' }),
        report('d', 'draw-offered', 'white', { condition: 'if he stops humming' }),
      ],
      by,
    ),
  )
  need(
    await append(
      service,
      [
        report('c', 'details-corrected', 'arbiter', {
          fields: { white: { rating: 2610 } },
          reason: 'typed wrong',
        }),
      ],
      by,
    ),
  )
  need(
    await append(
      service,
      [
        report('rc', 'report-corrected', 'arbiter', {
          seqs: [5],
          reason: 'another illness',
          replacement: [
            { type: 'incident-recorded', by: 'arbiter', data: { kind: 'medical', note: 'a nosebleed' } },
          ],
        }),
      ],
      by,
    ),
  )
}

const SECRETS = [
  'Anderssen',
  '1001',
  'Kieseritzky',
  'fainted',
  'humming',
  'typed',
  'illness',
  'nosebleed',
  '2600',
  '2610',
  '"m"',
]

test('neither names nor words lie in what is stored and hashed; the seat and the impairment do', async () => {
  const ports = testPorts()
  await reported(openService(ports))
  // Digests are left out: a number may stand in one by chance.
  const text = await stored(ports)
  for (const secret of SECRETS) expect(text.replace(/[0-9a-f]{64}/g, '')).not.toContain(secret)
  expect(text).toContain('"visuallyImpaired":true')
  expect(text).toMatch(/"black":\{"person":"P\w+"\}/)
  expect(text).toMatch(/"condition":\{"digest":"[0-9a-f]{64}","text":"\w+"\}/)
})

test('readers and a fresh process get names and words back as they were reported', async () => {
  const ports = testPorts()
  await reported(openService(ports))
  const events = await gameEvents(openService(ports), 'g1')
  expect(events[0]?.data).toEqual({
    ...TIMED,
    white: { ...GAME.white, title: 'm', rating: 2600, visuallyImpaired: true },
  })
  expect(events[4]?.data).toEqual({ kind: 'medical', side: 'white', note: 'fainted at the board' })
  expect(events[7]?.data).toEqual({ fields: { white: { rating: 2610 } }, reason: 'typed wrong' })
  expect(events[8]?.data).toMatchObject({ replacement: [{ data: { kind: 'medical', note: 'a nosebleed' } }] })
})

test('a warm state equals the one a fresh process folds', async () => {
  const ports = testPorts()
  const warm = openService(ports)
  await reported(warm)
  const state = async (service: Service): Promise<GameState> =>
    (await service.games.load('game#g1', false)).state.folded.fold.state
  expect(JSON.stringify(await state(openService(ports)))).toBe(JSON.stringify(await state(warm)))
})

test('erased persons and words come back as a placeholder, and every verdict stays', async () => {
  const ports = testPorts()
  await reported(openService(ports))
  const before = fold(await gameEvents(openService(ports), 'g1'))
  for (const { pk, sk } of await all(ports, 'game#g1')) await ports.persons.delete(pk, sk)
  const events = await gameEvents(openService(ports), 'g1')
  expect(events[0]?.data).toMatchObject({
    white: { name: 'erased', visuallyImpaired: true },
    black: { name: 'erased' },
  })
  expect(events[4]?.data).toMatchObject({ note: 'erased' })
  const after = fold(events)
  expect(JSON.stringify(after.verdicts)).toBe(JSON.stringify(before.verdicts))
  expect(after.result).toEqual(before.result)
  expect(after.points).toEqual(before.points)
  expect(before.verdicts.length).toBeGreaterThan(0)
})

test('the digest in the event is that of salt and words, and each has a salt of its own', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service)
  const note = (id: string) => report(id, 'claim-made', 'white', { about: 'other', note: 'the same words' })
  need(await append(service, [note('n1'), note('n2')]))
  const documents = (await all(ports, 'game#g1')).filter(({ sk }) => sk.startsWith('text#'))
  const digests = [...(await stored(ports)).matchAll(/"digest":"(\w+)"/g)].map(([, digest]) => digest)
  expect(
    documents
      .map(({ value }) => sha256OfText((value as { salt: string }).salt + (value as { words: string }).words))
      .sort(),
  ).toEqual(digests.sort())
  expect(new Set(digests).size).toBe(2)
})

test('an event whose words were erased is still the same event when it is sent again', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service)
  const claim = report('n1', 'claim-made', 'white', { about: 'other', note: 'words' })
  need(await append(service, [claim]))
  for (const { pk, sk } of await all(ports, 'game#g1')) await ports.persons.delete(pk, sk)
  expect(need(await append(openService(ports), [claim])).results).toEqual([
    { id: 'n1', seq: 2, replayed: true },
  ])
})

test('a fresh process knows an event with words again, and refuses its id with other words', async () => {
  const ports = testPorts()
  await openedGame(openService(ports))
  const claim = (note: string) => report('n1', 'claim-made', 'white', { about: 'other', note })
  need(await append(openService(ports), [claim('words')]))
  expect(need(await append(openService(ports), [claim('words')])).results).toEqual([
    { id: 'n1', seq: 2, replayed: true },
  ])
  expect(await append(openService(ports), [claim('other words')])).toMatchObject({
    error: { code: 'id-reused' },
  })
})

const persons = async (ports: TestPorts, game: string) =>
  [...(await stored(ports, `game#${game}`)).matchAll(/"person":"(\w+)"/g)].map(([, person]) => person)

const open = async (service: Service, id: string, white: object, black: object, tournament?: string) => {
  const data = { ...GAME, white, black }
  const belonging = tournament === undefined ? {} : { tournament, round: '1' }
  need(await openNewGame(service, { id, data, belonging, receivedAt: START, principal: ARBITER }))
}

test('the same FIDE id is the same person, written as a number or as digits, under any name', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await open(service, 'g1', { name: 'Anna Kos', fideId: 14600001 }, { name: 'B' }, 'T1')
  await open(service, 'g2', { name: 'C' }, { name: 'Kos, Anna', fideId: '14600001' }, 'T2')
  expect((await persons(ports, 'g2'))[0]).toBe((await persons(ports, 'g1'))[1])
})

test('without a FIDE id the same name is the same person in one tournament, and another one in the next', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await open(service, 'g1', { name: 'Ana Novak' }, { name: 'Bor' }, 'T1')
  await open(service, 'g2', { name: 'Ciril' }, { name: ' Ana  Novak' }, 'T1')
  await open(service, 'g3', { name: 'Ana Novak' }, { name: 'Bor' }, 'T2')
  const [first, second, third] = [
    await persons(ports, 'g1'),
    await persons(ports, 'g2'),
    await persons(ports, 'g3'),
  ]
  expect(second[0]).toBe(first[1])
  expect(new Set([...first, ...third]).size).toBe(4)
})

test('in a game of no tournament the entries tell who has a name: its opening stores no key, and nobody is mixed up', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await open(service, 'g1', { name: 'Ana', fideId: 5 }, { name: 'Bor' })
  await open(service, 'g2', { name: 'Bor' }, { name: ' Bor ' })
  const keysOf = async (person: string | undefined): Promise<unknown[]> =>
    (await all(ports, `person#${person}`)).flatMap(({ value }) => (value as { key?: string }).key ?? [])
  const [black, white] = await persons(ports, 'g1')
  expect([await keysOf(white), await keysOf(black)]).toEqual([['fide#5'], []])
  // Two of one name in one game are one person, and in another game another one.
  const [second, first] = await persons(ports, 'g2')
  expect(second).toBe(first)
  expect(first).not.toBe(black)
  let corrections = 0
  const correct = async (fields: object): Promise<string> => {
    const before = await persons(ports, 'g1')
    const data = { fields, reason: 'misread' }
    need(
      await append(service, [report(`c${++corrections}`, 'details-corrected', 'arbiter', data)], {
        principal: ARBITER,
      }),
    )
    return (await persons(ports, 'g1')).at(before.length)!
  }
  // Who has a FIDE id is known by that, under any name; who has none, by the name they had or were given.
  expect(await correct({ white: { name: 'Cene' } })).toBe(white)
  const cene = await correct({ black: { name: 'Cene' } })
  expect([white, black]).not.toContain(cene)
  expect(await correct({ black: { name: 'Bor' } })).toBe(black)
  expect(await correct({ black: { name: 'Cene' } })).toBe(cene)
})

test('correcting a rating leaves the identity of the person', async () => {
  const ports = testPorts()
  await reported(openService(ports))
  const [black, white, corrected] = await persons(ports, 'g1')
  expect(corrected).toBe(white)
  expect(black).not.toBe(white)
})

test('two who come at once with a new FIDE id make one person', async () => {
  const ports = testPorts()
  const [one, other] = [openService(ports), openService(ports)]
  const player = { name: 'D', fideId: 7 }
  await Promise.all([open(one, 'g1', player, { name: 'x' }), open(other, 'g2', player, { name: 'y' })])
  expect((await persons(ports, 'g1'))[1]).toBe((await persons(ports, 'g2'))[1])
})

test('what a person has is found by the id alone, keys included, so that erasing misses nothing', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await open(service, 'g1', { name: 'Ana', fideId: 5 }, { name: 'B' }, 'T1')
  await open(service, 'g2', { name: 'Ana', fideId: 5 }, { name: 'B' }, 'T1')
  const [, ana] = await persons(ports, 'g1')
  const traces = (await all(ports, `person#${ana}`)).map(
    ({ value }) => value as { key?: string; entry?: { pk: string; sk: string } },
  )
  expect(traces.filter(({ key }) => key !== undefined)).toEqual([{ key: 'fide#5' }])
  const entries = traces.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))
  expect(entries.map(({ pk }) => pk)).toEqual(['game#g1', 'game#g2'])
  for (const { pk, sk } of entries)
    expect((await ports.persons.get(pk, sk))?.value).toMatchObject({ fields: { name: 'Ana' } })
})

test('what was put into keeping for a refused request is thrown away', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service)
  const documents = (await all(ports, 'game#g1')).length
  const other = openService(ports)
  const claim = (id: string, note: string) => report(id, 'claim-made', 'white', { about: 'other', note })
  const racers = await Promise.all([
    append(service, [claim('n', 'first')], { expectedSeq: 1 }),
    append(other, [claim('o', 'second')], { expectedSeq: 1 }),
  ])
  expect(racers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await all(ports, 'game#g1')).toHaveLength(documents + 1)
})

test('words whose commit was stored although its answer was lost are still there', async () => {
  const ports = testPorts()
  let lose = false
  const service = openService({
    ...ports,
    log: {
      ...ports.log,
      async append(commit) {
        const outcome = await ports.log.append(commit)
        if (lose) throw new UnknownOutcome('the answer was lost')
        return outcome
      },
    },
  })
  await openedGame(service)
  lose = true
  need(await append(service, [report('r1', 'clocks-stopped', 'white', { reason: 'a noise' })]))
  expect((await gameEvents(openService(ports), 'g1'))[1]?.data).toEqual({ reason: 'a noise' })
})
