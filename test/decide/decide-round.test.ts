import { expect, test } from 'vitest'
import {
  decideRoundChange,
  decideSeats,
  type RoundDraft,
  refuseForeignIds,
  refuseForeignSeats,
  refuseLeaving,
  repeatedIdFaults,
  roundGameDefaults,
} from '../../domain/decide/decide-round.ts'
import { roundEvent } from '../../domain/decide/envelope.ts'
import { applyRoundEvent, boardsOf, emptyRound, type RoundState } from '../../domain/state/round.ts'
import { parseRoundReport } from '../../events/index.ts'
import { START } from '../kit/service.ts'

const ID = { tournament: 'T', round: '1' }
const INSTANT = new Date(START).toISOString()
const ENVELOPE = { ...ID, receivedAt: INSTANT, recordedAt: INSTANT, principal: 'p' }

/** The round with these drafts recorded. */
function recorded(round: RoundState, drafts: readonly RoundDraft[]): RoundState {
  for (const draft of drafts) {
    const seq = round.events.length + 1
    const report = parseRoundReport({ id: `e${seq}`, at: INSTANT, by: 'arbiter', ...draft })
    if (!report.ok) throw new Error(report.errors[0]?.detail)
    applyRoundEvent(round, roundEvent(report.value, seq, ENVELOPE))
  }
  return round
}

function seated(round: RoundState, games: Parameters<typeof decideSeats>[2]) {
  const decided = decideSeats(round, ID, games)
  if (!decided.ok) throw new Error(decided.error.message)
  return decided.value
}

test('a round is opened with its first games, and those without a board get the lowest that are free', () => {
  const { drafts, boards } = seated(emptyRound(), [{ id: 'a' }, { id: 'b', board: 1 }, { id: 'c' }])
  expect(drafts[0]).toEqual({ type: 'round-opened', data: ID })
  expect([...boards].sort()).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 3],
  ])
  const round = recorded(emptyRound(), drafts)
  expect(seated(round, [{ id: 'a' }, { id: 'b' }]).drafts).toEqual([])
})

test('a game whose board nobody named makes room for one that asks for it', () => {
  const round = recorded(emptyRound(), seated(emptyRound(), [{ id: 'a' }]).drafts)
  const { drafts, boards } = seated(round, [{ id: 'b', board: 1 }])
  expect(boardsOf(recorded(round, drafts))).toEqual([
    { board: 1, game: 'b' },
    { board: 2, game: 'a' },
  ])
  expect(boards.get('a')).toBe(2)
  expect(decideSeats(round, ID, [{ id: 'c', board: 1 }])).toMatchObject({
    ok: false,
    error: { code: 'invalid', errors: [{ index: 0, pointer: '/board' }] },
  })
})

test('of a change only what is not so yet is recorded', () => {
  const round = recorded(emptyRound(), seated(emptyRound(), [{ id: 'a' }, { id: 'b' }]).drafts)
  const boards = [
    { board: 1, game: 'b' },
    { board: 2, game: 'a' },
  ]
  const change = { boards, published: true, closed: true, start: INSTANT } as const
  const decided = decideRoundChange(round, ID, change)
  expect(decided.ok && decided.value.map(({ type }) => type)).toEqual([
    'details-corrected',
    'board-assigned',
    'board-assigned',
    'round-published',
    'round-closed',
  ])
  const { start: _, ...again } = change
  if (decided.ok)
    expect(decideRoundChange(recorded(round, decided.value), ID, again)).toEqual({ ok: true, value: [] })
})

test('a game is not left without a board, nor given two', () => {
  const round = recorded(emptyRound(), seated(emptyRound(), [{ id: 'a' }, { id: 'b' }]).drafts)
  const pointers = (boards: { board: number; game: string }[]) => {
    const decided = decideRoundChange(round, ID, { boards })
    return decided.ok ? [] : decided.error.errors?.map(({ pointer }) => pointer)
  }
  expect(pointers([{ board: 1, game: 'b' }])).toEqual(['/boards/0/board'])
  expect(
    pointers([
      { board: 3, game: 'a' },
      { board: 4, game: 'a' },
    ]),
  ).toEqual(['/boards/1/game'])
})

test('where a game belongs is shown to those only who may read there', () => {
  const elsewhere = { id: 'x', belonging: { tournament: 'Other', round: '7' } }
  const reported = (mayRead: boolean) => {
    const decided = refuseForeignIds(ID, [{ id: 'new', belonging: null }, elsewhere], () => mayRead)
    return decided.ok ? null : decided.error
  }
  expect(reported(true)).toMatchObject({ code: 'id-reused', errors: [{ index: 1, pointer: '/id' }] })
  expect(reported(true)?.message).toContain('in round 7 of tournament Other')
  expect(reported(false)?.message).not.toContain('Other')
  expect(refuseForeignIds(ID, [{ id: 'own', belonging: ID }], () => true).ok).toBe(true)
  expect(refuseForeignSeats(ID, [{ id: 'own', belonging: ID }, elsewhere])).toMatchObject({
    ok: false,
    error: { code: 'invalid', errors: [{ pointer: '/boards/1/game' }] },
  })
})

test('an id is given to one game, and the defaults of the round come before those of the tournament', () => {
  expect(repeatedIdFaults([{ id: 'a' }, { id: 'b' }, { id: 'a' }]).map(({ index }) => index)).toEqual([2])
  const round = recorded(emptyRound(), [
    { type: 'round-opened', data: { ...ID, defaults: { play: 'blitz' } } },
  ])
  const tournament = { name: 'Open', defaults: { play: 'rapid', edition: '2023-01-01' } } as const
  expect(roundGameDefaults(tournament, round)).toEqual({
    event: 'Open',
    play: 'blitz',
    edition: '2023-01-01',
  })
})

test('a pair that has not begun is taken out of its round once, and its board is free', () => {
  const round = recorded(emptyRound(), seated(emptyRound(), [{ id: 'a' }, { id: 'b' }]).drafts)
  const change = { removed: ['a', 'a'], reason: 'entered twice' }
  const decided = decideRoundChange(round, ID, change)
  expect(decided).toEqual({
    ok: true,
    value: [{ type: 'board-vacated', data: { game: 'a', reason: 'entered twice' } }],
  })
  if (decided.ok) recorded(round, decided.value)
  expect(boardsOf(round)).toEqual([{ board: 2, game: 'b' }])
  expect(decideRoundChange(round, ID, change)).toEqual({ ok: true, value: [] })
  expect(seated(round, [{ id: 'c' }]).boards.get('c')).toBe(1)
  expect(decideRoundChange(round, ID, { removed: ['b'], boards: [{ board: 3, game: 'b' }] })).toMatchObject({
    ok: false,
    error: { code: 'invalid', errors: [{ pointer: '/removed/0' }] },
  })
})

test('a game that has begun, or of another round, is not taken out', () => {
  const belonging = { tournament: 'T', round: '1' }
  expect(refuseLeaving(ID, [{ id: 'a', belonging, hasBegun: false }])).toEqual({ ok: true, value: null })
  expect(
    refuseLeaving(ID, [
      { id: 'a', belonging, hasBegun: true },
      { id: 'b', belonging: { tournament: 'T', round: '2' }, hasBegun: false },
    ]),
  ).toMatchObject({ ok: false, error: { errors: [{ pointer: '/removed/0' }, { pointer: '/removed/1' }] } })
})
