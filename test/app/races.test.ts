import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../domain/game/index.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { verifyStream } from '../../functions/integrity/verify-stream.ts'
import { arbitraryReport } from '../kit/arbitraries.ts'
import { openService, type Service } from '../kit/compose.ts'
import { seeded } from '../kit/faulty-client.ts'
import { append, move, need, openedGame, press, report, unreliableLog } from '../kit/reports.ts'
import { ADMIN, GAME, START, TIMED, testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const warmState = async (service: Service) => {
  const { state } = await service.games.load('game#g1', true)
  return state.folded.fold.state
}

test('processes that race each other over a bad line store every request once, in one order, and all fold the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ process: fc.nat(2), events: fc.integer({ min: 1, max: 3 }), again: fc.boolean() }),
        { minLength: 3, maxLength: 8 },
      ),
      fc.nat(),
      async (requests, seed) => {
        const calm = testPorts()
        const faults = { chance: seeded(seed), lostRequests: 0.15, lostAnswers: 0.15 }
        await openedGame(openService(calm), TIMED)
        const services = [0, 1, 2].map(() => openService({ ...calm, log: unreliableLog(calm.log, faults) }))
        const sent = requests.flatMap((request, k) => {
          const batch = Array.from({ length: request.events }, (_, e) =>
            report(`r${k}-${e}`, 'piece-touched', 'white', { squares: ['e2'] }, k),
          )
          const one = { batch, service: services[request.process]! }
          return request.again ? [one, { ...one, service: services[(request.process + 1) % 3]! }] : [one]
        })
        const answers = await Promise.all(
          sent.map(async ({ batch, service }) => {
            for (;;) {
              try {
                const outcome = await append(service, batch)
                if (outcome.ok) return { batch, answer: outcome.value }
                if (outcome.error.code !== 'unavailable') throw new Error(outcome.error.message)
              } catch (error) {
                if ((error as Error).name !== 'StoreUnavailable') throw error
              }
            }
          }),
        )
        const events = await gameEvents(openService(calm), 'g1')
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, k) => k + 1))
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
        expect(events).toHaveLength(1 + requests.reduce((sum, request) => sum + request.events, 0))
        for (const { batch, answer } of answers) {
          const seqs = answer.results.map(({ seq }) => seq)
          expect(seqs.map((seq) => events[seq - 1]?.id)).toEqual(batch.map(({ id }) => id))
          expect(seqs.every((seq, k) => seq === seqs[0]! + k)).toBe(true)
        }
        expect((await verifyStream(calm, 'game#g1')).fault).toBeNull()
        const folded = JSON.stringify(fold(events))
        for (const service of services) {
          expect(JSON.stringify(await settled(() => warmState(service)))).toBe(folded)
        }
      },
    ),
    { numRuns: trials(40) },
  )
})

/** Repeats the task until the store can be reached. */
async function settled<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if ((error as Error).name !== 'StoreUnavailable') throw error
    }
  }
}

test('whatever the vocabulary allows is stored, answered and folded the same warm and cold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryReport(), { minLength: 1, maxLength: 20 }), async (reports) => {
      const ports = testPorts()
      const service = openService(ports)
      await openedGame(service)
      const fresh = reports
        .filter((each) => each.type !== 'game-opened' && each.type !== 'report-corrected' && !namesSeq(each))
        .map((each, k) => ({ ...each, id: `e${k}`, at: new Date(START + k * 1000).toISOString() }))
      for (const each of fresh) need(await append(service, [each], { principal: ADMIN }))
      const [events, warm] = [await gameEvents(openService(ports), 'g1'), await warmState(service)]
      expect(events.slice(1).map(({ id, type, at, by, data }) => ({ id, type, at, by, data }))).toEqual(
        JSON.parse(JSON.stringify(fresh)),
      )
      expect(JSON.stringify(warm)).toBe(JSON.stringify(fold(events)))
    }),
    { numRuns: trials(30) },
  )
})

/** A seq that the record has not reached is refused (append-reports.test.ts). */
const namesSeq = ({ data }: { data: object }): boolean => 'seq' in data || 'claim' in data

test('the hot path costs one put and no query', async () => {
  const ports = testPorts()
  const calls: string[] = []
  const log = {
    ...ports.log,
    append(commit: Parameters<typeof ports.log.append>[0]) {
      calls.push('append')
      return ports.log.append(commit)
    },
    load(stream: string, afterN: number) {
      calls.push('load')
      return ports.log.load(stream, afterN)
    },
  }
  const service = openService({ ...ports, log })
  await openedGame(service, GAME)
  calls.length = 0
  need(await append(service, [move('m1', 'white', 'e2', 'e4'), press('p1', 'white')]))
  need(await append(service, [move('m2', 'black', 'e7', 'e5'), press('p2', 'black')]))
  expect(calls).toEqual(['append', 'append'])
})

test('two readers that catch up at the same time take each commit once', async () => {
  const ports = testPorts()
  const [one, other] = [openService(ports), openService(ports)]
  await openedGame(one)
  need(await append(other, [move('m1', 'white', 'e2', 'e4')]))
  await Promise.all([warmState(one), warmState(one), warmState(one)])
  const { state } = await one.games.load('game#g1', false)
  expect([state.seq, state.reporters.length, state.folded.fold.state.log.length]).toEqual([2, 2, 2])
})

test('a game that was let go of is folded again from the record', async () => {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service)
  need(await append(service, [move('m1', 'white', 'e2', 'e4')]))
  const before = JSON.stringify(await warmState(service))
  service.games.forget('game#g1')
  expect(JSON.stringify(await warmState(service))).toBe(before)
})

test('a slow reading that began before a write does not hide it afterwards, though nobody else writes', async () => {
  const calm = testPorts({ singleWriter: true })
  await openedGame(openService(calm))
  let hold: Promise<void> | null = null
  const load: typeof calm.log.load = async (stream, after) => {
    const commits = await calm.log.load(stream, after)
    const held = hold
    hold = null
    await held
    return commits
  }
  const service = openService({ ...calm, log: { ...calm.log, load } })
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const slow = service.games.load('game#g1', false)
  need(await append(service, [move('m1', 'white', 'e2', 'e4')]))
  release()
  await slow
  expect((await service.games.load('game#g1', false)).state.seq).toBe(2)
})
