/** `touchmove rebuild`: makes all views anew from the record, beside those that are read meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import * as z from 'zod'
import type { ApiClient } from '../../../http/api-client.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printLine, printNote, printValue } from '../print.ts'
import {
  fetchJson,
  fetchJsonBy,
  type RecordOptions,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

/** How often the host is asked for the progress of a rebuild, ms. */
const INTERVAL_MS = 2_000

interface Options extends RecordOptions {
  readonly json?: true
}

const progressShape = z.looseObject({
  to: z.string(),
  phase: z.enum(['fold', 'clear', 'done']),
  streams: z.int().nonnegative(),
  done: z.int().nonnegative(),
  isListed: z.boolean(),
  setAside: z.array(z.string()),
})
type Progress = z.output<typeof progressShape>
const rebuildShape = z.looseObject({ rebuild: progressShape.nullable() })

export const rebuildCommand = (): Command =>
  withRecordOptions(
    new Command('rebuild')
      .description('make all views anew; the old ones are read until nothing is behind')
      .option('--json', 'print what was made'),
  ).action((options: Options) =>
    writeRecord(options, async (client) => {
      const begun = await fetchJsonBy(client, 'POST', '/views/rebuild', progressShape, {})
      const rebuilt = await rebuildEnd(client, begun)
      if (options.json) printValue(rebuilt)
      else printLine(`views ${rebuilt.to}: ${rebuilt.streams} streams folded`)
      for (const stream of rebuilt.setAside) printNote(`set aside: ${stream}`)
      // The operator has to see to streams that could not be folded.
      if (rebuilt.setAside.length > 0) process.exitCode = EXIT_DOES_NOT_HOLD
    }),
  )

/** Prints the progress on stderr until the views are made, by this host or by others that share its database. */
async function rebuildEnd(client: ApiClient, begun: Progress): Promise<Progress> {
  for (let at = begun; ; ) {
    if (at.phase === 'done') return at
    const work = at.phase === 'fold' ? 'folded' : 'cleared of former views'
    printNote(`views ${at.to}: ${at.done} of ${at.streams}${at.isListed ? '' : ' or more'} streams ${work}`)
    await sleep(INTERVAL_MS)
    const { rebuild } = await fetchJson(client, '/views/rebuild', rebuildShape)
    if (rebuild === null || rebuild.to !== at.to)
      throw new CommandFailure(`the views ${at.to} are not being made any more: was the host started anew?`)
    at = rebuild
  }
}
