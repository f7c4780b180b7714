/** An entry list is entered document by document: wherever that breaks off, what is stored is not called altered. */
import { beforeEach, expect, test } from 'vitest'
import { readEntries, replaceEntries } from '../../functions/app/entries.ts'
import { entryListFault, queueUnloggedLists } from '../../functions/app/entry-list-digests.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { acceptPersonalDocuments } from '../../functions/integrity/sync/incoming.ts'
import { type PersonalDocuments, personalDocumentsOf } from '../../functions/integrity/sync/outgoing.ts'
import type { Ports } from '../../functions/ports.ts'
import { type AppendLogEntry, readLog, sequenceAppends } from '../../functions/store/append-log.ts'
import { openService } from '../kit/compose.ts'
import { need } from '../kit/reports.ts'
import { ADMIN, openClient, testPorts } from '../kit/service.ts'

const OLD = { players: [{ name: 'Ada Old' }, { name: 'Bea Stays' }, { name: 'Cid Goes' }], city: 'Oldtown' }
const NEW = { players: [{ name: 'Bea Stays', rating: 2100 }, { name: 'Dan New' }], city: 'Newtown' }
const LIST = 'entries#T'
const WRITES = ['put', 'putAll', 'putIfNewer', 'putIfAbsent', 'delete'] as const

/** The ports of a process that dies before its write number `cut`; how many it made. */
function dying(ports: Ports, cut: number): { ports: Ports; writes: () => number } {
  let writes = 0
  const guarded = <T extends object>(documents: T): T =>
    new Proxy(documents, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver) as unknown
        if (!WRITES.some((each) => each === name) || typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          if (writes >= cut) throw new Error('the power went')
          writes++
          return method.apply(target, args) as unknown
        }
      },
    })
  return {
    ports: { ...ports, persons: guarded(ports.persons), registry: guarded(ports.registry) },
    writes: () => writes,
  }
}

async function lastLogged(ports: Ports): Promise<AppendLogEntry | undefined> {
  await sequenceAppends(ports)
  const versions: AppendLogEntry[] = []
  for await (const { entries } of readLog(ports))
    versions.push(...entries.filter(({ stream }) => stream === LIST))
  return versions.at(-1)
}

async function faultOf(ports: Ports): Promise<string | null> {
  const logged = await lastLogged(ports)
  return logged === undefined ? null : entryListFault((await personalDocumentsOf(ports, LIST)).kept, logged)
}

/** Faults that are found where one document after the other is altered on the disk. */
async function alterations(ports: Ports): Promise<(string | null)[]> {
  const documents = (await personalDocumentsOf(ports, LIST)).kept
  const found: (string | null)[] = []
  for (const { sk, value } of documents.filter(({ sk }) => sk === 'heading' || sk.startsWith('player#'))) {
    await ports.persons.put(LIST, sk, { ...value, name: 'Eve Forged' })
    found.push(await faultOf(ports))
    await ports.persons.put(LIST, sk, value)
  }
  await ports.persons.put(LIST, 'player#forged', { name: 'Eve Forged', salt: '00' })
  found.push(await faultOf(ports))
  await ports.persons.delete(LIST, 'player#forged')
  return found
}

let ports: Ports
beforeEach(async () => {
  ports = testPorts()
  need(await createTournament(openService(ports), ADMIN, { name: 'Open' }, 'T'))
})

const enter = async (own: Ports, list: typeof OLD | typeof NEW) =>
  replaceEntries(openService(own), ADMIN, 'T', list)

/** Breaks the writing off before each of its writes; how many there are. */
async function brokenOffAnywhere(write: (own: Ports) => Promise<unknown>, prepare: () => Promise<unknown>) {
  for (let cut = 0; ; cut++) {
    await prepare()
    const { ports: own, writes } = dying(ports, cut)
    const ended = await write(own).then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/power/)
        return false
      },
    )
    const where = `cut before write ${cut + 1}`
    expect(await faultOf(ports), where).toBeNull()
    // As a host does when it starts.
    await queueUnloggedLists(ports)
    expect(await faultOf(ports), where).toBeNull()
    expect(
      (await alterations(ports)).filter((fault) => !/is not that/.test(fault ?? '')),
      where,
    ).toEqual([])
    if (ended) return writes()
  }
}

test('an entering that breaks off before any of its writes is not called an alteration, and an alteration is', async () => {
  const writes = await brokenOffAnywhere(
    (own) => enter(own, NEW),
    async () => need(await enter(ports, OLD)),
  )
  expect(writes).toBeGreaterThan(10)
  expect((await readEntries(ports, 'T')).players.map(({ name }) => name).sort()).toEqual([
    'Bea Stays',
    'Dan New',
  ])
})

test('what another host sends of a list that is here may break off as well', async () => {
  const source = testPorts()
  need(await createTournament(openService(source), ADMIN, { name: 'Open' }, 'T'))
  let sent: PersonalDocuments = { kept: [], keys: [] }
  const writes = await brokenOffAnywhere(
    (own) => acceptPersonalDocuments(openService(own), ADMIN, LIST, sent),
    async () => {
      need(await enter(ports, OLD))
      need(await enter(source, NEW))
      sent = await personalDocumentsOf(source, LIST)
    },
  )
  expect(writes).toBeGreaterThan(5)
})

test('of two who enter a list at once one may break off while the other ends', async () => {
  need(await enter(ports, OLD))
  for (let cut = 1; cut < 14; cut++) {
    const { ports: own } = dying(ports, cut)
    await Promise.all([enter(own, NEW).catch(() => null), enter(ports, OLD)])
    expect(await faultOf(ports), `cut before write ${cut + 1}`).toBeNull()
  }
})

test('once an entering has ended nothing of the list before it holds any more', async () => {
  need(await enter(ports, OLD))
  const before = (await personalDocumentsOf(ports, LIST)).kept.find(({ sk }) => sk === 'heading')!
  need(await enter(ports, NEW))
  expect(await faultOf(ports)).toBeNull()
  await ports.persons.put(LIST, 'heading', before.value)
  expect(await faultOf(ports)).toMatch(/^its heading is not that/)
})

test('the digests of an entering that broke off cannot be put in place of others', async () => {
  need(await enter(ports, OLD))
  await enter(dying(ports, 8).ports, NEW).catch(() => null)
  const documents = (await personalDocumentsOf(ports, LIST)).kept
  const { sk, value } = documents.find((document) => document.sk.startsWith('entering#'))!
  await ports.persons.put(LIST, sk, { ...value, heading: '0'.repeat(64) })
  expect(await faultOf(ports)).toMatch(/not those of the log/)
  await ports.persons.delete(LIST, sk)
  expect(await faultOf(ports)).toMatch(/are gone/)
})

test('a list has as many players as its digests have room for, and is refused beyond, not broken off', async () => {
  let ids = 0
  // As long as the ids of a host.
  const client = await openClient(testPorts({ ids: { next: () => String(++ids).padStart(26, '0') } }))
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const enter = (count: number) => {
    const players = Array.from({ length: count }, (_, k) => ({
      name: `Surname ${k}`,
      fideId: 10_000_000 + k,
    }))
    return client.ask('POST', '/tournaments/T/entries', { token, body: { players } })
  }
  expect((await enter(3000)).json).toEqual({ players: 3000 })
  // Entered again while the digests of the list before are there.
  expect((await enter(3000)).json).toEqual({ players: 3000 })
  expect(await enter(3001)).toMatchObject({
    status: 422,
    text: expect.stringContaining('at most 3000 players'),
  })
  expect(client.faults).toEqual([])
})
