/** `touchmove export-person PERSON`: all personal data of one person, which they may ask for. */
import { Command } from 'commander'
import * as z from 'zod'
import { omit } from '../../../../events/omit.ts'
import { printValue } from '../print.ts'
import {
  fetchPages,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

const personShape = z.looseObject({
  person: z.string(),
  entries: z.array(z.unknown()),
  notes: z.array(z.unknown()),
  next: z.string().optional(),
})

/** The pages of a person put together. */
async function fetchPerson(client: RecordClient, person: string): Promise<object> {
  let first: z.output<typeof personShape> | undefined
  for await (const page of fetchPages(client, `/persons/${pathSegment(person)}`, personShape)) {
    first?.entries.push(...page.entries)
    first?.notes.push(...page.notes)
    first ??= page
  }
  return first === undefined ? {} : omit(first, 'next')
}

export const exportPersonCommand = (): Command =>
  withRecordOptions(
    new Command('export-person')
      .description('print all that is stored about a person, as JSON')
      .argument('<person>', 'the id that stands in the game’s audit, P…'),
  ).action((person: string, options: RecordOptions) =>
    readRecord(options, async (client) => printValue(await fetchPerson(client, person))),
  )
