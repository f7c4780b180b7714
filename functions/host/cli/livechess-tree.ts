/** A tournament as the folder that LiveChess leaves on a disk: tournament, rounds and games in JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchText, pathSegment, type RecordClient } from './record-client.ts'

export interface TreeFile {
  /** `round-3/game-1.json` */
  readonly path: string
  readonly text: string
}

interface TournamentFile {
  readonly rounds: readonly { readonly count: number }[]
}

/** The files in the order in which a reader comes to them. `round`: of this one only, by its number or id. */
export async function* liveChessTree(
  client: RecordClient,
  tournament: string,
  round?: string,
): AsyncGenerator<TreeFile> {
  const base = `/livechess/${pathSegment(tournament)}`
  const text = await fetchText(client, `${base}/tournament.json`)
  yield { path: 'tournament.json', text }
  const { rounds } = JSON.parse(text) as TournamentFile
  const numbers = rounds.flatMap(({ count }, k) => (count > 0 ? [String(k + 1)] : []))
  for (const number of round === undefined ? numbers : [round]) {
    const folder = `round-${number}`
    const index = await fetchText(client, `${base}/${pathSegment(folder)}/index.json`)
    yield { path: `${folder}/index.json`, text: index }
    const { pairings } = JSON.parse(index) as { pairings: readonly unknown[] }
    for (let game = 1; game <= pairings.length; game++) {
      const path = `${folder}/game-${game}.json`
      yield { path, text: await fetchText(client, `${base}/${path}`) }
    }
  }
}

/** Writes the files below a folder, which is made if it is not there. */
export function writeTree(folder: string, { path, text }: TreeFile): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
