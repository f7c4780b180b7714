/** `touchmove export-person PERSON`: all personal data of one person, which they may ask for. */
import { Command } from 'commander'
import * as z from 'zod'
import { printValue } from '../print.ts'
import {
  fetchJson,
  pathSegment,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

const personShape = z.looseObject({ person: z.string() })

export const exportPersonCommand = (): Command =>
  withRecordOptions(
    new Command('export-person')
      .description('print all that is stored about a person, as JSON')
      .argument('<person>', 'the id that stands in the game’s audit, P…'),
  ).action((person: string, options: RecordOptions) =>
    readRecord(options, async (client) =>
      printValue(await fetchJson(client, `/persons/${pathSegment(person)}`, personShape)),
    ),
  )
