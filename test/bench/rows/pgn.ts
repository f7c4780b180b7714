/** PGN: a file's games read, and read and replayed. */
import { PgnParser, parseComment, parsePgn, startingPosition } from 'chessops/pgn'
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

/** Comments too, whose clock times ours reads as it parses: chessops leaves them as text until they are asked for. */
const readTheirs = (text: string): void => {
  for (const { moves } of parsePgn(text))
    for (const { comments = [] } of moves.mainline()) for (const comment of comments) parseComment(comment)
}

export async function pgnRows(): Promise<Row[]> {
  const { text } = pgnCorpus(GAMES)
  const parse = await compare([() => readPgn(text), () => parsePgn(text)])
  const clocks = await compare([() => readPgn(text), () => readTheirs(text)])
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
    row('pgn-parse-clocks', 'PGN parsed, clock times read', clocks, 10),
  ]
}
