/**
 * `npm run digests` folds all cases and the games of the sample round. It prints a line for each file of cases, and one for the
 * sample: its name, how many games were folded, and the SHA-256 of their states as canonical JSON. After a refactoring the lines are the same.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { casesByEdition, parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import { fold, type GameState } from '../../domain/game/index.ts'
import { currentVersion, type ReportedEvent, type StoredEvent } from '../../events/index.ts'
import { sampleGames } from '../../functions/host/simulate/sample/games.ts'
import { canonicalText } from '../../functions/store/canonical.ts'

const CASES = resolve(import.meta.dirname, '../cases')
const START = Date.UTC(2026, 2, 14, 14, 0, 0)

function print(name: string, states: Iterable<GameState>): void {
  const hash = createHash('sha256')
  let games = 0
  for (const state of states) {
    hash.update(`${canonicalText(state)}\n`)
    games++
  }
  console.log(`${name} ${games} ${hash.digest('hex')}`)
}

function* statesOf(file: string): Generator<GameState> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const parsed = parseCase(line)
    if (!parsed.ok) throw new Error(`${file}: ${parsed.error.message}`)
    if (parsed.value.kind !== undefined) continue
    for (const each of casesByEdition(parsed.value)) {
      const played = playScript(each, () => {})
      if (!played.ok) throw new Error(`${file}: ${played.error.message}`)
      yield played.value.fold.state
    }
  }
}

function stored(game: string, report: ReportedEvent, seq: number): StoredEvent {
  const instant = new Date(START + seq).toISOString()
  const envelope = { game, receivedAt: instant, recordedAt: instant, principal: 'sample' }
  return { ...report, ...envelope, seq, v: currentVersion(report.type) } as StoredEvent
}

const files = readdirSync(CASES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.jsonl'),
)
for (const name of files.sort()) print(relative('.', join(CASES, name)), statesOf(join(CASES, name)))
print(
  'sample',
  sampleGames(START).map(({ id, reports }) =>
    fold(reports.map((report, index) => stored(id, report, index + 1))),
  ),
)
