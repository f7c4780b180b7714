import { expect, test } from 'vitest'
import { changeRound } from '../../functions/app/rounds.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { verifyStream } from '../../functions/integrity/verify-stream.ts'
import { canonicalJson } from '../../functions/store/canonical.ts'
import type { StoredCommit } from '../../functions/store/commit.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { openService } from '../kit/compose.ts'
import { append, move, need, openedGame, report } from '../kit/reports.ts'
import { ARBITER, START, type TestPorts, testPorts } from '../kit/service.ts'

/** Four commits: opening, start, a move, a claim with a note. */
async function recorded(): Promise<TestPorts> {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service)
  need(await append(service, [report('s', 'session-started', 'arbiter')], { principal: ARBITER }))
  need(await append(service, [move('m1', 'white', 'e2', 'e4')]))
  need(await append(service, [report('c', 'claim-made', 'black', { about: 'other', note: 'it is cold' })]))
  return ports
}

/** The same record after somebody changed the table by hand. */
async function tampered(change: (commits: StoredCommit[]) => StoredCommit[]): Promise<TestPorts> {
  const ports = await recorded()
  return {
    ...ports,
    log: { ...ports.log, load: async () => change([...(await ports.log.load('game#g1', 0))]) },
  }
}

type Body = { events: { seq: number; id: string; v: number }[]; prev: string; at: string }

/** Rewrites commit `n` and every link after it, as somebody would who knows how the chain is made. */
const rewritten = (n: number, edit: (body: Body) => void) => (commits: StoredCommit[]) => {
  let prev: string | null = null
  return commits.map((commit) => {
    if (commit.n < n) return commit
    const body = JSON.parse(commit.body) as Body
    if (prev !== null) body.prev = prev
    if (commit.n === n) edit(body)
    const text = canonicalJson(body)
    if (!text.ok) throw new Error(text.error.message)
    prev = sha256OfText(text.value)
    return { n: commit.n, body: text.value, hash: prev }
  })
}

const faultOf = async (ports: TestPorts) => {
  const { fault, head, events, reading } = await verifyStream(ports, 'game#g1')
  return { kind: fault?.kind, n: fault?.n, held: head.n, events, read: reading !== null }
}

test('an untouched record holds to its head, and says what it folds to', async () => {
  const ports = await recorded()
  const [, , , last] = await ports.log.load('game#g1', 0)
  const verification = await verifyStream(ports, 'game#g1')
  expect(verification).toMatchObject({ head: { n: 4, hash: last?.hash }, events: 4, fault: null, erased: 0 })
  expect(verification.reading?.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(await verifyStream(ports, 'game#none')).toMatchObject({ head: { n: 0 }, fault: null })
})

test('a round’s stream is verified alike; it has no reading by the Laws', async () => {
  const ports = testPorts()
  need(await createTournament(ports, ARBITER, { name: 'Open' }, 'T'))
  need(
    await changeRound(
      openService(ports),
      ARBITER,
      { tournament: 'T', round: '1' },
      { published: true },
      START,
    ),
  )
  expect(await verifyStream(ports, 'round#T/1')).toMatchObject({
    head: { n: 1 },
    events: 2,
    fault: null,
    reading: null,
  })
})

test('a changed byte, a missing commit, a swapped one: the first broken link is named', async () => {
  const changed = await tampered((commits) =>
    commits.map((each) => (each.n === 3 ? { ...each, body: each.body.replace('"e4"', '"e3"') } : each)),
  )
  expect(await faultOf(changed)).toEqual({ kind: 'altered', n: 3, held: 2, events: 2, read: false })
  expect(await faultOf(await tampered((commits) => commits.filter(({ n }) => n !== 2)))).toMatchObject({
    kind: 'removed',
    n: 2,
    held: 1,
  })
  const swapped = await tampered(([a, b, c, d]) => [a!, { ...c!, n: 2 }, { ...b!, n: 3 }, d!])
  expect(await faultOf(swapped)).toMatchObject({ kind: 'reordered', n: 2 })
  expect(
    await faultOf(
      await tampered((commits) => commits.map((each) => (each.n === 2 ? { ...each, body: '{' } : each))),
    ),
  ).toMatchObject({
    kind: 'altered',
    n: 2,
  })
})

test('a record written anew with all its links is caught by its order, its ids and its times', async () => {
  const cases: [string, (body: Body) => void][] = [
    ['wrong-seq', ({ events }) => Object.assign(events[0]!, { seq: 9 })],
    ['repeated-id', ({ events }) => Object.assign(events[0]!, { id: 's' })],
    ['unreadable', ({ events }) => Object.assign(events[0]!, { v: 99 })],
    ['back-in-time', (body) => Object.assign(body, { at: '2020-01-01T00:00:00.000Z' })],
  ]
  for (const [kind, edit] of cases)
    expect(await faultOf(await tampered(rewritten(3, edit)))).toMatchObject({
      kind,
      n: 3,
      held: 2,
      read: false,
    })
})

test('words that were exchanged are caught by their digest; words that were erased leave the record whole', async () => {
  const ports = await recorded()
  const texts: { pk: string; sk: string; value: unknown }[] = []
  for await (const each of ports.persons.query('game#g1', 'text#')) texts.push(each)
  const [text] = texts
  await ports.persons.put('game#g1', text!.sk, { ...(text!.value as object), words: 'it is hot' })
  expect(await faultOf(ports)).toEqual({ kind: 'altered-text', n: 4, held: 3, events: 3, read: false })
  await ports.persons.delete('game#g1', text!.sk)
  expect(await verifyStream(ports, 'game#g1')).toMatchObject({ fault: null, head: { n: 4 }, erased: 1 })
})

test('a record that is damaged is not read on: no state is made of half of it', async () => {
  const ports = await tampered((commits) => commits.filter(({ n }) => n !== 2))
  await expect(openService(ports).games.load('game#g1', false)).rejects.toThrow(
    /commit 2 of game#g1: it is missing/,
  )
})
