/** A tournament as the folder that LiveChess writes on a disk: tournament, rounds and games in JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { pathSegment, type RecordClient, readJson } from './record-client.ts'

export interface TreeFile {
  /** `round-3/game-1.json` */
  readonly path: string
  readonly text: string
}

const tournamentFile = z.looseObject({
  rounds: z.array(z.looseObject({ count: z.int().nonnegative() })).max(1000),
})
const roundFile = z.looseObject({ pairings: z.array(z.unknown()) })
const gameFile = z.looseObject({})

/** The tournament's file, then each round's with those of its games. `round`: of this round only, by its number or id. */
export async function* liveChessTree(
  client: RecordClient,
  tournament: string,
  round?: string,
): AsyncGenerator<TreeFile> {
  const base = `/livechess/${pathSegment(tournament)}`
  const fetchDocument = (path: string) => client.request('GET', `${base}/${path}`)
  const heading = await fetchDocument('tournament.json')
  const { rounds } = readJson(`${base}/tournament.json`, heading, tournamentFile)
  yield { path: 'tournament.json', text: heading.text }
  const numbers = rounds.flatMap(({ count }, k) => (count > 0 ? [String(k + 1)] : []))
  for (const number of round === undefined ? numbers : [round]) {
    const folder = `round-${number}`
    const index = await fetchDocument(`${pathSegment(folder)}/index.json`)
    const { pairings } = readJson(`${base}/${folder}/index.json`, index, roundFile)
    yield { path: `${folder}/index.json`, text: index.text }
    for (let game = 1; game <= pairings.length; game++) {
      const path = `${folder}/game-${game}.json`
      const played = await fetchDocument(path)
      readJson(`${base}/${path}`, played, gameFile)
      yield { path, text: played.text }
    }
  }
}

/** Writes the files below a folder, which is made if it is not there. */
export function writeTree(folder: string, { path, text }: TreeFile): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
