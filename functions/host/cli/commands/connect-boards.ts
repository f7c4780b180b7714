/** `touchmove connect chessnut|chesslink|tornelo`: boards that send positions, from whatever passes their messages on. */
import { Command } from 'commander'
import type { BoardKind } from '../../../ingest/positions/kinds.ts'
import { type OfRound, pauseUntil, readSeats, untilStopped } from '../connecting.ts'
import { CommandFailure } from '../failure.ts'
import { note } from '../print.ts'
import { onRecord, type RecordDesk, type RecordOptions, withRecord } from '../record-client.ts'

const ABOUT: Record<BoardKind, string> = {
  chessnut: 'Chessnut boards: their position messages, in hexadecimal or as bytes',
  chesslink: 'Millennium ChessLink: its answers to scans',
  tornelo: "Tornelo's open protocol: a FEN at each change",
}

interface Options extends RecordOptions, OfRound {
  readonly boards?: string
  readonly game?: string
}

export const positionBoards = (kind: BoardKind): Command =>
  withRecord(
    new Command(kind)
      .description(ABOUT[kind])
      .argument('<place>', '- for standard input, tcp://host:port, ws://…, or the path of a device or file')
      .option('--boards <csv>', 'columns serial, and game or board')
      .option('--game <id>', 'the game, where there is one board')
      .option('--tournament <id>', 'the tournament of the boards')
      .option('--round <id>', 'its round'),
  ).action((place: string, options: Options) =>
    onRecord(options, (desk) => followBoards(desk, kind, place, options)),
  )

async function followBoards(
  desk: RecordDesk,
  kind: BoardKind,
  place: string,
  options: Options,
): Promise<void> {
  const { followPositions, BoardsFailed } = await import('../../../ingest/positions/follow.ts')
  const { placeOf } = await import('../../../ingest/positions/places.ts')
  const { boards, game } = options
  if ((boards === undefined) === (game === undefined))
    throw new CommandFailure('either --boards (which board is which game) or --game (for one board) is due')
  const seats = game !== undefined ? [{ serial: null, game }] : await readSeats(desk, boards ?? '', options)
  if (seats === null) return
  const opened = await placeOf(place, process.stdin)
  await untilStopped(async (signal) => {
    try {
      await followPositions({
        kind,
        place: opened,
        seats,
        desk,
        now: Date.now,
        note,
        pause: pauseUntil(signal),
        signal,
      })
    } catch (failure) {
      if (failure instanceof BoardsFailed) throw new CommandFailure(failure.message)
      throw failure
    }
  })
}
