import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type TrfVersion, writeTrf } from '../../domain/formats/write-trf.ts'
import { trfFaults, trfPlayers } from './format-rules.ts'
import { ENTRIES, HEADING, ROUNDS } from './harbour.ts'
import { openTable } from './kit.ts'

/** Lines without what stands for nothing: blanks at the end, and the sample's own comment. */
const lines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('###'))

for (const version of ['16', '26'] satisfies TrfVersion[]) {
  test(`the sample tournament, played through the record, gives the sample report of TRF${version} line by line`, () => {
    const text = writeTrf(HEADING, ROUNDS, version, { entries: ENTRIES })
    expect(trfFaults(text)).toEqual([])
    const sample = readFileSync(new URL(`samples/trf/harbour-city.trf${version}`, import.meta.url), 'utf8')
    expect(lines(text)).toEqual(lines(sample))
    expect(text.endsWith('\r\n')).toBe(true)
  })
}

test('a game that is not ended, or adjourned, has its opponents and no points: ? in TRF26, blank in TRF16', () => {
  const table = openTable()
  table.moves('e4 e5')
  const rounds = [{ id: '1', number: 1, games: [{ game: 'G', board: 1, state: table.state }] }]
  for (const [version, code] of [
    ['16', ''],
    ['26', '?'],
  ] as const) {
    const text = writeTrf({ name: 'Club' }, rounds, version)
    expect(trfFaults(text)).toEqual([])
    expect(trfPlayers(text).map((player) => player.rounds[0]?.code)).toEqual([code, code])
  }
})

test('a round that is opened and not paired yet is still to come: its byes are in 240, and XXR has it', () => {
  const paired = ROUNDS.slice(0, 3)
  const opened = [...paired, { id: '4', number: 4, games: [] }]
  const write = (rounds: typeof ROUNDS, version: TrfVersion, planned: number) =>
    writeTrf({ ...HEADING, rounds: planned }, rounds, version, { entries: ENTRIES })
  expect(write(opened, '26', 5)).toContain('240 H 004 0002')
  expect(lines(write(opened, '26', 5))).toEqual(lines(write(paired, '26', 5)))
  expect(write(opened, '16', 4)).toContain('XXR 4')
})

test('without an entry list players are ranked by rating, and what nobody knows stays blank', () => {
  const [anna, boris] = trfPlayers(writeTrf({ name: 'Club' }, ROUNDS_OF_CLUB(), '16'))
  expect(anna).toMatchObject({ rank: 1, name: 'Anna', rating: '2101', title: 'WFM', id: '1001', sex: '' })
  expect(boris).toMatchObject({ rank: 2, name: 'Boris', rating: '', birth: '', points: 1 })
})

const ROUNDS_OF_CLUB = () => {
  const table = openTable()
  table.moves('f3 e5 g4 Qh4')
  return [{ id: '1', number: 1, games: [{ game: 'G', board: 1, state: table.state }] }]
}

test('a player known by an id in one round is the same where only the name is given', () => {
  const [first, second] = [openTable(), openTable({ white: { name: 'anna ' } })]
  const round = (number: number, table: typeof first) => ({
    ...{ id: `${number}`, number },
    games: [{ game: `G${number}`, board: 1, state: table.state }],
  })
  expect(trfPlayers(writeTrf({ name: 'Club' }, [round(1, first), round(2, second)], '16'))).toHaveLength(2)
})

test('columns are counted in characters, also beyond the basic plane, and a long name is cut', () => {
  const name = `𝔘nicode, ${'Š'.repeat(40)}`
  const table = openTable({ white: { name, rating: 1800 } })
  const text = writeTrf(
    { name: 'Club' },
    [{ id: '1', number: 1, games: [{ game: 'G', board: 1, state: table.state }] }],
    '16',
  )
  const [player] = trfPlayers(text)
  expect(player).toMatchObject({ rating: '1800' })
  expect([...player!.name]).toHaveLength(33)
})

test('a second game of a player in a round is reported in a comment of TRF26, and never makes a wrong cell', () => {
  const [one, two] = [openTable(), openTable()]
  one.tell('result-set', 'arbiter', { white: '½', black: '½', reason: 'sheet' })
  two.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'tie-break' })
  const games = [one, two].map(({ state }, k) => ({ game: `G${k + 1}`, board: k + 1, state }))
  const text = writeTrf({ name: 'Club' }, [{ id: '1', number: 1, games }], '26')
  expect(text).toContain('### round 1: game G2')
  expect(trfFaults(text)).toEqual([])
})

test('a result that was entered without moves was played and is rated; a game that was followed and ended before both moved is not', () => {
  const entered = openTable()
  entered.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'result slip' })
  const drawn = openTable()
  drawn.tell('result-set', 'arbiter', { white: '½', black: '½', reason: 'result slip' })
  const resigned = openTable()
  resigned.tell('resigned', 'black')
  const once = openTable()
  once.moves('e4')
  once.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'taken ill' })
  const forfeit = openTable()
  forfeit.tell('result-set', 'arbiter', { white: '+', black: '-', reason: 'not there' })
  const codes = [entered, drawn, resigned, once, forfeit].map(({ state }) => {
    const rounds = [{ id: '1', number: 1, games: [{ game: 'G', board: 1, state }] }]
    return trfPlayers(writeTrf({ name: 'Club' }, rounds, '16')).map(({ rounds: [cell] }) => cell?.code)
  })
  expect(codes).toEqual([
    ['1', '0'],
    ['=', '='],
    ['W', 'L'],
    ['W', 'L'],
    ['+', '-'],
  ])
})
