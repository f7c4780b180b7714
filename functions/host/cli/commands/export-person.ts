/** `touchmove export-person PERSON`: all that is kept of a person, as he may ask for it. */
import { Command } from 'commander'
import { printValue } from '../print.ts'
import {
  fetchJson,
  pathSegment,
  type RecordOptions,
  readRecord,
  withRecordOptions,
} from '../record-client.ts'

export const exportPersonCommand = (): Command =>
  withRecordOptions(
    new Command('export-person')
      .description('print all that is kept of a person as JSON')
      .argument('<person>', 'the id that stands in the game’s audit, P…'),
  ).action((person: string, options: RecordOptions) =>
    readRecord(options, async (desk) => printValue(await fetchJson(desk, `/persons/${pathSegment(person)}`))),
  )
