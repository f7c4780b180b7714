/** `touchmove erase PERSON` deletes a person's personal data; `--retention` deletes what is past its retention period. */
import { Command } from 'commander'
import type { ErasureReport } from '../../../app/erase.ts'
import type { RetentionReport } from '../../../app/retention.ts'
import { CommandFailure } from '../failure.ts'
import { printJson, printLine } from '../print.ts'
import {
  fetchJson,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly retention?: true
  readonly dry?: true
  readonly notes?: string
  readonly list?: true
  readonly json?: true
}

export const eraseCommand = (): Command =>
  withRecordOptions(
    new Command('erase')
      .description('erase a person; chain, results and verdicts stay, with a placeholder for the name')
      .argument('[person]', 'the id that stands in the game’s audit, P…')
      .option('--retention', 'erase instead what has outlived its period (docs/storage.md)')
      .option('--dry', 'with --retention: only count')
      .option('--notes <ids>', 'erase these notes about the person too: ids with commas between them, or all')
      .option('--list', 'print who was erased, for restore --erasures: keep it apart from the backups')
      .option('--json', 'print what was done as one object'),
  ).action(erase)

async function erase(person: string | undefined, options: Options): Promise<void> {
  const { retention, dry, json, notes, list } = options
  if ([person, retention, list].filter((each) => each !== undefined).length !== 1)
    throw new CommandFailure('name a person’s id, or give --retention or --list')
  if (notes !== undefined && person === undefined) throw new CommandFailure('--notes goes with a person’s id')
  if (dry && !retention) throw new CommandFailure('--dry goes with --retention')
  const open = dry || list ? readRecord : writeRecord
  await open(options, async (client) => {
    if (list) return printJson(await fetchJson(client, '/store/erasures'))
    if (person === undefined) {
      const done = await post<RetentionReport>(client, '/retention', { dry: dry === true })
      const { words, tags, persons } = done.erased
      const verb = dry ? 'would be erased' : 'erased'
      if (json) printJson(done)
      else
        printLine(
          `${verb}: ${words} notes, tags of ${tags} imports, ${persons} players’ entries, in ${done.streams} rounds and games`,
        )
      return
    }
    const chosen = notes === undefined ? '' : `?notes=${encodeURIComponent(notes)}`
    const done = await post<ErasureReport>(client, `/persons/${pathSegment(person)}/erase${chosen}`)
    if (json) return printJson(done)
    printLine(
      `erased ${done.person}: ${done.entries} entries, tags of ${done.tags} imports, in ${done.streams.length} games; ${done.notesErased} notes`,
    )
    if (done.notesLeft.length === 0) return
    printLine('notes in these games, which may be about the person (--notes ID,ID or --notes all):')
    for (const { id, stream, words } of done.notesLeft)
      printLine(`  ${id}  ${stream}  ${JSON.stringify(words)}`)
  })
}

async function post<T>(client: RecordClient, path: string, body?: object): Promise<T> {
  const { problemText } = await import('../../../http/api-client.ts')
  const answer = await client.request('POST', path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new CommandFailure(problemText(answer))
  return JSON.parse(answer.text) as T
}
