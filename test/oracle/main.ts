/**
 * The whole-file oracle: `npm run oracle -- FOLDER [--games N]` reads every PGN file under the folder with our reader and with
 * two independent ones, and prints each difference in one line. The first N games of each file (3) are imported too: in their
 * order, again, and shuffled, which must give the same record.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeBytes } from '../../functions/ingest/decode.ts'
import { compareReaders, gameTexts } from './compare.ts'
import { importFault } from './imports.ts'

const { values, positionals } = parseArgs({
  options: { games: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) {
  process.stderr.write('oracle: name a folder of PGN files\n')
  process.exit(2)
}
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.pgn$/i.test(name))
  .sort()
const totals = { games: 0, plies: 0, equal: 0, explained: 0, unexplained: 0, imported: 0, records: 0 }
for (const file of files) {
  const text = decodeBytes(readFileSync(join(folder, file))).replace(/\r\n?/g, '\n')
  const { games, plies, equal, differences } = compareReaders(text)
  totals.games += games
  totals.plies += plies
  totals.equal += equal
  for (const { line, what, why } of differences) {
    totals[why === null ? 'unexplained' : 'explained']++
    process.stdout.write(`${file}:${line}: ${why ?? 'UNEXPLAINED'} (${what.slice(0, 200)})\n`)
  }
  const some = gameTexts(text).slice(0, Number(values.games))
  const fault = await importFault(some)
  totals.imported += some.length
  if (fault === null) continue
  totals.records++
  process.stdout.write(`${file}: IMPORT: ${fault}\n`)
}
const { games, plies, equal, explained, unexplained, imported, records } = totals
process.stdout.write(
  `${files.length} files, ${games} games, ${plies} plies: ${equal} games as an independent reader has them, ` +
    `${explained} differences explained, ${unexplained} not; ${imported} games imported, ${records} files with another record\n`,
)
process.exitCode = unexplained + records > 0 ? 1 : 0
