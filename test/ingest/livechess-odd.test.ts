import { expect, test } from 'vitest'
import { readLiveChessMessage } from '../../functions/ingest/livechess/messages.ts'
import { openLiveChessTable } from '../../functions/ingest/livechess/table.ts'
import { openVenue, type Reported, SERIAL, session } from './livechess-venue.ts'

const [whole, ...others] = session as [Reported, ...Reported[]]
const END = 10_000

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
/** The placement at the start, and after 1 e4 e5 2 Nf3. */
const placed = (plies: 0 | 3): string =>
  plies === 0 ? (START.split(' ')[0] as string) : 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R'

/** Plays messages of a LiveChess that deviates from its format, and returns what the record has at the end. */
async function played(
  messages: readonly Reported[],
  clock: 'straight' | 'turned' = 'straight',
  game: object = {},
) {
  const venue = await openVenue(whole.time, game)
  await venue.follow(clock)
  for (const { time, change } of messages) {
    venue.pass(time)
    venue.server.tell(SERIAL, change, time)
    await venue.settled()
  }
  await venue.kill()
  venue.pass((messages.at(-1) as Reported).time + END)
  const { events, state } = await venue.record()
  await venue.server.close()
  const presses = events.filter(({ type }) => type === 'clock-pressed').map(({ by }) => by)
  const readings = events.filter(({ type }) => type === 'clock-read')
  return { events, presses, readings, moves: state.moves.map(({ san }) => san), notes: venue.notes }
}

const without = (...names: string[]): Reported[] =>
  others.map(({ time, change }) => ({
    time,
    change: Object.fromEntries(Object.entries(change).filter(([name]) => !names.includes(name))),
  }))

test('a LiveChess that sends no line of moves has its lever checked by what stands on the board', async () => {
  const { presses, moves, notes } = await played(without('start', 'san', 'match'))
  expect([presses, moves]).toEqual([['white'], ['e4', 'c5']])
  expect(notes.at(-1)).toContain("the lever agrees with the board: black is on move and black's clock runs")
})

test('so it is where its line is that of another game, as it is in Chess960', async () => {
  const other = others.map(({ time, change }) => ({
    time,
    change: { ...change, ...(change['san'] !== undefined && { san: ['d4', 'd5'], match: false }) },
  }))
  expect((await played(other)).presses).toEqual(['white'])
})

test('a line sent before the connection broke says nothing of the side to move after it', async () => {
  const reported: string[] = []
  const table = openLiveChessTable({
    device: 'd',
    clockOrientation: 'straight',
    boardFen: START.split(' ')[0] as string,
    fen: START,
    clocks: null,
    fromDevice: false,
    stopped: false,
    note: (line) => reported.push(line),
  })
  const after = (board: string, time: number) => ({ serialnr: SERIAL, board, clock: clock(null, time) })
  const clock = (run: boolean | null, time: number) => ({ white: 600, black: 600, run, time })
  table.receive({ ...after(placed(0), 1000), start: START, san: [], match: true }, 1000, 0)
  table.reopened(null)
  table.receive(after(placed(3), 9000), 9000, 0)
  expect(table.receive({ serialnr: SERIAL, clock: clock(false, 9500) }, 9500, 0)).toEqual([])
  expect(reported).toEqual([])
})

test('a clock the other way round is recognised by the board alone', async () => {
  const pressed = (others.at(-1) as Reported).time + 2000
  const second = { time: pressed, change: { clock: { white: 5428, black: 5423, run: true, time: pressed } } }
  const reported = [...without('start', 'san', 'match'), second]
  const { presses, readings, moves, notes } = await played(reported, 'turned')
  expect([presses, readings, moves]).toEqual([[], [], ['e4', 'c5']])
  expect(notes.join('\n')).toContain('write straight in the column clock')
})

const turnedRound = (placement: unknown): string => [...String(placement)].reverse().join('')

test('a board with White on the other side is turned round, also once LiveChess turns it itself', async () => {
  const rotated = others.map(({ time, change }) => ({
    time,
    change: { ...change, ...(change['board'] !== undefined && { board: turnedRound(change['board']) }) },
  }))
  const early = { time: whole.time + 1000, change: { board: turnedRound(whole.change['board']) } }
  const venue = await played([{ ...early, change: { ...early.change, flipped: true } }, ...rotated])
  expect([venue.moves, venue.presses]).toEqual([['e4', 'c5'], ['white']])
  expect(venue.notes.join('\n')).toContain('stands with White on the other side')
  const [first, second, ...rest] = rotated as [Reported, Reported, ...Reported[]]
  const upright = others.slice(2) as Reported[]
  const flipped = upright.map(({ time, change }, index) => ({
    time,
    change: index === 0 ? { ...change, board: others[1]?.change['board'], flipped: false } : change,
  }))
  expect(rest).toHaveLength(flipped.length)
  const again = await played([
    { ...early, change: { ...early.change, flipped: true } },
    first,
    second,
    ...flipped,
  ])
  expect(again.moves).toEqual(['e4', 'c5'])
})

test('an instant that cannot be is not believed: the line goes on', async () => {
  const odd = [1e20, -1e20, 0, 8.64e15].flatMap((time) => [
    { white: 5428, black: 5400, run: false, time },
    { white: 5428, black: 5000, run: false, time },
  ])
  const last = (others.at(-1) as Reported).time
  const clocks = odd.map((clock, index) => ({ time: last + 1000 * (index + 1), change: { clock } }))
  const { events, moves, notes } = await played([...others, ...clocks])
  expect(moves).toEqual(['e4', 'c5'])
  const latest = last + 1000 * clocks.length
  expect(events.every(({ at }) => Date.parse(at) >= 0 && Date.parse(at) <= latest + END)).toBe(true)
  expect(notes.filter((note) => note.includes('refused'))).toEqual([])
  const venue = await openVenue(whole.time)
  await venue.follow()
  for (const [index, time] of [1e20, -1e20, whole.time + 3_600_000].entries()) {
    const at = whole.time + 2000 * (index + 1)
    venue.pass(at)
    const board = (others[index] as Reported).change['board'] ?? whole.change['board']
    venue.server.tell(SERIAL, { board }, time)
    await venue.settled()
  }
  await venue.kill()
  const record = await venue.record()
  expect(record.events.filter(({ type }) => type.startsWith('piece')).length).toBeGreaterThan(1)
  for (const { at } of record.events) expect(Date.parse(at)).toBeLessThanOrEqual(whole.time + 6000)
  await venue.server.close()
})

test('a reading in parts of seconds is one in milliseconds', async () => {
  const parts = others.map(({ time, change }) => {
    const clock = change['clock'] as object | undefined
    return { time, change: { ...change, ...(clock && { clock: { ...clock, white: 5428.0004 } }) } }
  })
  const { readings, notes } = await played(parts)
  expect(readings.map(({ data }) => data)).toEqual([{ white: 5_428_000, black: 5_400_000, running: 'black' }])
  expect(notes.join('\n')).not.toContain('refused')
})

test('one odd board in the list hides no other, one odd field of a message none of the others', () => {
  const param = [
    { serialnr: '50123', state: 'ACTIVE', battery: 87, clock: { white: null } },
    null,
    { serialnr: 3000147740, state: 5 },
    { state: 'ACTIVE' },
  ]
  expect(readLiveChessMessage(JSON.stringify({ response: 'call', id: 1, param, time: 'now' }))).toMatchObject(
    {
      time: null,
      boards: [
        { serialnr: '50123', state: 'ACTIVE' },
        { serialnr: '3000147740', state: null },
      ],
    },
  )
  const change = { serialnr: 50123, board: '8/8/8/8/8/8/8/8', clock: { white: null }, san: 'e4', match: 1 }
  expect(
    readLiveChessMessage(JSON.stringify({ response: 'feed', id: 1, param: change, time: 5 })),
  ).toMatchObject({
    kind: 'feed',
    change: { serialnr: '50123', board: '8/8/8/8/8/8/8/8', clock: null, san: null, match: null },
  })
})
