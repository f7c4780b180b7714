/** `touchmove sync --to URL`: brings the record to another host, as often as it takes, and proves that both hold the same. */
import { Command } from 'commander'
import { RecordRefusal } from '../../../integrity/anchors/remote-evidence.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import {
  openRemoteClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly to: string
  readonly tournament?: string
  readonly since?: string
  readonly cosign?: true
  readonly json?: true
}

export const syncCommand = (): Command =>
  withRecordOptions(
    new Command('sync')
      .description(
        'bring rounds and games to another host, byte for byte; run again it goes on where it stopped',
      )
      .requiredOption('--to <url>', 'the other host; its admin token: TOUCHMOVE_SYNC_TOKEN')
      .option('--tournament <id>', 'of one tournament')
      .option('--since <day>', 'only what was opened from this day (UTC) on, e.g. 2026-03-14')
      .option(
        '--cosign',
        'where no host serves the folder: open it, to store the signature of the other host; without --cosign it is not opened',
      )
      .option('--json', 'print what was done as one object'),
  ).action(sync)

async function sync(options: Options): Promise<void> {
  const { to, tournament, since } = options
  const token = process.env['TOUCHMOVE_SYNC_TOKEN']
  if (token === undefined)
    throw new CommandFailure('TOUCHMOVE_SYNC_TOKEN must hold a token of the role admin for the other host')
  if (since !== undefined && !isDay(since))
    throw new CommandFailure(`--since ${since} is no day; it is one such as 2026-03-14`)
  const { NOT_SERVED, syncRecord, SyncFailure, witnessBySync } = await import(
    '../../../integrity/sync/run.ts'
  )
  const target = openRemoteClient(to, token, '--to')
  const seen = await readRecord(options, async (source) => {
    const progress = createProgress()
    const selection = { ...(tournament && { tournament }), ...(since && { since: `${since}T00:00:00.000Z` }) }
    const onStream = (done: number, of: number) => progress.report(() => `${done} of ${of} rounds and games`)
    try {
      const done = await syncRecord(source, target, selection, onStream)
      progress.done()
      if (tournament !== undefined && done.streams === 0)
        throw new CommandFailure(`there is nothing of a tournament ${tournament} in this record`)
      report(done, options)
      return await witnessBySync(source, target)
    } catch (failure) {
      progress.done()
      if (
        failure instanceof SyncFailure ||
        failure instanceof RecordRefusal ||
        failure instanceof CommandFailure
      )
        throw new CommandFailure(`${failure.message}; what was brought so far stays, run the same again`)
      throw failure
    }
  })
  // What was read was a copy: the other host's signature can only be stored in the folder itself.
  const signed =
    seen === NOT_SERVED && options.cosign
      ? await writeRecord(options, (own) => witnessBySync(own, target))
      : seen
  printNote(
    typeof signed === 'string'
      ? `${to} has not cosigned this record's log: ${signed}${signed === NOT_SERVED ? '; --cosign opens the folder for it' : ''}`
      : `${to} has seen ${signed.size} entries of this record's log, and signed that it did: verify --all --witness ${signed.witness}`,
  )
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

const CONFLICT_ADVICE =
  'CONFLICT: both hosts recorded this, or the same PGN was imported on both; each has its own in its record. Compare /games/{id}.pgn of both: if they say the same, there is nothing to do. Else put right what is wrong on the host whose record counts'

const REFUSED_ADVICE =
  'REFUSED: what is stored of it does not hold on one of the two sides. verify --game ID on both says which commit'

type SyncOutcome = Awaited<ReturnType<typeof import('../../../integrity/sync/run.ts').syncRecord>>

function report(outcome: SyncOutcome, { to, json }: Options): void {
  const { settings, streams, sent, conflicts, refused, ahead, root, equal } = outcome
  if (json) printJson({ streams, sent, equal, root, conflicts, refused, ahead, settings })
  else {
    for (const { detail } of conflicts) printLine(`CONFLICT ${detail}`)
    for (const { detail } of refused) printLine(`REFUSED ${detail}`)
    for (const stream of ahead) printLine(`UNEQUAL ${stream}: recorded on meanwhile; run sync again`)
    printLine(`equal: ${equal} of ${streams} rounds and games, root ${root}`)
    printNote(`${sent} commits were brought to ${to}`)
    for (const { tournament, differing, tightened } of settings) {
      if (tightened.length > 0)
        printNote(
          `tournament ${tournament}: ${tightened.join(' and ')} of this host was taken on there, which showed more to the public`,
        )
      if (differing.length > 0)
        printNote(
          `tournament ${tournament}: ${differing.join(', ')} says something else there, and stays as it is`,
        )
    }
    if (conflicts.length > 0) printNote(CONFLICT_ADVICE)
    if (refused.length > 0) printNote(REFUSED_ADVICE)
  }
  if (conflicts.length + refused.length + ahead.length > 0) process.exitCode = EXIT_DOES_NOT_HOLD
}
