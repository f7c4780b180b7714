import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

interface Case {
  id: string
  open?: object
  events?: { play?: string; type: string; by: string; data?: object }[]
}

const cases: Case[] = readFileSync(new URL('../cases/handed.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const games = cases.filter((each) => each.open !== undefined)

test('every game of the case files opens', () => {
  expect(games.length).toBeGreaterThan(250)
  for (const { id, open } of games) {
    const data = {
      edition: '2018-01-01',
      play: 'standard',
      white: { name: 'White' },
      black: { name: 'Black' },
      ...open,
    }
    expect(faults(parseReport(report('game-opened', 'operator', data))), id).toEqual([])
  }
})

test('every event of the case files is parsed', () => {
  const reported = games.flatMap(({ id, events = [] }) =>
    events
      .filter(({ play }) => play === undefined)
      .flatMap(({ type, by, data }) =>
        faults(parseReport(report(type, by, data))).map((fault) => `${id} ${type} ${fault}`),
      ),
  )
  expect(reported).toEqual([])
})
