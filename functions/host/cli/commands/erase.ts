/** `touchmove erase PERSON` deletes a person's personal data; `--retention` deletes what is past its retention period. */
import { Command } from 'commander'
import * as z from 'zod'
import { CommandFailure } from '../failure.ts'
import { printJson, printLine } from '../print.ts'
import {
  fetchJsonBy,
  fetchPages,
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

const count = z.int().nonnegative()
const erasuresShape = z.looseObject({
  erasures: z.array(z.looseObject({ person: z.string() })),
  next: z.string().optional(),
})
const retentionShape = z.looseObject({
  streams: count,
  erased: z.looseObject({ words: count, tags: count, persons: count, entries: count }),
})
const erasureShape = z.looseObject({
  person: z.string(),
  streams: z.array(z.string()),
  ...{ entries: count, tags: count, notesErased: count },
  notesLeft: z.array(z.looseObject({ id: z.string(), stream: z.string(), words: z.string() })),
  next: z.string().optional(),
})

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

async function fetchErasures(client: RecordClient): Promise<object[]> {
  const all: object[] = []
  for await (const { erasures } of fetchPages(client, '/store/erasures', erasuresShape)) all.push(...erasures)
  return all
}

/** Erases a person, and reads all pages of the notes that are left. */
async function erasePerson(
  client: RecordClient,
  person: string,
  notes: string | undefined,
): Promise<z.output<typeof erasureShape>> {
  const path = `/persons/${pathSegment(person)}/erase`
  const chosen = notes === undefined ? '' : `?notes=${encodeURIComponent(notes)}`
  const done = await fetchJsonBy(client, 'POST', `${path}${chosen}`, erasureShape)
  for (let after = done.next; after !== undefined; ) {
    const asked = `${path}?after=${encodeURIComponent(after)}`
    const page = await fetchJsonBy(client, 'POST', asked, erasureShape)
    done.notesLeft.push(...page.notesLeft)
    if (page.next !== undefined && page.next <= after)
      throw new CommandFailure(`${path}: the next page is not behind this one`)
    after = page.next
  }
  return { ...done, next: undefined }
}

async function erase(person: string | undefined, options: Options): Promise<void> {
  const { retention, dry, json, notes, list } = options
  if ([person, retention, list].filter((each) => each !== undefined).length !== 1)
    throw new CommandFailure('name a person’s id, or give --retention or --list')
  if (notes !== undefined && person === undefined) throw new CommandFailure('--notes goes with a person’s id')
  if (dry && !retention) throw new CommandFailure('--dry goes with --retention')
  const open = dry || list ? readRecord : writeRecord
  await open(options, async (client) => {
    if (list) return printJson({ erasures: await fetchErasures(client) })
    if (person === undefined) {
      const done = await fetchJsonBy(client, 'POST', '/retention', retentionShape, { dry: dry === true })
      const { words, tags, persons, entries } = done.erased
      const verb = dry ? 'would be erased' : 'erased'
      if (json) printJson(done)
      else
        printLine(
          `${verb}: ${words} notes, tags of ${tags} imports, ${persons} players’ entries, in ${done.streams} rounds and games; ${entries} of entry lists`,
        )
      return
    }
    const done = await erasePerson(client, person, notes)
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
