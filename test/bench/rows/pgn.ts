/** PGN: a file's games read, and read and replayed; moves written. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Chess as ChessJs } from 'chess.js'
import { PgnParser, parsePgn, startingPosition } from 'chessops/pgn'
import { makeSanAndPlay, parseSan } from 'chessops/san'
import { clone, initialPosition, play } from '../../../domain/chess/index.ts'
import { parseSan as ourSan, writeSanAndPlay } from '../../../domain/notation/index.ts'
import { createPgnReader, readPgn, replayPgn } from '../../../domain/pgn/index.ts'
import { pgnCorpus } from '../corpus.ts'
import { compare } from '../measure.ts'
import { figure, type Row } from '../row.ts'

const GAMES = 400
const CHESS_JS_GAMES = 20

const replayOurs = (text: string): void => {
  const reader = createPgnReader((game) => {
    if (replayPgn(game).stoppedAt !== undefined) throw new Error('a game did not replay')
  })
  reader.write(text)
  reader.end()
}

const replayTheirs = (text: string): void => {
  const parser = new PgnParser((game) => {
    const position = startingPosition(game.headers).unwrap()
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san)
      if (move === undefined) throw new Error('a game did not replay')
      position.play(move)
    }
  })
  parser.parse(text)
}

export async function pgnRows(): Promise<Row[]> {
  const { text, games, plies } = pgnCorpus(GAMES)
  const few = games.slice(0, CHESS_JS_GAMES)
  const parse = await compare([() => readPgn(text), () => parsePgn(text)])
  const replay = await compare([() => replayOurs(text), () => replayTheirs(text)])
  const slow = await compare([
    () => replayOurs(few.join('\n')),
    () => {
      for (const game of few) new ChessJs().loadPgn(game)
    },
  ])
  const written = await sanWritten(text)
  const rate = (seconds: number, count: number) => figure(count / seconds)
  const row = (
    id: string,
    what: string,
    beside: string,
    { seconds, ratios }: Awaited<ReturnType<typeof compare>>,
    count: number,
    unit: string,
    least: number,
  ): Row => ({
    id,
    group: 'PGN',
    what,
    beside,
    ratio: ratios[0]!,
    target: { least },
    figures: `${rate(seconds[0]!, count)} · ${rate(seconds[1]!, count)} ${unit}/s`,
  })
  const replaying = 'PGN parsed and replayed, legality and clocks'
  return [
    row('pgn-replay-chessops', replaying, 'chessops', replay, GAMES, 'games', 5),
    row('pgn-replay-chess.js', replaying, 'chess.js', slow, CHESS_JS_GAMES, 'games', 30),
    ...pgnExtract(text, replay.seconds[0]!),
    row('pgn-parse', 'PGN parsed only', 'chessops', parse, GAMES, 'games', 10),
    row('san', 'SAN written, with the play', 'chessops', written, plies, 'plies', 8),
  ]
}

async function sanWritten(text: string) {
  const start = initialPosition()
  const ours = readPgn(text).map(({ moves }) => {
    const position = clone(start)
    return moves.map(({ text: word }) => {
      const read = ourSan(position, word)
      if (!read.ok) throw new Error(read.error.message)
      play(position, read.value)
      return read.value
    })
  })
  const oracle = startingPosition(new Map()).unwrap()
  const theirs = parsePgn(text).map((game) => {
    const position = oracle.clone()
    return [...game.moves.mainline()].map(({ san }) => {
      const move = parseSan(position, san)
      if (move === undefined) throw new Error('the oracle cannot read a move')
      position.play(move)
      return move
    })
  })
  return compare([
    () => {
      for (const line of ours) {
        const position = clone(start)
        for (const move of line) writeSanAndPlay(position, move)
      }
    },
    () => {
      for (const line of theirs) {
        const position = oracle.clone()
        for (const move of line) makeSanAndPlay(position, move)
      }
    },
  ])
}

/** pgn-extract's check-only mode, where the machine has it: wall time of the whole process. */
function pgnExtract(text: string, ours: number): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'touchmove-bench-'))
  try {
    const file = join(folder, 'games.pgn')
    writeFileSync(file, Array<string>(5).fill(text).join('\n'))
    const started = process.hrtime.bigint()
    execFileSync('pgn-extract', ['-r', file], { stdio: 'ignore' })
    const seconds = Number(process.hrtime.bigint() - started) / 1e9 / 5
    const ratio = seconds / ours
    return [
      {
        id: 'pgn-replay-pgn-extract',
        group: 'PGN',
        what: 'PGN parsed and replayed, legality and clocks',
        beside: 'pgn-extract -r (C, wall time)',
        ratio: { median: ratio, low: ratio, high: ratio },
        target: null,
        figures: `${figure(GAMES / ours)} · ${figure(GAMES / seconds)} games/s`,
      },
    ]
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true })
  }
}
