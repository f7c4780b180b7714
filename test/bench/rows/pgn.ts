/** PGN: a file's games read, and read and replayed. */
import { PgnParser, parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { createPgnReader, readPgn, replayPgn } from '../../../domain/pgn/index.ts'
import { pgnCorpus } from '../corpus.ts'
import { compare } from '../measure.ts'
import { figure, type Row } from '../row.ts'

const GAMES = 400

const replayOurs = (text: string): void => {
  const reader = createPgnReader((game) => {
    if (replayPgn(game).stoppedAt !== undefined) throw new Error('a game did not replay')
  })
  reader.write(text)
  reader.end()
}

export const replayTheirs = (text: string): void => {
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
  const { text } = pgnCorpus(GAMES)
  const parse = await compare([() => readPgn(text), () => parsePgn(text)])
  const replay = await compare([() => replayOurs(text), () => replayTheirs(text)])
  const rate = (seconds: number) => `${figure(GAMES / seconds)}`
  const row = (
    id: string,
    what: string,
    { seconds, ratios }: Awaited<ReturnType<typeof compare>>,
    least: number,
  ): Row => ({
    id,
    group: 'PGN',
    what,
    beside: 'chessops',
    ratio: ratios[0]!,
    target: { least },
    figures: `${rate(seconds[0]!)} · ${rate(seconds[1]!)} games/s`,
  })
  return [
    row('pgn-replay-chessops', 'PGN parsed and replayed, legality and clocks', replay, 5),
    row('pgn-parse', 'PGN parsed only', parse, 10),
  ]
}
