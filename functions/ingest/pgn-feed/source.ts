/** PGN that is rewritten while it is played: an address, a file, or a folder as LiveChess exports it. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type PgnGame, readPgn } from '../../../domain/pgn/index.ts'
import { type DecodeOptions, decodeBytes } from '../decode.ts'
import { roundAndBoardOf } from '../pgn-opening.ts'
import type { FetchText } from '../sources/fetch-text.ts'
import { sourceGameName } from '../sources/game-name.ts'
import { type FollowedSource, type SourceSnapshot, SourceUnavailable } from '../sources/source.ts'
import { sourceRemarks } from '../sources/source-remark.ts'

export interface PgnFeedOptions {
  /** An address, a file or a folder. */
  readonly place: string
  /** Only games of this round. */
  readonly round?: string | undefined
  readonly fetchText: FetchText
  /** Of files; an address is read by `fetchText`. */
  readonly decoding?: DecodeOptions | undefined
}

export function pgnSource({ place, round, fetchText, decoding = {} }: PgnFeedOptions): FollowedSource {
  const read = /^https?:\/\//.test(place) ? () => fetchText(place) : () => readPlace(place, decoding)
  return {
    async snapshot(): Promise<SourceSnapshot> {
      const games = readPgn(await read()).filter((game) => isGame(game) && isOf(game, round))
      return { games: games.map((game) => ({ name: sourceGameName(game), game })), notes: [] }
    },
  }
}

/** A page that is no PGN has words and no tags. */
const isGame = (game: PgnGame): boolean => game.tags.length > 0

const isOf = (game: PgnGame, round: string | undefined): boolean =>
  round === undefined || String(roundAndBoardOf(game).round) === round

/** `game-1.pgn`, `game-2.pgn` … where there are such, in their order; else every PGN file of the folder. */
async function readPlace(place: string, decoding: DecodeOptions): Promise<string> {
  try {
    if (!(await stat(place)).isDirectory()) return decodeBytes(await readFile(place), decoding)
    const names = (await readdir(place)).filter((name) => /\.pgn$/i.test(name))
    const single = names.filter((name) => /^game-\d+\.pgn$/i.test(name))
    const order = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
    const texts: string[] = []
    for (const name of (single.length > 0 ? single : names).sort(order))
      texts.push(decodeBytes(await readFile(join(place, name)), decoding))
    return texts.join('\n\n')
  } catch (error) {
    throw new SourceUnavailable(
      sourceRemarks.remark('place-unread', { place, why: (error as Error).message }),
    )
  }
}
