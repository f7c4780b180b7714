import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseRecordedControl,
  parseTimeControl,
  readFiguresAsMinutes,
  writeTimeControl,
} from '../../domain/clock/index.ts'
import { timeControl } from '../../events/opening.ts'
import { BONUS_MODES, type Period, type TimeControl } from '../../events/vocabulary.ts'
import { trials } from '../kit/trials.ts'

const read = (text: string): TimeControl | null => {
  const result = parseTimeControl(text)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
const canonical = (text: string): string => writeTimeControl(read(text))
const refusal = (text: string): string => {
  const result = parseTimeControl(text)
  if (result.ok) throw new Error(`"${text}" was read as ${JSON.stringify(result.value)}`)
  return `${result.error.code}: ${result.error.message}`
}

test('PGN’s fields are moves, seconds and bonus', () => {
  expect(read('300')).toEqual({ periods: [{ time: 300_000 }] })
  expect(read('4500+60')).toEqual({ periods: [{ time: 4_500_000, bonus: 60_000 }] })
  expect(read('40/7200:3600')).toEqual({ periods: [{ moves: 40, time: 7_200_000 }, { time: 3_600_000 }] })
  expect(read('40/5400+30:20/3600+30:900+30')).toEqual({
    periods: [
      { moves: 40, time: 5_400_000, bonus: 30_000 },
      { moves: 20, time: 3_600_000, bonus: 30_000 },
      { time: 900_000, bonus: 30_000 },
    ],
  })
  expect(read('180+0')).toEqual({ periods: [{ time: 180_000 }] })
})

test('unknown and none give no time control', () => {
  expect(read('?')).toBeNull()
  expect(read(' - ')).toBeNull()
})

test('a move count in the last field is kept: PGN repeats that field', () => {
  expect(read('40/9000')).toEqual({ periods: [{ moves: 40, time: 9_000_000 }] })
  expect(read('1/86400')).toEqual({ periods: [{ moves: 1, time: 86_400_000 }] })
})

test('a last field that repeats is recorded as periods, the last to the end; refused where they end too early', () => {
  const recorded = (text: string, moves?: number) => {
    const control = parseRecordedControl(text, moves)
    return control.ok ? control.value && writeTimeControl(control.value) : control.error
  }
  expect(recorded('40/9000')).toBe(`${'40/9000:'.repeat(9)}9000`)
  expect(recorded('40/7200:20/3600+5')).toBe(`40/7200:${'20/3600+5:'.repeat(8)}3600+5`)
  expect(recorded('1/86400', 10)).toBe(`${'1/86400:'.repeat(9)}86400`)
  expect(recorded('1/86400', 11)).toMatchObject({
    code: 'time-control',
    message: expect.stringContaining('as many periods as a record has end after 10 moves'),
  })
  expect(['40/5400+30:1800+30', '5400+30', '-', '?'].map((text) => recorded(text))).toEqual([
    ...['40/5400+30:1800+30', '5400+30', null, null],
  ])
  expect(recorded('soon')).toMatchObject({ code: 'time-control' })
})

test('bare figures are seconds even where minutes are likely', () => {
  expect(read('90+30')).toEqual({ periods: [{ time: 90_000, bonus: 30_000 }] })
  expect(read('90 + 30')).toEqual(read('90+30'))
})

test('bare figures too short for a game in seconds may be minutes; others, and those with units, may not', () => {
  const inMinutes = (text: string) => {
    const control = readFiguresAsMinutes(text)
    return control === null ? null : writeTimeControl(control)
  }
  expect(['90+30', '90 + 30', '5+3', '60', '120+1'].map(inMinutes)).toEqual([
    ...['5400+30', '5400+30', '300+3', '3600', '7200+1'],
  ])
  expect(inMinutes('40/90+30:30+30')).toBe('40/5400+30:1800+30')
  for (const plain of [
    '5400+30',
    '180+2',
    '40/5400+30:60+30',
    '90\'+30"',
    '90 min',
    '0+3',
    '?',
    '-',
    '',
    '90+',
  ])
    expect([plain, inMinutes(plain)]).toEqual([plain, null])
})

test('a delay or Bronstein’s bonus carries its letter', () => {
  expect(read('5400+5d')).toEqual({ periods: [{ time: 5_400_000, bonus: 5_000, mode: 'delay' }] })
  expect(read('40/5400+5b:900+5B')).toEqual({
    periods: [
      { moves: 40, time: 5_400_000, bonus: 5_000, mode: 'bronstein' },
      { time: 900_000, bonus: 5_000, mode: 'bronstein' },
    ],
  })
})

test('a coded TRF time control is read, and one that differs by side is refused with the way to record it', () => {
  expect(canonical('40/6000+30:900+30')).toBe('40/6000+30:900+30')
  expect(canonical('W300+2-B300+2')).toBe('300+2')
  expect(refusal('W300-B240')).toMatch(/^sides-differ: "W300-B240" .*"300".*clock-set/)
  expect(refusal('W300-B2,40')).toContain('2,40')
})

const SENTENCES: Readonly<Record<string, string>> = {
  // LiveChess and broadcast shorthand
  [`90'+30"`]: '5400+30',
  [`90' + 30"/move`]: '5400+30',
  "90’ + 30''": '5400+30',
  [`60'30"`]: '3600+30',
  "90'+30": '5400+30',
  '15 min/game + 10 sec/move': '900+10',
  '90 min/game + 30 sec/move': '5400+30',
  "90'/40 + 30' + 30''": '40/5400+30:1800+30',
  [`90'/40+30"; 30'+30"`]: '40/5400+30:1800+30',
  [`90'/40 + 30'/end + 30"/move from move 1`]: '40/5400+30:1800+30',
  [`100'/40+50'/20+15'/end with incr. 30"/move, starting from move 1`]: '40/6000+30:20/3000+30:900+30',
  '90 min / 40 moves + 30 min + 30 sec / move': '40/5400+30:1800+30',
  '90min + 30sec / 40move + 30min': '40/5400+30:1800+30',
  '90mins/40moves + 30mins, 30secs increment all moves.': '40/5400+30:1800+30',
  '40 moves / 100 min + 50 min': '40/6000:3000',
  "40/90' 30'": '40/5400:1800',
  // Sentences
  '90 min + 30 sec': '5400+30',
  '90 minutes with 30 second increment from move 1': '5400+30',
  '90 minutes with an increment of 30 seconds': '5400+30',
  '90 minutes, 30-second increment': '5400+30',
  '10 min, no increment': '600',
  '2 hours': '7200',
  '1h30 + 30s': '5400+30',
  '1 hour 30 minutes + 30 seconds': '5400+30',
  '1,5 h': '5400',
  '10 minutes + 1 minute per move': '600+60',
  '90 minutes + 30 seconds added per move': '5400+30',
  '90 min + 30 min after move 40 + 30 sec per move': '40/5400+30:1800+30',
  '100 minutes for the first 40 moves, 50 minutes added after the 40th move, 15 minutes after the 60th move':
    '40/6000:20/3000:900',
  '90 minutes for the first 40 moves followed by 30 minutes for the rest of the game with an addition of 30 seconds per move starting from move one':
    '40/5400+30:1800+30',
  ': 90 minutes for the first 40 moves, followed by 30 minutes for the rest of the gamewith an increment of 30 seconds per move starting from move 1':
    '40/5400+30:1800+30',
  'The time control for each game is 120 minutes for the first 40 moves, followed by 60 minutes for the next 20 moves and then 15 minutes for the rest of the game with an increment of 30 seconds per move starting from move 61.':
    '40/7200:20/3600:900+30',
  // American
  'G/90;+30': '5400+30',
  'G/60 d5': '3600+5d',
  'G25 d5': '1500+5d',
  'Game/20 + 5 seconds per move': '1200+5',
  '40/90, SD/30; d5': '40/5400+5d:1800+5d',
  // Modes in words
  '25 minutes with a delay of 10 seconds': '1500+10d',
  '3 min + 2 sec Bronstein delay': '180+2b',
  // Other languages
  '3 minutos + 2 segundos por jugada': '180+2',
  '110 Minuten plus 30 Sekunden pro Zug': '6600+30',
  '2 Std für 40 Züge + 1 Stunde': '40/7200:3600',
  '12 minut + 3 sekundy na tah': '720+3',
}

for (const [text, pgn] of Object.entries(SENTENCES)) {
  test(`organisers' words: ${text} → ${pgn}`, () => expect(canonical(text)).toBe(pgn))
}

test('an increment from move 61 is none before', () => {
  const read61 = read("120'/40 + 60'/20 + 15' + 30\"/move from move 61")
  expect(read61?.periods.map(({ bonus }) => bonus)).toEqual([undefined, undefined, 30_000])
})

const REFUSED: readonly (readonly [string, string])[] = [
  ['*180', 'sandclock: "*180" is a sandclock'],
  ['30|0', 'time-control: "30|0": "|" is not understood'],
  ['15|10', '"|" is not understood'],
  ['', 'it names no time for the game'],
  ['Rapid', 'it names no time for the game'],
  ['90 foo', '"foo" is not understood'],
  ['5400:60', 'period 1 does not say after how many moves it ends'],
  ['90 min + 30 min', 'period 1 does not say after how many moves it ends'],
  ['40/7200+30+5', 'the part "40/7200+30+5" is no moves/seconds+bonus'],
  ['40/5400:', 'the part "" is no moves/seconds+bonus'],
  ['0/30', 'period 1 has 0 moves, not a number from 1 to 1000'],
  ['0', 'period 1 has no time at all'],
  ['2592001', 'period 1 is longer than 30 days'],
  ['1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1', '11 periods are more than 10'],
  ['10 sec/move', 'it gives a time for each move and none for the game'],
  ['/40 + 90 min', '"/40" is not understood here'],
  ['90 min + 30 sec from move 41', 'its bonus starts at move 41, where no period begins'],
  ['90 min from move 1', '"from" move 1 does not follow a bonus'],
  ['90 min + 30 sec from 41', '"from" is not followed by a move'],
  ['after move 40 30 min', '"after" does not tell which period ends at which move'],
  ['40 moves in', 'it names no time for the game'],
  ['90 min / 40, then 20 moves', 'it does not say the time of 20 moves'],
  ['40.5 moves in 90 min', 'period 1 has 40.5 moves, not a number from 1 to 1000'],
  ['90 min + 30 min after move 40.5', 'period 1 has 40.5 moves'],
  ['90 min with increment', 'it does not say how long the bonus is'],
  ['90 min no 30', '"no" is not understood here'],
  ['one 90 min', '"one" is not understood here'],
  ['10/move', '"10" has no unit'],
  ['8:30 - 14:00', '"-" is not understood'],
  ['9'.repeat(501), `"${'9'.repeat(60)}…": it is longer than 500 characters`],
  [`90 ${'min'.repeat(20)}`, `"${'min'.repeat(20)}" is not understood`],
]

for (const [text, why] of REFUSED) {
  test(`refused with its reason and the right form: ${text.slice(0, 60)}`, () => {
    expect(refusal(text)).toContain(why)
    expect(refusal(text)).toContain('"5400+30"')
  })
}

const millis = fc.integer({ min: 1, max: 30 * 86_400_000 })
const periods = (mode: fc.Arbitrary<Period['mode']>): fc.Arbitrary<TimeControl> =>
  fc
    .array(
      fc.record({
        time: millis,
        moves: fc.integer({ min: 1, max: 1_000 }),
        bonus: millis,
        with: fc.boolean(),
        mode,
      }),
      {
        minLength: 1,
        maxLength: 10,
      },
    )
    .map((all) => ({
      periods: all.map(({ time, moves, bonus, with: has, mode: m }, i) => ({
        ...(i < all.length - 1 ? { moves } : {}),
        time,
        ...(has ? { bonus, ...(m === undefined ? {} : { mode: m }) } : {}),
      })),
    }))

test('what is written is read back, to the millisecond', () => {
  fc.assert(
    fc.property(periods(fc.constant(undefined)), (tc) => {
      expect(read(writeTimeControl(tc))).toEqual(tc)
    }),
    { numRuns: trials(500) },
  )
})

test('every mode survives writing, Fischer’s as the bonus without a mode', () => {
  const plain = (tc: TimeControl): TimeControl => ({
    periods: tc.periods.map(({ mode, ...rest }) =>
      mode === 'fischer' || mode === undefined ? rest : { ...rest, mode },
    ),
  })
  fc.assert(
    fc.property(periods(fc.constantFrom(...BONUS_MODES)), (tc) => {
      expect(read(writeTimeControl(tc))).toEqual(plain(tc))
    }),
    { numRuns: trials(500) },
  )
})

test('no time control is written as a dash', () => {
  expect(writeTimeControl(null)).toBe('-')
})

test('whatever is typed gets an answer, and what is read could open a game once its last move count is left out', () => {
  const piece = fc.constantFrom(
    ...`90 40 1 30 0 ' " / + : ; , . - | * W B d min sec h moves move per after from game G/ SD rest first one no increment delay with of then`.split(
      ' ',
    ),
    ' ',
  )
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(piece, { maxLength: 14 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const result = parseTimeControl(typed)
      if (!result.ok) expect(result.error.message.length).toBeGreaterThan(20)
      if (!result.ok || result.value === null) return
      const all = result.value.periods.map(({ moves, ...rest }, i, list) =>
        i === list.length - 1 || moves === undefined ? rest : { ...rest, moves },
      )
      expect(timeControl.safeParse({ periods: all }).success).toBe(true)
      expect(read(writeTimeControl(result.value))).toEqual(result.value)
    }),
    { numRuns: trials(5_000) },
  )
})
