import { expect, test } from 'vitest'
import { parseReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const refusal = (type: string, by: string, data?: unknown, envelope?: Record<string, unknown>) =>
  faults(parseReport(report(type, by, data, envelope)))

const game = { white: { name: 'A' }, black: { name: 'B' }, edition: '2018-01-01', play: 'standard' }
const opened = (more: object) => refusal('game-opened', 'operator', { ...game, ...more })

test('a square that no board has is named with what was found and what would be right', () => {
  expect(refusal('piece-lifted', 'board', { square: 'e9' })).toEqual([
    '/data/square data.square is "e9"; it takes a square, a1 … h8',
  ])
})

test('every wrong element of a list is pointed at by its index', () => {
  expect(refusal('piece-touched', 'white', { squares: ['a1', 'i1', 7] })).toEqual([
    '/data/squares/1 data.squares[1] is "i1"; it takes a square, a1 … h8',
    '/data/squares/2 data.squares[2] is 7; it takes a square, a1 … h8',
  ])
})

test('a missing field is called missing', () => {
  expect(refusal('move-made', 'white', { from: 'e2' })).toEqual([
    '/data/to data.to is missing; it takes a square, a1 … h8',
  ])
})

test('an unknown field names the fields there are and the one that was meant', () => {
  expect(refusal('piece-lifted', 'board', { square: 'e2', sqare: 'e2' })).toEqual([
    '/data/sqare data.sqare is no field; there are square; near: square',
  ])
  expect(refusal('play-resumed', 'arbiter', { note: 'x' })).toEqual([
    '/data/note data.note is no field; there are none here',
  ])
})

test('an unknown type lists the near names', () => {
  expect(refusal('moveMade', 'white')).toEqual([
    '/type type is "moveMade"; it takes a type of the vocabulary; near: move-made',
  ])
  expect(refusal('scoresheet_signed', 'white')[0]).toMatch(/; near: scoresheet-signed$/)
  expect(refusal('clock-stopped', 'white')[0]).toContain('near: clocks-stopped')
  expect(refusal('xyzzyxyzzy', 'white')).toEqual([
    '/type type is "xyzzyxyzzy"; it takes a type of the vocabulary',
  ])
})

test('a field named __proto__ is an unknown field', () => {
  const hostile = JSON.parse('{"from":"e2","to":"e4","__proto__":{"promotion":"Q"}}')
  expect(refusal('move-made', 'white', hostile)[0]).toMatch(/^\/data\/__proto__ data.__proto__ is no field/)
})

test('several faults are reported at once, each on a line of its own', () => {
  const reported = refusal('move-made', 'spectator', { from: 'z1', too: 'e4' }, { id: '', at: 'now' })
  expect(reported.map((line) => line.split(' ')[0])).toEqual([
    '/id',
    '/at',
    '/by',
    '/data/from',
    '/data/to',
    '/data/too',
  ])
  for (const line of reported) expect(line).not.toContain('\n')
})

test('a flood of unknown fields is answered with twenty faults', () => {
  const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i]))
  expect(refusal('resigned', 'white', flood)).toHaveLength(20)
})

test('a flood of wrong values is answered with twenty faults', { timeout: 20_000 }, () => {
  const tags = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`tag${i}`, i]))
  expect(opened({ source: { kind: 'pgn', timeBasis: 'none', tags } })).toHaveLength(20)
})

test('a tag without a proper name is told so', () => {
  expect(opened({ source: { kind: 'pgn', timeBasis: 'none', tags: { '': 'x' } } })).toEqual([
    '/data/source/tags/ data.source.tags[""] has a bad name; a name is a line of 1 to 255 characters',
  ])
})

test('names in pointers are escaped as RFC 6901 asks', () => {
  expect(refusal('play-resumed', 'arbiter', { 'a/b~c': 1, 'd\ne': 2 })).toEqual([
    '/data/a~1b~0c data["a/b~c"] is no field; there are none here',
    '/data/d\ne data["d\\ne"] is no field; there are none here',
  ])
})

test('long and hostile values are cut in the refusal', () => {
  const [reported] = refusal('piece-lifted', 'board', { square: '\n'.repeat(10_000) })
  expect(reported!.length).toBeLessThan(200)
  expect(reported).not.toContain('\n')
})
