/** `touchmove rebuild`: makes all views anew from the record, beside those that are read meanwhile. */
import { Command } from 'commander'
import { problemText } from '../../../http/api-client.ts'
import { CommandFailure } from '../failure.ts'
import { printValue } from '../print.ts'
import { type RecordOptions, withRecordOptions, writeRecord } from '../record-client.ts'

interface Rebuilt {
  readonly from: string | null
  readonly to: string
  readonly streams: number
  readonly setAside: readonly string[]
}

interface Options extends RecordOptions {
  readonly json?: true
}

export const rebuildCommand = (): Command =>
  withRecordOptions(
    new Command('rebuild')
      .description('make all views anew; the old ones are read until nothing is behind')
      .option('--json', 'print what was made'),
  ).action((options: Options) =>
    writeRecord(options, async (client) => {
      const answer = await client.request('POST', '/views/rebuild', { body: {} })
      if (answer.status >= 400) throw new CommandFailure(problemText(answer))
      const rebuilt = JSON.parse(answer.text) as Rebuilt
      if (options.json) printValue(rebuilt)
      else process.stdout.write(`views ${rebuilt.to}: ${rebuilt.streams} streams folded\n`)
      for (const stream of rebuilt.setAside) process.stderr.write(`set aside: ${stream}\n`)
      // What could not be folded is what the operator has to see.
      if (rebuilt.setAside.length > 0) process.exitCode = 1
    }),
  )
