/**
 * `npm run sim:import -- GAMES [FOLDER]`: writes a file of so many invented games of 60 moves, each move with a clock time and an
 * evaluation, and imports it into a new data folder as `touchmove import` does, up to the end of the process that does so: record,
 * views, index, log. Prints CPU and requests to the database a game, and the memory that was held on the way; fails where that grows
 * with the games. In a folder that is named the file remains, and is used again.
 */
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { writeRecord } from '../../functions/host/cli/record-client.ts'
import { decodeText } from '../../functions/ingest/decode.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { corpusGames } from '../bench/corpus.ts'
import { cpu } from '../bench/measure.ts'
import { temporaryFolder } from '../kit/command.ts'

const games = Number(process.argv[2] ?? 1000)
// A scratch folder goes with the process.
const folder = process.argv[3] ?? temporaryFolder().path
/** Games between two looks at the memory. */
const STEP = 1000
/** Of the heap in use after the first look, how much may be in use after any later one. */
const MOST_GROWTH = 4 / 3

const file = join(folder, `games-${games}.pgn`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

function* texts(): Generator<string> {
  for (const { text } of corpusGames(games, { plies: 120, evaluated: true })) yield `${text}\n`
}

if (!existsSync(file)) await pipeline(Readable.from(texts()), createWriteStream(file))

let requests = 0
const { send } = DynamoDBClient.prototype
DynamoDBClient.prototype.send = function (this: DynamoDBClient, ...sent: never[]) {
  requests++
  return Reflect.apply(send, this, sent)
} as typeof send

const data = join(folder, 'data')
rmSync(data, { recursive: true, force: true })
const began = performance.now()
const before = cpu()
let [done, warnings, refused] = [0, 0, 0]
const heaps: number[] = []

/** Of the heap what is still in use after a collection, where the process may collect (`--expose-gc`). */
function reportProgress(): void {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  heaps.push(heapUsed)
  const seconds = cpu() - before
  print(
    `${done} games: ${((1000 * seconds) / done).toFixed(1)} ms of CPU a game, ${(requests / done).toFixed(1)} requests a game, ` +
      `${megabytes(heapUsed)} MB of heap in use, ${megabytes(external)} MB besides`,
  )
}

await writeRecord({ data }, async (client) => {
  const text = decodeText(createReadStream(file, { highWaterMark: 16_384 }))
  for await (const game of importPgn(client, text, { now: Date.now() })) {
    done++
    warnings += game.warnings.length
    if (game.outcome === 'refused') refused++
    if (done % STEP === 0) reportProgress()
  }
})

const took = (performance.now() - began) / 1000
const seconds = cpu() - before
print(
  `imported ${done} games of ${megabytes(statSync(file).size)} MB (${refused} refused, ${warnings} warnings) in ${took.toFixed(0)} s: ` +
    `${((1000 * seconds) / done).toFixed(1)} ms of CPU a game, ${(requests / done).toFixed(1)} requests a game; ` +
    `${megabytes(process.resourceUsage().maxRSS * 1024)} MB of memory at most`,
)
const [first = 0] = heaps
const most = Math.max(...heaps)
if (most > MOST_GROWTH * first) {
  print(`the heap in use grew from ${megabytes(first)} to ${megabytes(most)} MB`)
  process.exitCode = 1
}
