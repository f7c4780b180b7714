/** `touchmove export-person PERSON`: all that is kept of a person, as he may ask for it. */
import { Command } from 'commander'
import { printValue } from '../print.ts'
import { askJson, type RecordOptions, readRecord, segment, withRecord } from '../record-client.ts'

export const exportPersonCommand = (): Command =>
  withRecord(
    new Command('export-person')
      .description('print all that is kept of a person as JSON')
      .argument('<person>', 'the id that stands in the game’s audit, P…'),
  ).action((person: string, options: RecordOptions) =>
    readRecord(options, async (desk) => printValue(await askJson(desk, `/persons/${segment(person)}`))),
  )
