/** `touchmove requeue`: lists the streams that were set aside, and folds them again once they are mended. */
import { Command } from 'commander'
import { problemText } from '../../../http/api-client.ts'
import { CommandFailure } from '../failure.ts'
import { printLine, printValue } from '../print.ts'
import { type RecordOptions, readRecord, withRecordOptions, writeRecord } from '../record-client.ts'

interface Options extends RecordOptions {
  readonly list?: true
  readonly json?: true
}

interface QuarantinedReport {
  readonly streams: readonly { readonly stream: string; readonly error: string; readonly times: number }[]
}

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
      const answer = options.list
        ? await client.request('GET', '/views/set-aside')
        : await client.request('POST', '/views/requeue', { body })
      if (answer.status >= 400) throw new CommandFailure(problemText(answer))
      const left = JSON.parse(answer.text) as QuarantinedReport
      if (options.json) printValue(left)
      else if (left.streams.length === 0) printLine('nothing is set aside')
      else for (const each of left.streams) printLine(`${each.stream}: ${each.error}`)
      if (left.streams.length > 0) process.exitCode = 1
    }),
  )
