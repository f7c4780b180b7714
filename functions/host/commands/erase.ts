/** `touchmove erase PERSON`: all that is kept of a person goes; `--retention`: all that has outlived its period. */
import { Command } from 'commander'
import type { Erased } from '../../record/erase.ts'
import type { Retired } from '../../record/retention.ts'
import { CommandFailure } from '../failure.ts'
import { printJson } from '../print.ts'
import {
  onRecord,
  type RecordDesk,
  type RecordOptions,
  readRecord,
  segment,
  withRecord,
} from '../record-desk.ts'

interface Options extends RecordOptions {
  readonly retention?: true
  readonly dry?: true
  readonly json?: true
}

export const eraseCommand = (): Command =>
  withRecord(
    new Command('erase')
      .description('erase a person; chain, results and verdicts stay, with a placeholder for the name')
      .argument('[person]', 'the id that stands in the game’s audit, P…')
      .option('--retention', 'erase instead what has outlived its period (docs/storage.md)')
      .option('--dry', 'with --retention: only count')
      .option('--json', 'print what was done as one object'),
  ).action(erase)

async function erase(person: string | undefined, options: Options): Promise<void> {
  const { retention, dry, json } = options
  if ((person === undefined) === (retention === undefined))
    throw new CommandFailure('name a person’s id, or give --retention')
  if (dry && !retention) throw new CommandFailure('--dry goes with --retention')
  const open = dry ? readRecord : onRecord
  await open(options, async (desk) => {
    if (person === undefined) {
      const done = await post<Retired>(desk, '/retention', { dry: dry === true })
      const { words, tags, persons } = done.erased
      const verb = dry ? 'would be erased' : 'erased'
      if (json) printJson(done)
      else
        process.stdout.write(
          `${verb}: ${words} notes, tags of ${tags} imports, ${persons} players’ entries, in ${done.streams} rounds and games\n`,
        )
      return
    }
    const done = await post<Erased>(desk, `/persons/${segment(person)}/erase`)
    if (json) printJson(done)
    else
      process.stdout.write(
        `erased ${done.person}: ${done.entries} entries, tags of ${done.tags} imports, in ${done.streams.length} games\n`,
      )
  })
}

async function post<T>(desk: RecordDesk, path: string, body?: object): Promise<T> {
  const { problemOf } = await import('../../ingest/desk.ts')
  const answer = await desk.ask('POST', path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new CommandFailure(problemOf(answer))
  return JSON.parse(answer.text) as T
}
