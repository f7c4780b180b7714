/** What readers of the formats check: rules of columns, sums and times, held against the samples and our own output alike. */

/** A `001` line taken apart by its columns. */
export interface TrfPlayer {
  readonly rank: number
  readonly sex: string
  readonly title: string
  readonly name: string
  readonly rating: string
  readonly federation: string
  readonly id: string
  readonly birth: string
  readonly points: number
  readonly place: number
  readonly rounds: readonly { readonly opponent: number; readonly colour: string; readonly code: string }[]
}

const columns = (line: string, from: number, to = from): string =>
  [...line]
    .slice(from - 1, to)
    .join('')
    .trim()

export const trfPlayers = (text: string): TrfPlayer[] =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('001'))
    .map((line) => {
      const rounds: TrfPlayer['rounds'][number][] = []
      for (let at = 92; at <= [...line].length; at += 10)
        rounds.push({
          opponent: Number(columns(line, at, at + 3)) || 0,
          colour: columns(line, at + 5),
          code: columns(line, at + 7),
        })
      return {
        rank: Number(columns(line, 5, 8)),
        sex: columns(line, 10),
        title: columns(line, 11, 13),
        name: columns(line, 15, 47),
        rating: columns(line, 49, 52),
        federation: columns(line, 54, 56),
        id: columns(line, 58, 68),
        birth: columns(line, 70, 79),
        points: Number(columns(line, 81, 84)),
        place: Number(columns(line, 86, 89)),
        rounds,
      }
    })

const WORTH: Readonly<Record<string, number>> = {
  ...{ '1': 1, '=': 0.5, '0': 0, '+': 1, '-': 0, W: 1, D: 0.5, L: 0, H: 0.5, F: 1, U: 1, Z: 0 },
  // Not ended: nothing yet.
  ...{ '': 0, '?': 0 },
}

/** Faults of a report: codes that are none, points that are not their sum, opponents that do not mirror each other. */
export function trfFaults(text: string): string[] {
  const players = trfPlayers(text)
  const faults: string[] = []
  for (const line of text.split(/\r\n|\r|\n/))
    if (line !== '' && !/^(?:###|XX[A-Z]|\d{3}|[A-Z]{3}) ?/.test(line))
      faults.push(`no tag: ${line.slice(0, 20)}`)
  for (const { rank, points, rounds } of players) {
    const sum = rounds.reduce((total, { code }) => total + (WORTH[code] ?? Number.NaN), 0)
    if (sum !== points) faults.push(`player ${rank}: ${points} points, the rounds give ${sum}`)
    for (const [index, { opponent, colour, code }] of rounds.entries()) {
      const name = `player ${rank}, round ${index + 1}`
      if (opponent === 0) {
        if (!'HFUZ'.includes(code)) faults.push(`${name}: ${code} without an opponent`)
        continue
      }
      const other = players.find((player) => player.rank === opponent)?.rounds[index]
      if (other?.opponent !== rank) faults.push(`${name}: ${opponent} does not have him as opponent`)
      if (!/^[wb]$/.test(colour) || other?.colour === colour) faults.push(`${name}: colour ${colour}`)
    }
  }
  return faults
}

export interface LiveChessMove {
  readonly san: string
  readonly clk: number | null
  readonly emt: number | null
}

const MOVE = /^(\S+)(?: (\d*)(?:\+(\d+))?)?$/

/** A move string by the grammar its readers use; null: it is none. */
export function liveChessMove(text: string): LiveChessMove | null {
  const [, san, clk, emt] = MOVE.exec(text) ?? []
  return san === undefined ? null : { san, clk: clk ? Number(clk) : null, emt: emt ? Number(emt) : null }
}

// biome-ignore lint/suspicious/noExplicitAny: documents of others, taken as they come
type Document = any
type Shape = Readonly<Record<string, (value: Document) => boolean>>

const text = (value: Document) => typeof value === 'string'
const whole = (value: Document) => Number.isInteger(value) && value >= 0
const flag = (value: Document) => typeof value === 'boolean'
const orNull = (is: (value: Document) => boolean) => (value: Document) => value === null || is(value)
const among =
  (...words: string[]) =>
  (value: Document) =>
    words.includes(value)

const PLAYER: Shape = {
  fname: orNull(text),
  mname: orNull(text),
  lname: orNull(text),
  title: orNull(text),
  federation: orNull(text),
  gender: orNull(text),
  fideid: orNull(whole),
}
const SHAPES = {
  tournament: {
    id: text,
    name: text,
    location: text,
    country: text,
    website: orNull(text),
    rules: text,
    chess960: text,
    timecontrol: text,
    rounds: (value) => Array.isArray(value) && value.every((each) => whole(each.count) && whole(each.live)),
    eboards: (value) => Array.isArray(value) && value.every(text),
  },
  index: { date: orNull((value) => /^\d{4}-\d\d-\d\d$/.test(value)), pairings: Array.isArray },
  pairing: {
    white: (value) => shapeFaults('player', PLAYER, value).length === 0,
    black: (value) => shapeFaults('player', PLAYER, value).length === 0,
    result: orNull(among('1-0', '0-1', '1/2-1/2', '*')),
    live: flag,
  },
  game: {
    live: flag,
    serialNr: text,
    firstMove: whole,
    chess960: (value) => whole(value) && value < 960,
    result: orNull(among('WHITEWIN', 'BLACKWIN', 'DRAW', 'NOTPLAYED')),
    comment: orNull(text),
    clock: orNull((value) => whole(value.white) && whole(value.black) && whole(value.time)),
    moves: (value) => Array.isArray(value) && value.every((move) => liveChessMove(move) !== null),
  },
} satisfies Record<string, Shape>

function shapeFaults(name: string, shape: Shape, value: Document): string[] {
  const wrong = Object.entries(shape).filter(([field, is]) => !(field in value) || !is(value[field]))
  const strange = Object.keys(value).filter((field) => !(field in shape))
  return [
    ...wrong.map(([field]) => `${name}.${field} is ${JSON.stringify(value[field])}`),
    ...strange.map((field) => `${name} has no ${field}`),
  ]
}

export const tournamentFaults = (document: Document): string[] =>
  shapeFaults('tournament', SHAPES.tournament, document)

/** `round`: its entry in the tournament's document. */
export function indexFaults(document: Document, round: { count: number; live: number }): string[] {
  const shape = shapeFaults('index', SHAPES.index, document)
  if (shape.length > 0) return shape
  const { pairings } = document
  const live = pairings.filter((each: Document) => each.live).length
  return [
    ...pairings.flatMap((each: Document, k: number) => shapeFaults(`pairing ${k + 1}`, SHAPES.pairing, each)),
    ...(pairings.length === round.count ? [] : [`${pairings.length} pairings, ${round.count} counted`]),
    ...(live === round.live ? [] : [`${live} live, ${round.live} counted`]),
  ]
}

export const gameFaults = (document: Document): string[] => shapeFaults('game', SHAPES.game, document)

/** `clk` holds the increment already: the clock before, less the time spent, plus the increment. Seconds. */
export function clockFaults(moves: readonly string[], start: number, increment: number): string[] {
  const clocks = [start, start]
  return moves.flatMap((text, ply) => {
    const move = liveChessMove(text)
    if (move === null || move.clk === null || move.emt === null) return [`ply ${ply + 1}: ${text}`]
    clocks[ply % 2]! += increment - move.emt
    return clocks[ply % 2] === move.clk ? [] : [`ply ${ply + 1}: ${text}, not ${clocks[ply % 2]}`]
  })
}

const CLK = /\[%clk\s+(\d+):(\d\d):(\d\d(?:\.\d+)?)\]/g

/** Every `%clk` of a text, in seconds. */
export const pgnClocks = (pgn: string): number[] =>
  [...pgn.matchAll(CLK)].map(
    ([, hours, minutes, seconds]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  )

/** Export lines have fewer than 80 characters (tags may be longer), no tab, no space at either end. */
export const pgnLineFaults = (pgn: string): string[] =>
  pgn.split('\n').filter((line) => (line.length >= 80 && !line.startsWith('[')) || /^ | $|\t|\r/.test(line))
