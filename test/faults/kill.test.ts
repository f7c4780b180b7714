/** The host is killed in the middle of appends, again and again: what it answered is there, once, without a gap. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { client } from '../e2e/kit.ts'
import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { numbers } from '../kit/games.ts'
import { runHere } from '../kit/run-here.ts'
import { trials } from '../kit/trials.ts'

/** `npm run faults:kill` asks for a hundred. */
const KILLS = Number(process.env.TOUCHMOVE_KILLS ?? trials(2, 50))
const GAMES = 6

const folder = temporaryFolder()
afterAll(() => {
  folder.remove()
  removeBundle()
})

const OPENED = { white: { name: 'A' }, black: { name: 'B' }, edition: '2018-01-01', play: 'standard' }

/** What one reporter knows: which of its reports were answered, and which one is under way. */
interface Reporter {
  readonly game: string
  readonly answered: Map<string, number>
  next: number
}

const idOf = (n: number): string => `r${n}`

/** Sends report after report; the one whose answer was lost comes again. Ends when the host is gone. */
async function reportOn(host: Serving, reporter: Reporter): Promise<void> {
  const { game, answered } = reporter
  const operator = client(host, 'operator')
  for (;;) {
    const id = idOf(reporter.next)
    const event = {
      id,
      type: 'clocks-stopped',
      at: '2026-03-14T14:00:00.000Z',
      by: 'arbiter',
      data: { reason: `report ${id}` },
    }
    let answer: { results: { id: string; seq: number }[] }
    try {
      answer = await operator.post(`/games/${game}/events`, { events: [event] })
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
    answered.set(id, answer.results[0]!.seq)
    reporter.next++
  }
}

async function checkRecord(host: Serving, { game, answered, next }: Reporter): Promise<void> {
  const { events } = (await client(host, 'reader').get(`/games/${game}/events`)) as {
    events: { id: string; seq: number }[]
  }
  expect(
    events.map(({ seq }) => seq),
    `${game}: seqs without a gap`,
  ).toEqual(events.map((_, index) => index + 1))
  const seqs = new Map(events.map(({ id, seq }) => [id, seq]))
  expect(seqs.size, `${game}: no id stands twice`).toBe(events.length)
  for (const [id, seq] of answered) expect(seqs.get(id), `${game}: ${id} was answered`).toBe(seq)
  // Besides what was answered there is at most the one report whose answer was lost.
  const unanswered = events.filter(({ id }) => id !== 'game-opened' && !answered.has(id)).map(({ id }) => id)
  expect([[], [idOf(next)]]).toContainEqual(unanswered)
}

test('killed again and again in the middle of appends, the host loses nothing it answered', {
  timeout: 300_000 + KILLS * 10_000,
}, async () => {
  const pick = numbers(7)
  const reporters = Array.from(
    { length: GAMES },
    (_, n): Reporter => ({ game: `g${n}`, answered: new Map(), next: 1 }),
  )
  const countAnswered = () => reporters.reduce((sum, reporter) => sum + reporter.answered.size, 0)
  let host = await serve(folder.path)
  for (const { game } of reporters) await client(host, 'operator').post('/games', { id: game, ...OPENED })

  for (let kill = 0; kill < KILLS; kill++) {
    const wanted = countAnswered() + 2 * GAMES
    const reporting = reporters.map((reporter) => reportOn(host, reporter))
    // A busy machine takes longer to come into the middle of the work.
    while (countAnswered() < wanted) await sleep(5)
    await sleep(pick(400))
    await host.kill()
    await Promise.all(reporting)
    host = await serve(folder.path)
    for (const reporter of reporters) await checkRecord(host, reporter)
  }

  expect(await host.stop()).toBe(0)
  const verified = await runHere(['verify', '--all', '--data', folder.path])
  expect(verified.stdout.match(/^ok game#g\d+: /gm)).toHaveLength(GAMES)
  expect(countAnswered(), 'the kills came in the middle of work').toBeGreaterThan(KILLS * GAMES)
})
