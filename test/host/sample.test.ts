import { expect, test } from 'vitest'
import { fold, foldToSeq, openFold, pathOf, publicState, step } from '../../domain/game/index.ts'
import type { ReportedEvent } from '../../events/index.ts'
import { PLAYED_MS, sampleGames } from '../../functions/host/simulate/sample/games.ts'
import { loadSample } from '../../functions/host/simulate/sample/load.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { stored } from '../ingest/kit.ts'
import { openClient } from '../kit/service.ts'

const START = Date.UTC(2026, 2, 14, 14)
const games = sampleGames(START)

const state = (board: number) => publicState(fold(stored(games[board - 1]!.reports)))
const rules = (board: number) => state(board).verdicts.map(({ rule, status }) => `${rule} ${status}`)
const seqOf = (board: number, wanted: (report: ReportedEvent) => boolean) =>
  games[board - 1]!.reports.findIndex(wanted) + 1

test('everything in the sample has happened by the time it is loaded', () => {
  for (const { id, reports } of games) {
    const instants = reports.map(({ at }) => Date.parse(at))
    expect(instants, id).toEqual([...instants].sort((a, b) => a - b))
    expect(instants.at(-1), id).toBeLessThan(START + PLAYED_MS)
  }
})

test('the eight boards show what they are there to show', () => {
  expect(games.map(({ board }) => board)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(state(1)).toMatchObject({ status: 'ended', result: { white: '0', black: '1', rule: 'resignation' } })
  expect(state(2)).toMatchObject({ result: { white: '½', black: '½', rule: 'draw-by-agreement' } })
  expect(state(3)).toMatchObject({ status: 'adjourned', result: null })
  expect(rules(4)).toContain('illegal-move-completed applied')
  expect(rules(5)).toContain('draw-claim-incorrect applied')
  expect(state(6)).toMatchObject({ result: { white: '1', black: '0', rule: 'flag-fall-result' } })
  expect(state(7)).toMatchObject({ result: { white: '+', black: '-' } })
  expect(rules(7)).toContain('default-time applied')
  expect(state(8)).toMatchObject({ status: 'running', result: null, clocks: { running: 'white' } })
})

test('only the move that is meant to be illegal is', () => {
  for (const { board, reports } of games) {
    const illegal = new Set<string>()
    const under = openFold()
    for (const event of stored(reports)) {
      step(under, event)
      const last = pathOf(under.state).at(-1)?.move
      if (last && !last.legal) illegal.add(last.san)
    }
    expect([...illegal], `board ${board}`).toEqual(board === 4 ? ['f5xe6'] : [])
  }
})

test('the greeting names the seq at which the illegal move has just been completed', () => {
  const { verdicts } = publicState(foldToSeq(stored(games[3]!.reports), 58))
  expect(verdicts.at(-1)).toMatchObject({ rule: 'illegal-move-completed', status: 'awaits-arbiter' })
})

test('the corrected report changes what the record says from then on', () => {
  const seq = seqOf(8, ({ type }) => type === 'report-corrected')
  const last = (at: number) => publicState(foldToSeq(stored(games[7]!.reports), at)).moves.at(-1)!.san
  expect([last(seq - 1), last(seq)]).toEqual(['Ne2', 'Ne4'])
})

test('loaded again, or after half a load, it is the same round', async () => {
  const inner = await openClient()
  const token = await inner.token('admin')
  let requests = 0
  const client = (most: number): ApiClient => ({
    request: (method, path, { body } = {}) => {
      if (++requests > most) throw new Error('the line is cut')
      return inner.ask(method, path, { token, body })
    },
  })
  inner.ports.clock.set(START + PLAYED_MS)
  await expect(loadSample(client(9), START + PLAYED_MS)).rejects.toThrow('the line is cut')
  inner.ports.clock.pass(86_400_000)
  requests = 0
  await loadSample(client(1000), START + PLAYED_MS + 86_400_000)
  const events = async () => (await inner.ask('GET', '/games/sample-8/events', { token })).json
  const loaded = await events()
  expect(loaded.events[1].at).toBe(games[7]!.reports[1]!.at)
  await loadSample(client(1000), START + 3 * 86_400_000)
  expect(await events()).toEqual(loaded)
})
