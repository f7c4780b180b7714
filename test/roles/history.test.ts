/** Who decides: every role in every state and history of a game that matters, as docs/roles.md has it. */
import { expect, test } from 'vitest'
import type { EventType } from '../../events/index.ts'
import { appendReports } from '../../functions/app/append-reports.ts'
import type { TokenRole } from '../../functions/auth/roles.ts'
import { openService, type Service } from '../kit/compose.ts'
import { need, openedGame, report } from '../kit/reports.ts'
import { principal, START, TIMED, testPorts } from '../kit/service.ts'

const ROLES = ['operator', 'arbiter', 'admin'] as const

interface Table {
  readonly service: Service
  /** Reports one event with a token of a role; returns the seq of what was recorded, or why it was not. */
  tell(who: string, role: TokenRole, type: EventType, by: string, data?: object): Promise<number | string>
}

async function table(data: object = TIMED): Promise<Table> {
  const service = openService(testPorts())
  await openedGame(service, data)
  let ids = 0
  const tell: Table['tell'] = async (who, role, type, by, data = {}) => {
    const events = [report(`e${++ids}`, type, by as 'arbiter', data)]
    const reporter = principal(role, '*', who)
    const outcome = await appendReports(service, {
      game: 'g1',
      principal: reporter,
      receivedAt: START,
      events,
    })
    return outcome.ok ? outcome.value.results[0]!.seq : outcome.error.code
  }
  return { service, tell }
}

const corrected = (seqs: unknown[], replacement?: object[]) => ({
  seqs,
  reason: 'misread',
  ...(replacement !== undefined && { replacement }),
})

const TOUCH = { type: 'piece-touched', by: 'white', data: { squares: ['h1'] } }

/** What was done about a report before somebody corrects it; `true`: an arbiter has ruled on it. */
const HISTORIES = {
  'as reported': () => Promise.resolve(false),
  'corrected by its reporter': async ({ tell }: Table, who: string, seq: unknown) => {
    await tell(who, 'operator', 'report-corrected', 'operator', corrected([seq], [TOUCH]))
    return false
  },
  'corrected by an arbiter': async ({ tell }: Table, _: string, seq: unknown) => {
    await tell('chief', 'arbiter', 'report-corrected', 'arbiter', corrected([seq], [TOUCH]))
    return true
  },
  'taken back by an arbiter in an operator’s name': async ({ tell }: Table, _: string, seq: unknown) => {
    await tell('chief', 'arbiter', 'report-corrected', 'operator', corrected([seq]))
    return true
  },
  'corrected by its reporter, which an arbiter took back': async (
    { tell }: Table,
    who: string,
    seq: unknown,
  ) => {
    const own = await tell(who, 'operator', 'report-corrected', 'operator', corrected([seq]))
    await tell('chief', 'arbiter', 'report-corrected', 'arbiter', corrected([own]))
    return true
  },
}

test.each(Object.keys(HISTORIES) as (keyof typeof HISTORIES)[])(
  'a report %s is corrected by its reporter unless an arbiter has ruled on it, and by arbiters always',
  async (history) => {
    for (const phase of ['before', 'during', 'after'])
      for (const reporter of ['me', 'another'])
        for (const role of ROLES) {
          const game = await table()
          if (phase !== 'before') await game.tell('chief', 'arbiter', 'session-started', 'arbiter')
          const seq = await game.tell(reporter, 'operator', 'piece-touched', 'white', { squares: ['g1'] })
          const isRuled = await HISTORIES[history](game, reporter, seq)
          if (phase === 'after') await game.tell('me', 'operator', 'resigned', 'white')
          const allowed = role !== 'operator' || (reporter === 'me' && !isRuled)
          const reported = await game.tell(
            'me',
            role,
            'report-corrected',
            'operator',
            corrected([seq], [TOUCH]),
          )
          const what = `${role}, ${phase} the game, of a report of ${reporter}`
          if (allowed) expect(reported, what).toBeTypeOf('number')
          else expect(reported, what).toBe('not-allowed')
        }
  },
)

test('an operator may correct their own correction until an arbiter rules on it', async () => {
  const { tell } = await table()
  const seq = await tell('me', 'operator', 'piece-touched', 'white', { squares: ['g1'] })
  const first = await tell('me', 'operator', 'report-corrected', 'operator', corrected([seq]))
  const second = await tell('me', 'operator', 'report-corrected', 'operator', corrected([first]))
  expect(await tell('me', 'operator', 'report-corrected', 'operator', corrected([second]))).toBeTypeOf(
    'number',
  )
  await tell('chief', 'arbiter', 'report-corrected', 'arbiter', corrected([second]))
  for (const each of [seq, first, second])
    expect(await tell('me', 'operator', 'report-corrected', 'operator', corrected([each]))).toBe(
      'not-allowed',
    )
})

/** How a game got its result; `true`: the arbiter's or the Laws'. */
const RESULTS = {
  nothing: () => Promise.resolve(false),
  'an operator': async ({ tell }: Table) => {
    await tell('me', 'operator', 'result-set', 'operator', { white: '1', black: '0', reason: 'file' })
    return false
  },
  'the arbiter': async ({ tell }: Table) => {
    await tell('chief', 'arbiter', 'result-set', 'arbiter', { white: '1', black: '0', reason: 'ruled' })
    return true
  },
  'the Laws': async ({ tell }: Table) => {
    await tell('me', 'operator', 'resigned', 'black')
    return true
  },
  'an operator and then the arbiter': async ({ tell }: Table) => {
    await tell('me', 'operator', 'result-set', 'operator', { white: '1', black: '0', reason: 'file' })
    await tell('chief', 'arbiter', 'result-set', 'arbiter', { white: '½', black: '½', reason: 'ruled' })
    return true
  },
}

test.each(Object.keys(RESULTS) as (keyof typeof RESULTS)[])(
  'a result given by %s is replaced by whom it may be',
  async (given) => {
    for (const role of ROLES) {
      const game = await table()
      await game.tell('chief', 'arbiter', 'session-started', 'arbiter')
      const isAuthoritative = await RESULTS[given](game)
      const reported = await game.tell('me', role, 'result-set', 'operator', {
        white: '0',
        black: '1',
        reason: 'x',
      })
      if (role === 'operator' && isAuthoritative) expect(reported, role).toBe('not-allowed')
      else expect(reported, role).toBeTypeOf('number')
    }
  },
)

test('after the end what changes the result is the arbiter’s, by whatever correction; what does not is not', async () => {
  for (const role of ROLES) {
    const game = await table()
    await game.tell('chief', 'arbiter', 'session-started', 'arbiter')
    const touched = await game.tell('me', 'operator', 'piece-touched', 'white', { squares: ['g1'] })
    const end = await game.tell('me', 'operator', 'resigned', 'white')
    const others = { type: 'resigned', by: 'black', data: {} }
    const same = { type: 'resigned', by: 'white', data: {} }
    const correct = (seq: unknown, replacement?: object[]) =>
      game.tell('me', role, 'report-corrected', 'operator', corrected([seq], replacement))
    expect(await correct(end, [same]), role).toBeTypeOf('number')
    for (const change of [() => correct(touched, [others]), () => correct(end, [others]), () => correct(end)])
      if (role === 'operator') expect(await change()).toBe('not-allowed')
      else expect(await change(), role).toBeTypeOf('number')
  }
})

/** Of each field that settles how a game is judged, another value. */
const SETTING: Readonly<Record<string, unknown>> = {
  start: { chess960: 12 },
  edition: '2023-01-01',
  play: 'rapid',
  supervision: 'limited',
  timeControl: { periods: [{ time: 60_000 }] },
  regulations: { scoring: { win: 3, draw: 1, loss: 0, forfeitWin: 3, forfeitLoss: 0 } },
}

test.each([...Object.entries(SETTING), ['event', 'Another open']] as [string, unknown][])(
  'once play has begun %s is corrected by whom it may be, and no correction is undone otherwise',
  async (field, value) => {
    const fields = { fields: { [field]: value }, reason: 'entered wrongly' }
    for (const begun of [false, true])
      for (const role of ROLES) {
        const what = `${role}, ${begun}`
        const allowed = role !== 'operator' || !begun || field === 'event'
        const reported = async (done: Promise<number | string>) =>
          allowed
            ? expect(await done, what).toBeTypeOf('number')
            : expect(await done, what).toBe('not-allowed')
        const fresh = await table()
        if (begun) await fresh.tell('chief', 'arbiter', 'session-started', 'arbiter')
        await reported(fresh.tell('me', role, 'details-corrected', 'operator', fields))
        const undone = await table()
        const touched = await undone.tell('me', 'operator', 'piece-touched', 'white', { squares: ['g1'] })
        const early = await undone.tell('me', 'operator', 'details-corrected', 'operator', fields)
        if (begun) await undone.tell('chief', 'arbiter', 'session-started', 'arbiter')
        await reported(undone.tell('me', role, 'report-corrected', 'operator', corrected([early])))
        const other = {
          type: 'details-corrected',
          by: 'operator',
          data: { ...fields, fields: { [field]: value } },
        }
        if (!begun) continue
        const through = await table()
        const own = await through.tell('me', 'operator', 'piece-touched', 'white', { squares: ['g1'] })
        await through.tell('chief', 'arbiter', 'session-started', 'arbiter')
        await reported(through.tell('me', role, 'report-corrected', 'operator', corrected([own], [other])))
        expect(touched).toBe(own)
      }
  },
)

test('the same setting sent again changes nothing, and a game taken from a file follows it until its session is started', async () => {
  const data = { ...TIMED, source: { kind: 'pgn', timeBasis: 'derived' } }
  const { tell } = await table(data)
  await tell('me', 'operator', 'move-made', 'white', { from: 'e2', to: 'e4' })
  const rapid = { fields: { play: 'rapid' }, reason: 'the file says so' }
  expect(await tell('me', 'operator', 'details-corrected', 'operator', rapid)).toBeTypeOf('number')
  await tell('chief', 'arbiter', 'session-started', 'arbiter')
  expect(await tell('me', 'operator', 'details-corrected', 'operator', rapid)).toBeTypeOf('number')
  const blitz = { fields: { play: 'blitz' }, reason: 'the file says so' }
  expect(await tell('me', 'operator', 'details-corrected', 'operator', blitz)).toBe('not-allowed')
})

test('reports of one request are weighed in their order', async () => {
  const { service, tell } = await table()
  await tell('chief', 'arbiter', 'session-started', 'arbiter')
  const events = [
    report('end', 'resigned', 'white'),
    report('set', 'result-set', 'operator', { white: '1', black: '0', reason: 'x' }),
  ]
  const send = (role: TokenRole) =>
    appendReports(service, { game: 'g1', principal: principal(role), receivedAt: START, events })
  expect(await send('operator')).toMatchObject({
    error: { code: 'not-allowed', errors: [{ index: 1, pointer: '/type' }] },
  })
  expect(need(await send('arbiter')).results).toHaveLength(2)
})

test('a clock is replaced by the arbiter or an assistant', async () => {
  const { tell } = await table()
  const data = { white: 1000, black: 1000, reason: 'defective' }
  expect(await tell('me', 'operator', 'clock-replaced', 'operator', data)).toBe('not-allowed')
  expect(await tell('me', 'operator', 'clock-replaced', 'assistant', data)).toBeTypeOf('number')
  expect(await tell('chief', 'arbiter', 'clock-replaced', 'arbiter', data)).toBeTypeOf('number')
})
