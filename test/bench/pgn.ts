/**
 * `node --import tsx test/bench/pgn.ts`: reading, replaying and writing games beside chessops, on the same texts in one
 * process, interleaved, as CPU time; medians and their ratios. Figures depend on the machine, ratios less so.
 */
import { PgnParser, startingPosition } from 'chessops/pgn'
import { makeSanAndPlay, parseSan } from 'chessops/san'
import { parseUci as parseOracleUci } from 'chessops/util'
import { clone, initialPosition, type Move, play, uciOf } from '../../domain/chess/index.ts'
import { writeSan, writeSanAndPlay } from '../../domain/notation/index.ts'
import { createPgnReader, replayPgn, type WritableMove, writePgnFile } from '../../domain/pgn/index.ts'
import { dice } from '../chess/kit.ts'
import { randomGame } from '../notation/kit.ts'

const GAMES = 400
const PLIES = 80
const ROUNDS = 15
const PIECE = 65_536

const random = dice(12)
const lines: Move[][] = []
const games: WritableMove[][] = []
for (let index = 0; index < GAMES; index++) {
  const position = initialPosition()
  const line: Move[] = []
  const moves: WritableMove[] = []
  randomGame(position, random, PLIES, (move) => {
    moves.push({ text: writeSan(position, move), clk: 5_400_000 - line.length * 30_000, emt: 30_000 })
    line.push(move)
  })
  lines.push(line)
  games.push(moves)
}
const plies = lines.reduce((sum, line) => sum + line.length, 0)
const textOf = (clocks: boolean): string =>
  writePgnFile(
    games.map((moves) => ({
      tags: [
        ['Event', 'Bench'],
        ['White', 'A'],
        ['Black', 'B'],
        ['Round', '1'],
      ],
      moves: clocks ? moves : moves.map(({ text }) => ({ text })),
      result: '*',
    })),
  )
const withClocks = textOf(true)
const plain = textOf(false)

const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
    text.slice(index * PIECE, (index + 1) * PIECE),
  )

function parseOurs(text: readonly string[]): void {
  const reader = createPgnReader(() => undefined)
  for (const piece of text) reader.write(piece)
  reader.end()
}

function parseTheirs(text: readonly string[]): void {
  const parser = new PgnParser(() => undefined)
  for (const piece of text) parser.parse(piece, { stream: true })
  parser.parse('')
}

function replayOurs(text: readonly string[]): void {
  const reader = createPgnReader((game) => {
    if (replayPgn(game).stoppedAt !== undefined) throw new Error('a game did not replay')
  })
  for (const piece of text) reader.write(piece)
  reader.end()
}

function replayTheirs(text: readonly string[]): void {
  const parser = new PgnParser((game) => {
    const position = startingPosition(game.headers).unwrap()
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san)
      if (move === undefined) throw new Error('a game did not replay')
      position.play(move)
    }
  })
  for (const piece of text) parser.parse(piece, { stream: true })
  parser.parse('')
}

const start = initialPosition()
const oracleStart = startingPosition(new Map()).unwrap()
const oracleLines = lines.map((line) => {
  const position = clone(start)
  return line.map((move) => {
    const read = parseOracleUci(uciOf(position, move))
    play(position, move)
    if (read === undefined) throw new Error('the oracle cannot read a move')
    return read
  })
})

function writeOurs(): number {
  let letters = 0
  for (const line of lines) {
    const position = clone(start)
    for (const move of line) letters += writeSanAndPlay(position, move).length
  }
  return letters
}

function writeTheirs(): number {
  let letters = 0
  for (const line of oracleLines) {
    const position = oracleStart.clone()
    for (const move of line) letters += makeSanAndPlay(position, move).length
  }
  return letters
}

function cpu(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

function compare(
  name: string,
  count: number,
  unit: string,
  ours: () => unknown,
  theirs: () => unknown,
): void {
  for (let i = 0; i < 5; i++) {
    ours()
    theirs()
  }
  const own: number[] = []
  const other: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    own.push(cpu(ours))
    other.push(cpu(theirs))
  }
  const [mine, oracle] = [median(own), median(other)]
  const rate = (seconds: number): string => Math.round(count / seconds).toLocaleString('en')
  console.log(
    `${name.padEnd(28)} ${rate(mine).padStart(10)} ${unit}/s   chessops ${rate(oracle).padStart(10)}   ratio ${(oracle / mine).toFixed(2)}`,
  )
}

console.log(`${GAMES} random games, ${plies} plies, node ${process.version}`)
for (const [name, text] of [
  ['moves alone', plain],
  ['moves and clocks', withClocks],
] as const) {
  const parts = pieces(text)
  compare(
    `parse, ${name}`,
    GAMES,
    'games',
    () => parseOurs(parts),
    () => parseTheirs(parts),
  )
  compare(
    `parse+replay, ${name}`,
    GAMES,
    'games',
    () => replayOurs(parts),
    () => replayTheirs(parts),
  )
}
compare('SAN written', plies, 'plies', writeOurs, writeTheirs)
