import { expect, test } from 'vitest'
import { decideReports, type RoleRights, roleFaults } from '../../domain/decide/decide-reports.ts'
import { decideOpening, decideReopening } from '../../domain/decide/opening.ts'
import { fold } from '../../domain/game/index.ts'
import { parseReports, type ReportedEvent } from '../../events/index.ts'
import { move, report } from '../kit/reports.ts'
import { START, TIMED } from '../kit/service.ts'

const INSTANT = new Date(START).toISOString()
const ENVELOPE = { game: 'g1', receivedAt: INSTANT, recordedAt: INSTANT, principal: 'p' }

const EVERYTHING: RoleRights = {
  isArbiter: true,
  isOwn: () => true,
  refusal: () => null,
  refusalIn: () => null,
}

function reports(...events: object[]): ReportedEvent[] {
  const parsed = parseReports(events, { receivedAt: START })
  if (!parsed.ok) throw new Error(parsed.errors[0]?.detail)
  return parsed.value
}

const indexed = (events: readonly ReportedEvent[]) => events.map((each, index) => ({ report: each, index }))

const opening = (start?: object) =>
  reports(report('o', 'game-opened', 'arbiter', { ...TIMED, ...(start && { start }) }))[0]!

function opened() {
  const decided = decideOpening(0, opening(), ENVELOPE)
  if (!decided.ok) throw new Error(decided.error.code)
  return fold(decided.value)
}

test('reports become events after the last one, with what the service adds', () => {
  const decided = decideReports(
    opened(),
    indexed(reports(report('s', 'session-started', 'arbiter'), move('m', 'white', 'e2', 'e5'))),
    ENVELOPE,
    EVERYTHING,
  )
  expect(decided).toMatchObject({
    ok: true,
    value: [
      { id: 's', type: 'session-started', seq: 2, v: 1, ...ENVELOPE },
      { id: 'm', type: 'move-made', seq: 3, v: 1, data: { from: 'e2', to: 'e5' }, ...ENVELOPE },
    ],
  })
})

test('what has no place in this phase is refused before what refers to nothing', () => {
  const rights = { ...EVERYTHING, refusalIn: (phase: string) => `not ${phase}` }
  const ahead = indexed(reports(report('c', 'claim-decided', 'arbiter', { claim: 40, decision: 'rejected' })))
  expect(decideReports(opened(), ahead, ENVELOPE, rights)).toEqual({
    ok: false,
    error: {
      code: 'not-allowed',
      message: 'not before',
      errors: [{ index: 0, pointer: '/type', detail: 'not before' }],
    },
  })
  expect(decideReports(opened(), ahead, ENVELOPE, EVERYTHING)).toMatchObject({
    ok: false,
    error: { code: 'invalid', errors: [{ index: 0, pointer: '/data/claim' }] },
  })
})

test('a second opening is refused at its index, beside all that is wrong with the others', () => {
  const second = indexed([
    ...reports(report('s', 'session-started', 'arbiter')),
    opening(),
    ...reports(report('c', 'report-corrected', 'arbiter', { seqs: [1, 9], reason: 'both' })),
  ])
  const decided = decideReports(opened(), second, ENVELOPE, EVERYTHING)
  expect(!decided.ok && decided.error.errors?.map(({ index, pointer }) => [index, pointer])).toEqual([
    [1, '/type'],
    [2, '/data/seqs'],
    [2, '/data/seqs/1'],
  ])
})

test('a replacement needs the rights of a report of its own', () => {
  const replacement = [{ type: 'penalty-imposed', by: 'arbiter', data: { on: 'white', penalty: 'warning' } }]
  const [correction] = reports(
    report('c', 'report-corrected', 'operator', { seqs: [2], replacement, reason: 'read wrongly' }),
  )
  const refusal = ({ type }: { type: string }) => (type === 'penalty-imposed' ? 'a ruling' : null)
  expect(roleFaults([correction!], { refusal })).toEqual([
    { index: 0, pointer: '/data/replacement/0/type', detail: 'a ruling' },
  ])
})

test('a game is not opened from a position that nobody can set up', () => {
  const decided = decideOpening(0, opening({ fen: '8/8/8/8/8/8/8/K6k w KQ - 0 1' }), ENVELOPE)
  expect(decided).toMatchObject({
    ok: false,
    error: { code: 'invalid', errors: [{ pointer: '/data/start/fen' }] },
  })
})

test('a game is opened once; the same description is the same game, and another is refused', () => {
  expect(decideOpening(1, opening(), ENVELOPE)).toMatchObject({ ok: false, error: { code: 'id-reused' } })
  const belonging = { tournament: 'T', round: '1' }
  const there = { opening: opened().log[0], belonging, isErased: false }
  const wanted = { game: 'g1', belonging, report: opening(), named: null, saysWhen: true }
  expect(decideReopening(there, wanted)).toEqual({ ok: true, value: null })
  const other = { ...wanted, report: opening({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' }) }
  for (const different of [other, { ...wanted, belonging: { tournament: 'T', round: '2' } }])
    expect(decideReopening(there, different)).toMatchObject({ ok: false, error: { code: 'id-reused' } })
  // What it leaves to defaults is not compared, nor what was erased.
  expect(decideReopening(there, { ...other, named: new Set(['white']) }).ok).toBe(true)
  expect(decideReopening({ ...there, isErased: true }, other).ok).toBe(true)
})
