/** `touchmove connect chessnut|chesslink|tornelo`: boards that send positions, over a file, a device, TCP or a WebSocket. */
import { Command } from 'commander'
import type { BoardKind } from '../../../ingest/positions/kinds.ts'
import { followUntilStopped, type RoundOptions, readMappedSeats } from '../connect-options.ts'
import { CommandFailure } from '../failure.ts'
import { type RecordClient, type RecordOptions, withRecordOptions, writeRecord } from '../record-client.ts'

const DESCRIPTION_BY_KIND: Record<BoardKind, string> = {
  chessnut: 'Chessnut boards: their position messages, in hexadecimal or as bytes',
  chesslink: 'Millennium ChessLink: its answers to scans',
  tornelo: "Tornelo's open protocol: a FEN at each change",
}

interface Options extends RecordOptions, RoundOptions {
  readonly boards?: string
  readonly game?: string
}

export const positionBoardsCommand = (kind: BoardKind): Command =>
  withRecordOptions(
    new Command(kind)
      .description(DESCRIPTION_BY_KIND[kind])
      .argument('<place>', '- for standard input, tcp://host:port, ws://…, or the path of a device or file')
      .option('--boards <csv>', 'columns serial, and game or board')
      .option('--game <id>', 'the game, where there is one board')
      .option('--tournament <id>', 'the tournament of the boards')
      .option('--round <id>', 'its round'),
  ).action((place: string, options: Options) =>
    writeRecord(options, (client) => followBoards(client, kind, place, options)),
  )

async function followBoards(
  client: RecordClient,
  kind: BoardKind,
  place: string,
  options: Options,
): Promise<void> {
  const { followPositions } = await import('../../../ingest/positions/follow.ts')
  const { messageSourceOf } = await import('../../../ingest/positions/message-source.ts')
  const { boards, game } = options
  if ((boards === undefined) === (game === undefined))
    throw new CommandFailure('either --boards (which board is which game) or --game (for one board) is due')
  const seats =
    game !== undefined ? [{ serial: null, game }] : await readMappedSeats(client, boards ?? '', options)
  if (seats === null) return
  const opened = await messageSourceOf(place, process.stdin)
  await followUntilStopped(client, (context) => followPositions({ ...context, kind, place: opened, seats }))
}
