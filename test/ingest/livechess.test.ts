import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { StoredEvent } from '../../events/index.ts'
import { readBoardMap } from '../../functions/ingest/livechess/board-map.ts'
import { followLiveChess } from '../../functions/ingest/livechess/follow.ts'
import { openLever } from '../../functions/ingest/livechess/lever.ts'
import { type LiveChessStandIn, openStandIn } from '../kit/stand-in-livechess.ts'
import { openVenue, type Reported, SERIAL, session, type Venue } from './livechess-venue.ts'

/** What happened, without ids; a reading that says a piece still stands where it stood is no news. */
function acts(events: readonly StoredEvent[]): string[] {
  const board = new Map<string, string>()
  return events.flatMap(({ type, by, at, data }) => {
    if (type === 'piece-placed') {
      const { square, piece } = data as { square: string; piece: string }
      if (board.get(square) === piece) return []
      board.set(square, piece)
    }
    if (type === 'piece-lifted') board.delete((data as { square: string }).square)
    return [`${at} ${type} ${by} ${JSON.stringify(data)}`]
  })
}

const END = 10_000

/** Plays the session; `lost` happens to the line before each message of that number. */
async function play(lost: (venue: Venue, tell: () => void, number: number) => Promise<void>) {
  const [whole, ...others] = session as [Reported, ...Reported[]]
  const venue = await openVenue(whole.time)
  await venue.follow()
  for (const [index, { time, change }] of others.entries()) {
    venue.pass(time)
    await lost(venue, () => venue.server.tell(SERIAL, change, time), index)
    await venue.settled()
  }
  await venue.kill()
  venue.pass((others.at(-1) as Reported).time + END)
  const record = await venue.record()
  await venue.server.close()
  return { ...record, notes: venue.notes }
}

const unbroken = () =>
  play(async (_, tell) => {
    tell()
  })

test('the sample session is read: a move, its press, a reply taken back and another one', async () => {
  const { events, state, notes } = await unbroken()
  expect(state.moves.map(({ san }) => san)).toEqual(['e4', 'c5'])
  expect(state.clocks?.running).toBe('black')
  expect(
    events.filter(({ by }) => by === 'white' || by === 'clock').map(({ type, data }) => [type, data]),
  ).toEqual([
    ['clock-pressed', {}],
    ['clock-read', { white: 5_428_000, black: 5_400_000, running: 'black' }],
  ])
  expect(notes).toEqual([
    'board 50123: ACTIVE, game board-1',
    "board 50123: the lever agrees with the board: black is on move and black's clock runs",
  ])
})

const isOfLine = (act: string) => act.includes(' move-made board ')

test("what LiveChess's own line says is reported as the word of another reader, and the squares still make the moves", async () => {
  const { events, state } = await unbroken()
  expect(
    acts(events)
      .filter(isOfLine)
      .map((act) => act.replace(/^.* board /, '')),
  ).toEqual(['{"from":"e7","to":"e5"}', '{"from":"c7","to":"c5"}'])
  expect(state.moves.map(({ san, sensed }) => [san, sensed !== undefined])).toEqual([
    ['e4', true],
    ['c5', true],
  ])
})

/** The words of LiveChess's own line are left out: a line that is received anew does not say when its moves were made. */
const comparable = ({ events, state }: Awaited<ReturnType<typeof play>>) => ({
  acts: acts(events).filter((act) => !isOfLine(act)),
  fen: state.fen,
  board: state.boardFen,
  moves: state.moves.map(({ san, at, clock }) => ({ san, at, clock })),
  clocks: state.clocks,
})

test('killed and started again at every message of the session, the record is the same', async () => {
  const expected = comparable(await unbroken())
  for (let cut = 0; cut < session.length - 1; cut++) {
    const broken = await play(async (venue, tell, number) => {
      if (number !== cut) return tell()
      await venue.kill()
      tell()
      await venue.follow()
    })
    expect(comparable(broken), `killed before message ${cut + 2}`).toEqual(expected)
  }
})

test('a line cut at every message of the session loses nothing and doubles nothing', async () => {
  const expected = comparable(await unbroken())
  for (let cut = 0; cut < session.length - 1; cut++) {
    const broken = await play(async (venue, tell, number) => {
      if (number !== cut) return tell()
      venue.server.cut()
      tell()
      await venue.again()
    })
    expect(comparable(broken), `cut before message ${cut + 2}`).toEqual(expected)
  }
})

test('a clock that stands the other way round is not believed, and its owner is told', async () => {
  const [whole, ...others] = session as [Reported, ...Reported[]]
  const venue = await openVenue(whole.time)
  await venue.follow('turned')
  for (const { time, change } of others) {
    venue.pass(time)
    venue.server.tell(SERIAL, change, time)
    await venue.settled()
  }
  const pressed = (others.at(-1) as Reported).time + 2000
  venue.pass(pressed)
  venue.server.tell(SERIAL, { clock: { white: 5428, black: 5423, run: true, time: pressed } }, pressed)
  await venue.settled()
  await venue.kill()
  const { events, state } = await venue.record()
  expect(events.filter(({ type }) => type.startsWith('clock'))).toEqual([])
  expect(state.moves.map(({ san }) => san)).toContain('e4')
  expect(venue.notes.join('\n')).toContain(
    'if it stands the other way round, write straight in the column clock',
  )
  await venue.server.close()
})

test('a clock that was stopped while nobody followed is reported by the next follower', async () => {
  const [whole, ...others] = session as [Reported, ...Reported[]]
  const venue = await openVenue(whole.time)
  await venue.follow()
  for (const { time, change } of others) {
    venue.pass(time)
    venue.server.tell(SERIAL, change, time)
    await venue.settled()
  }
  await venue.kill()
  expect((await venue.record()).state.clocks?.running).toBe('black')
  const stopped = (others.at(-1) as Reported).time + 20_000
  venue.server.change(SERIAL, { clock: { white: 5428, black: 5390, run: null, time: stopped } })
  venue.pass(stopped + 40_000)
  await venue.follow()
  await venue.kill()
  const { events, state } = await venue.record()
  expect(events.at(-1)).toMatchObject({
    type: 'clock-read',
    at: new Date(stopped).toISOString(),
    data: { white: 5_428_000, black: 5_390_000, running: null },
  })
  expect(state.clocks).toMatchObject({ white: 5_428_000, black: 5_390_000, running: null })
  await venue.server.close()
})

/** The sample session, played on a venue that its caller goes on with. */
async function played(): Promise<{ venue: Venue; end: number }> {
  const [whole, ...others] = session as [Reported, ...Reported[]]
  const venue = await openVenue(whole.time)
  await venue.follow()
  for (const { time, change } of others) {
    venue.pass(time)
    venue.server.tell(SERIAL, change, time)
    await venue.settled()
  }
  return { venue, end: (others.at(-1) as Reported).time }
}

/** The clock as LiveChess sends it at this instant. */
async function tellClock(venue: Venue, black: number, run: boolean | null, time: number): Promise<void> {
  venue.pass(time)
  venue.server.tell(SERIAL, { clock: { white: 5428, black, run, time } }, time)
  await venue.settled()
}

const clocksOf = (events: readonly StoredEvent[]) =>
  events.flatMap(({ type, by, at, data }) => (type.startsWith('clocks-') ? [[type, by, at, data]] : []))

test('a clock that stands still for a second was stopped, also for a follower that is started again, and runs again', async () => {
  const { venue, end } = await played()
  const stop = end + 20_000
  await tellClock(venue, 5390, null, stop)
  expect(clocksOf((await venue.record()).events)).toEqual([])
  venue.pass(stop + 1000)
  await expect.poll(async () => (await venue.record()).state.status).toBe('stopped')
  await venue.kill()
  venue.pass(stop + 5000)
  await venue.follow()
  // The arbiter turned the lever while the clocks stood still: nobody has pressed.
  await tellClock(venue, 5390, true, stop + 9000)
  await venue.kill()
  const { events, state } = await venue.record()
  expect(clocksOf(events)).toEqual([
    ['clocks-stopped', 'clock', new Date(stop).toISOString(), {}],
    ['clocks-started', 'clock', new Date(stop + 9000).toISOString(), { side: 'white' }],
  ])
  expect(events.filter(({ type }) => type === 'clock-pressed').map(({ by }) => by)).toEqual(['white'])
  expect([state.status, state.clocks?.running]).toEqual(['running', 'white'])
  await venue.server.close()
})

test('a clock that shows no side running for less than a second was not stopped: the lever was on its way', async () => {
  const { venue, end } = await played()
  await tellClock(venue, 5390, null, end + 20_000)
  await tellClock(venue, 5390, true, end + 20_600)
  venue.pass(end + 25_000)
  await venue.kill()
  const { events, state } = await venue.record()
  expect(clocksOf(events)).toEqual([])
  expect(events.filter(({ type }) => type === 'clock-pressed').map(({ by }) => by)).toEqual([
    'white',
    'black',
  ])
  expect([state.status, state.clocks?.running]).toEqual(['running', 'white'])
  await venue.server.close()
})

test('kings put in the centre after the clocks were stopped offer a result', async () => {
  const { venue, end } = await played()
  const stop = end + 20_000
  await tellClock(venue, 5390, null, stop)
  venue.pass(stop + 1000)
  await expect.poll(async () => (await venue.record()).state.status).toBe('stopped')
  const { boardFen } = (await venue.record()).state
  const board = boardFen.replace(/^rnbqkbnr/, 'rnbq1bnr').replace(/RNBQKBNR$/, 'RNBQ1BNR')
  const rows = board.split('/')
  // White's king on e5 and Black's on d4, whatever else stands there.
  const put = (row: number, file: number, letter: string) => {
    const letters = [...(rows[row] as string)].flatMap((each) =>
      /\d/.test(each) ? Array<string>(Number(each)).fill('1') : [each],
    )
    letters[file] = letter
    rows[row] = letters.join('')
  }
  put(3, 4, 'K')
  put(4, 3, 'k')
  venue.pass(stop + 9000)
  venue.server.tell(SERIAL, { board: rows.join('/'), match: false }, stop + 9000)
  await venue.settled()
  await venue.kill()
  venue.pass(stop + 12_000)
  expect((await venue.record()).state.question?.results).toEqual(['0-1', '1-0', '1/2-1/2'])
  await venue.server.close()
})

test('a follower that is started again within a second of an edge reads the move once, and its press', async () => {
  const expected = comparable(await unbroken())
  for (const away of [1, 150, 400, 900]) {
    const broken = await play(async (venue, tell) => {
      tell()
      await venue.settled()
      await venue.kill()
      venue.pass(venue.now() + away)
      await venue.follow()
    })
    expect(comparable(broken), `${away} ms after each message`).toEqual(expected)
  }
})

test('a clock that stands still the other way round than the record knows it is not believed', () => {
  const known = { white: 300_000, black: 600_000, running: 'white', at: 0 } as const
  const read = (white: number, black: number) =>
    lever(known)
      .receive(clock(white, black, null, 1000), null, 1000)
      .map(({ data }) => data)
  expect(read(310, 600)).toEqual([{ white: 310_000, black: 600_000, running: null }])
  expect(read(600, 310)).toEqual([])
})

test('a record that does not answer gets everything once it does', async () => {
  const [whole, ...others] = session as [Reported, ...Reported[]]
  const venue = await openVenue(whole.time)
  await venue.follow()
  const { append } = venue.client.whole.ports.log
  let failures = 3
  Object.assign(venue.client.whole.ports.log, {
    append: async (...given: Parameters<typeof append>) => {
      if (failures-- > 0) throw new Error('the disk is away')
      return append(...given)
    },
  })
  for (const { time, change } of others) {
    venue.pass(time)
    venue.server.tell(SERIAL, change, time)
    await venue.settled()
  }
  await venue.kill()
  venue.pass((others.at(-1) as Reported).time + END)
  expect((await venue.record()).state.moves.map(({ san }) => san)).toEqual(['e4', 'c5'])
  expect(failures).toBeLessThan(0)
  await venue.server.close()
})

const KNOWN = { white: 600_000, black: 600_000, running: 'white', at: 0 } as const
const lever = (known: Parameters<typeof openLever>[0]['known'] = KNOWN) =>
  openLever({ device: 'd', orientation: 'straight', known, fromDevice: true, note: () => {} })
const clock = (white: number, black: number, run: boolean | null, time: number) => ({
  white,
  black,
  run,
  time,
})

test('readings come at presses, at stops, where they differ, and otherwise once a minute', () => {
  const reported = lever()
  const hear = (white: number, black: number, run: boolean | null, at: number) =>
    reported.receive(clock(white, black, run, at), null, at).map(({ type }) => type)
  expect(hear(599, 600, true, 1000)).toEqual([])
  expect(hear(570, 600, true, 30_000)).toEqual([])
  expect(hear(540, 600, true, 60_000)).toEqual(['clock-read'])
  expect(hear(530, 600, true, 61_000)).toEqual(['clock-read'])
  expect(hear(529, 600, false, 62_000)).toEqual(['clock-pressed', 'clock-read'])
  expect(hear(529, 600, null, 63_000)).toEqual(['clock-read'])
  expect(hear(529, 600, null, 163_000)).toEqual([])
  expect(hear(529, 600, false, 164_000)).toEqual(['clock-read'])
})

test('a venue that starts its clocks without a word to the record is seen: the first reading says that White runs', () => {
  const lever = openLever({ device: 'd', orientation: 'straight', known: null, note: () => {} })
  const stood = { white: 5430, black: 5430, run: null, time: 0 }
  expect(lever.receive(stood, 'white', 0)).toEqual([])
  expect(lever.receive({ ...stood, run: true, time: 1000 }, 'white', 1000)).toMatchObject([
    { type: 'clock-read', data: { white: 5_430_000, black: 5_430_000, running: 'white' } },
  ])
})

test('a press that comes before its move is reported once the board has its move', () => {
  const reported = openLever({ device: 'd', orientation: 'straight', known: KNOWN, note: () => {} })
  expect(reported.receive(clock(599, 600, false, 1000), null, 1000)).toEqual([])
  expect(reported.confirmTurn('black', 1500).map(({ type, by }) => [type, by])).toEqual([
    ['clock-pressed', 'white'],
    ['clock-read', 'clock'],
  ])
})

test('a zero is a fallen flag only once the clock has shown it for a second', () => {
  const reported = lever({ ...KNOWN, white: 3000 })
  reported.receive(clock(1, 600, true, 2000), null, 2000)
  expect(reported.receive(clock(0, 600, true, 3000), null, 3000)).toMatchObject([
    { data: { white: 0, flag: null } },
  ])
  expect(reported.dueReports(3500)).toEqual([])
  expect(reported.dueReports(4000)).toMatchObject([{ data: { white: 0, running: 'white' } }])
  expect(reported.dueReports(9000)).toEqual([])
})

test('a table of boards is read, and its mistakes are reported by their lines', () => {
  expect(readBoardMap('serial;board;clock\n50123;1;\n50124;2;turned\n')).toEqual({
    boards: [
      { line: 2, serial: '50123', board: 1, clock: 'straight' },
      { line: 3, serial: '50124', board: 2, clock: 'turned' },
    ],
    faults: [],
  })
  const wrong = readBoardMap('serial,game,board,clock\n50123,a,1,\n5 0,b,,left\n50123,b,,\n,,0,\n')
  expect(wrong.faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: a game or a board of the round is due, one of them',
    '3: the serial number "5 0" is none; it stands on the board and in LiveChess, such as 50123',
    '3: the clock stands "left"; it is straight, or turned where LiveChess has White and Black the other way round',
    '4: serial 50123 is on line 2 too',
    '4: game b is on line 3 too',
    '5: the serial number "" is none; it stands on the board and in LiveChess, such as 50123',
    '5: the board "0" is not valid: it is a number from 1',
  ])
})

test('a server that is not there, and a board that it does not know, are reported', async () => {
  const venue = await openVenue(session[0]?.time ?? 0)
  const stranger: LiveChessStandIn = await openStandIn([], () => session[0]?.time ?? 0)
  const stop = new AbortController()
  const notes: string[] = []
  let pauses = 0
  const done = followLiveChess({
    url: stranger.url,
    seats: [{ serial: SERIAL, game: 'board-1', clock: 'straight' }],
    client: venue.client,
    now: () => session[0]?.time ?? 0,
    note: (line) => notes.push(line),
    pause: async () => {
      if (++pauses > 2) stop.abort()
    },
    signal: stop.signal,
  })
  while (!notes.some((line) => line.includes('unknown board'))) await wait(1)
  await stranger.close()
  await done
  expect(notes.join('\n')).toContain('LiveChess does not know it, game board-1')
  expect(notes.join('\n')).toContain('ECONNREFUSED')
  await venue.server.close()
})
