import { expect, test } from 'vitest'
import { archiveRow } from '../../domain/formats/archive-row.ts'
import { fold } from '../../domain/game/index.ts'
import { importOne, NOW, stored } from './kit.ts'

const opened = (text: string) => importOne(text).of('game-opened')[0]!.data

test('tags find their places, and those that find none are kept as they are', () => {
  const data = opened(`[Event "Open"]
[Site "Brno"]
[Date "2019.05.??"]
[Round "3.7"]
[White "Žižka, Jan"]
[Black "Müller, Eva"]
[Result "*"]
[WhiteElo "2100"]
[BlackElo "-"]
[WhiteTitle "FM"]
[WhiteFideId "90000001"]
[WhiteTeam "Tábor"]
[ECO "B12"]

*`)
  expect(data).toMatchObject({
    event: 'Open',
    site: 'Brno',
    date: '2019.05.??',
    round: 3,
    board: 7,
    white: { name: 'Žižka, Jan', rating: 2100, title: 'FM', fideId: '90000001' },
    black: { name: 'Müller, Eva' },
    edition: '2018-01-01',
    play: 'standard',
    source: { kind: 'pgn', timeBasis: 'none', tags: { BlackElo: '-', WhiteTeam: 'Tábor', ECO: 'B12' } },
  })
  expect(Object.keys(data.source!.tags!)).toEqual(['BlackElo', 'WhiteTeam', 'ECO', '%unsaid'])
})

test('the edition is the one in force on the day', () => {
  const on = (date: string) => opened(`[Event "x"]\n[Date "${date}"]\n\n*`).edition
  expect(on('1972.07.11')).toBe('2009-07-01')
  expect(on('2013.11.09')).toBe('2009-07-01')
  expect(on('2014.07.01')).toBe('2014-07-01')
  expect(on('2017.??.??')).toBe('2014-07-01')
  expect(on('2017.12.31')).toBe('2017-07-01')
  expect(on('2022.12.31')).toBe('2018-01-01')
  expect(on('????.??.??')).toBe('2023-01-01')
})

test('a time control distinguishes rapid from standard and blitz, also where no clock was read', () => {
  const play = (control: string, date = '2020.01.01') =>
    opened(`[Event "x"]\n[Date "${date}"]\n[TimeControl "${control}"]\n\n1. e4 *`)
  expect(play('5400+30')).toMatchObject({ play: 'standard' })
  expect(play('900+10')).toMatchObject({ play: 'rapid' })
  expect(play('180+2')).toMatchObject({ play: 'blitz' })
  expect(play('600')).toMatchObject({ play: 'blitz' })
  expect(play('840', '2010.01.01')).toMatchObject({ play: 'blitz' })
  expect(play('900', '2010.01.01')).toMatchObject({ play: 'rapid' })
  expect(play('5400+30').timeControl).toBeUndefined()
  expect(play('5400+30').source!.tags).toMatchObject({ TimeControl: '5400+30' })
})

test('without clocks nothing is said of clocks: no start, no presses, all in one instant', () => {
  const { plan, state } = importOne('[Date "2020.02.03"]\n[TimeControl "5400+30"]\n\n1. e4 e5 2. Nf3 1/2-1/2')
  expect(plan.reports.map(({ type }) => type)).toEqual([
    'game-opened',
    'move-made',
    'move-made',
    'move-made',
    'result-set',
  ])
  expect(new Set(plan.reports.map(({ at }) => at))).toEqual(new Set(['2020-02-03T00:00:00.000Z']))
  expect(state.clocks).toBeNull()
  expect(state.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3'])
})

test('readings give the instants, and the folded clocks show what the text says', () => {
  const { plan, state } = importOne(`[UTCDate "2026.03.14"]
[UTCTime "15:00:00"]
[TimeControl "900+10"]

1. e4 {[%clk 0:15:19]} e5 {[%clk 0:15:10]} 2. Nf3 {[%clk 0:15:09]} *`)
  expect(state.moves.map(({ clock }) => clock)).toEqual([919_000, 910_000, 909_000])
  expect(plan.reports.at(-1)).toMatchObject({ type: 'clock-pressed', at: '2026-03-14T15:00:31.000Z' })
  expect(plan.reports.some(({ type }) => type === 'clock-read')).toBe(false)
  expect(state.clocks).toMatchObject({ white: 909_000, black: 910_000, running: 'black' })
})

test('a reading that the time control does not explain is entered as the clock’s own', () => {
  const { of, state } = importOne(`[TimeControl "5400+30"]

1. e4 {[%clk 1:30:28][%emt 0:00:02]} e5 {[%clk 1:30:25][%emt 0:00:05]} *`)
  expect(of('clock-read').map(({ by, data }) => [by, data])).toEqual([
    ['clock', { white: 5_428_000, black: 5_430_000 }],
    ['clock', { white: 5_428_000, black: 5_425_000 }],
  ])
  expect(state.moves.map(({ clock }) => clock)).toEqual([5_428_000, 5_425_000])
})

test('times spent alone move the instants too', () => {
  const { plan, state } = importOne(
    '[Date "2020.01.01"]\n[TimeControl "600"]\n\n1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:07]} *',
  )
  expect(plan.reports.at(-1)?.at).toBe('2020-01-01T00:00:12.000Z')
  expect(state.clocks).toMatchObject({ white: 595_000, black: 593_000 })
})

test('a first move that the idle clock counted from long before takes what the reading says', () => {
  const { of } = importOne('[TimeControl "900+10"]\n\n1. c4 {[%clk 0:15:20][%emt 0:53:26]} *')
  expect(of('clock-pressed')[0]!.at).toBe(new Date(NOW).toISOString())
})

test('a reading of zero that later readings contradict fells no flag', () => {
  const { of, state } = importOne(`[TimeControl "900+10"]

1. e4 {[%clk 0:15:19][%emt 0:00:01]} e5 {[%clk 0:15:19][%emt 0:00:01]}
2. Nf3 {[%clk 0:00:00][%emt 0:00:04]} Nc6 {[%clk 0:15:27]} 3. Bb5 {[%clk 0:15:30][%emt 0:00:02]} *`)
  expect(of('clock-read')[0]!.data).toMatchObject({ white: 0, flag: null })
  expect(state.moves.map(({ clock }) => clock)).toEqual([919_000, 919_000, 0, 927_000, 930_000])
  expect(state.clocks).toMatchObject({ white: 930_000, flag: null })
})

test('a time control in words, or none at all, does not lose the readings', () => {
  const words = importOne('[TimeControl "90 min + 30 sec"]\n\n1. e3 {[%clk 1:30:58]} *')
  expect(words.state.moves[0]!.clock).toBe(5_458_000)
  const none = importOne(
    '1. e3 {[%clk 0:05:01][%emt 0:00:02]} e6 {[%clk 0:05:00][%emt 0:00:03]} 2. e4 {[%clk 0:04:59][%emt 0:00:05]} *',
  )
  expect(none.state.moves.map(({ clock }) => clock)).toEqual([301_000, 300_000, 299_000])
  expect(none.plan.warnings.map(({ reason }) => reason).join()).toContain('names no time control')
})

test('a move that is not legal is made all the same, and the game goes on', () => {
  const { state, plan } = importOne('1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. Bxc6+ Nf6 5. d3 bxc6 *')
  expect(state.moves).toHaveLength(10)
  expect(state.moves[7]).toMatchObject({ uci: 'g8f6', legal: false })
  expect(plan.warnings).toContainEqual(
    expect.objectContaining({
      line: 1,
      ply: 8,
      reason: 'Nf6 is no legal move; recorded as it was made',
    }),
  )
})

test('from the first text that names no move the rest is what was written', () => {
  const { of, state, plan } = importOne('1. e4 e5\n2. Nf3 --\n3. Bb5 a6 1-0')
  expect(state.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3'])
  expect(of('move-recorded').map(({ by, data }) => [by, data.ply, data.text])).toEqual([
    ['black', 4, '--'],
    ['white', 5, 'Bb5'],
    ['black', 6, 'a6'],
  ])
  expect(plan.warnings).toContainEqual(
    expect.objectContaining({ line: 2, ply: 4, reason: expect.stringContaining('--') }),
  )
  expect(state.result).toMatchObject({ white: '1', black: '0' })
})

test('moves in other languages are read when the language is named', () => {
  const { state } = importOne('1. e4 e5 2. Sf3 Sc6 3. Lb5 *', { language: 'de' })
  expect(state.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'])
})

test('the result is the operator’s, unless the board says it already', () => {
  const mate = importOne('1. f3 e5 2. g4 Qh4# 0-1')
  expect(mate.of('result-set')).toEqual([])
  expect(mate.state.result).toMatchObject({ white: '0', black: '1', rule: 'checkmate' })
  const set = importOne('1. e4 1-0').of('result-set')[0]
  expect(set).toMatchObject({ by: 'operator', data: { white: '1', black: '0', reason: 'imported' } })
  expect(importOne('1. e4 *').of('result-set')).toEqual([])
})

test('a result that denies the mate on the board is entered, and said', () => {
  const { state, plan } = importOne('1. f3 e5 2. g4 Qh4# 1/2-1/2')
  expect(state.result).toMatchObject({ white: '½', black: '½' })
  expect(plan.warnings.map(({ reason }) => reason).join()).toContain('the board says 0-1')
})

test('results that PGN has no marker for come from the tag', () => {
  const points = (tags: string, moves = '') => {
    const { state } = importOne(`[Event "x"]\n${tags}\n\n${moves}*`)
    return state.result === null ? null : `${state.result.white}${state.result.black}`
  }
  expect(points('[Result "1/2-0"]', '1. e4 ')).toBe('½0')
  expect(points('[Result "0-0"]', '1. e4 ')).toBe('00')
  expect(points('[Result "0-0"]\n[Termination "rules infraction"]')).toBe('--')
  expect(points('[Result "1-0"]\n[Termination "rules infraction"]')).toBe('+-')
  expect(points('[Result "1-0"]')).toBe('10')
  expect(points('[Result "*"]')).toBeNull()
})

test('a Chess960 start is kept in Shredder letters', () => {
  const { of, state } = importOne(`[Variant "Chess960"]
[FEN "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1"]

1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Qe2 Qe7 5. O-O *`)
  expect(of('game-opened')[0]!.data.start).toEqual({
    fen: 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1',
  })
  expect(of('move-made').at(-1)!.data).toEqual({ from: 'd1', to: 'g1', castling: 'king-side' })
  expect(state.moves.at(-1)).toMatchObject({ san: 'O-O', uci: 'd1h1', legal: true })
})

test('a FEN that cannot be read keeps its moves as written', () => {
  const { of, plan } = importOne('[FEN "not a position"]\n\n1. e4 e5 1-0')
  expect(of('move-made')).toEqual([])
  expect(of('move-recorded')).toHaveLength(2)
  expect(of('game-opened')[0]!.data.source!.tags).toMatchObject({ FEN: 'not a position' })
  expect(plan.warnings.map(({ reason }) => reason).join()).toContain('FEN')
})

test('two readings of one text give the same reports', () => {
  const text = '[Event "x"]\n[White "A"]\n\n1. e4 {[%clk 0:10:00]} e5 {good} 2. Nf3 1-0'
  expect(importOne(text).plan).toEqual(importOne(text).plan)
})

test.each(['', '[Date "2062.01.01"]', '[Date "????.??.??"]', '[Date "2026.02.30"]'])(
  'a text that names no day that has been (%s) has instants that end when it is read, never in 1970',
  (date) => {
    const { plan, state } = importOne(
      `${date}\n[TimeControl "600"]\n\n1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:07]} *`,
    )
    const instants = plan.reports.map(({ at }) => (Date.parse(at) - NOW) / 1000)
    expect(instants).toEqual([-12, -12, -7, -7, 0, 0])
    expect(archiveRow('g', {}, fold(stored(plan.reports)))?.date).toBe(
      date.includes('2062') ? '2062-01-01' : '????-??-??',
    )
    expect(state.clocks).toMatchObject({ white: 595_000, black: 593_000 })
  },
)

test('figures that no clock shows and tags that no event holds refuse no game', () => {
  const { plan, state } = importOne(
    `[TimeControl "600"]\n[Long "${'x'.repeat(3000)}"]\n[Annotator "Z"]\n\n1. e4 {[%clk 999:00:00][%emt 900:00:00]} e5 {[%emt 999:00:00]} *`,
  )
  expect(state.moves).toHaveLength(2)
  expect(plan.warnings.map(({ reason }) => reason)).toContain(
    'tags that are long, or called __proto__, are left out: Long',
  )
})
