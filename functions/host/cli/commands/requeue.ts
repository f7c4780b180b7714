/** `touchmove requeue`: lists the streams that were set aside, and folds them again once they are mended. */
import { Command } from 'commander'
import * as z from 'zod'
import { EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printLine, printValue } from '../print.ts'
import {
  fetchJsonBy,
  fetchPages,
  type RecordOptions,
  readRecord,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly list?: true
  readonly json?: true
}

const quarantinedShape = z.looseObject({
  streams: z.array(z.looseObject({ stream: z.string(), error: z.string() })),
  next: z.string().optional(),
})

export const requeueCommand = (): Command =>
  withRecordOptions(
    new Command('requeue')
      .description('fold streams again that were set aside: the one named, or all')
      .argument('[stream]', 'such as game#A1')
      .option('--list', 'only say which are set aside, and why')
      .option('--json', 'print the list as JSON'),
  ).action((stream: string | undefined, options: Options) =>
    (options.list ? readRecord : writeRecord)(options, async (client) => {
      const body = stream === undefined ? {} : { stream }
      if (!options.list) await fetchJsonBy(client, 'POST', '/views/requeue', quarantinedShape, body)
      const left: z.output<typeof quarantinedShape>['streams'] = []
      for await (const { streams } of fetchPages(client, '/views/set-aside', quarantinedShape))
        left.push(...streams)
      if (options.json) printValue({ streams: left })
      else if (left.length === 0) printLine('nothing is set aside')
      else for (const each of left) printLine(`${each.stream}: ${each.error}`)
      if (left.length > 0) process.exitCode = EXIT_DOES_NOT_HOLD
    }),
  )
