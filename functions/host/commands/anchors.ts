/** `touchmove anchors`: the public key that checks a host's anchors, and how far they reach. */
import { Command } from 'commander'
import { CommandFailure } from '../failure.ts'
import { note, printJson } from '../print.ts'
import { askJson, onRecord, type RecordDesk, type RecordOptions, withRecord } from '../record-desk.ts'

export function anchorsCommand(): Command {
  const command = new Command('anchors').description('the signed anchors of the record')
  command.addCommand(
    withRecord(
      new Command('key').description('print the public key; note it down elsewhere before you need it'),
    ).action((options: RecordOptions) => onRecord(options, printKey)),
  )
  command.addCommand(
    withRecord(new Command('list').description('print one anchor a line, without the heads it holds')).action(
      (options: RecordOptions) => onRecord(options, list),
    ),
  )
  return command
}

async function printKey(desk: RecordDesk): Promise<void> {
  const { key, id } = await askJson<{ key: string | null; id: string | null }>(desk, '/anchors/key')
  if (key === null) throw new CommandFailure('this host signs no anchors')
  note(`Ed25519, id ${id}`)
  process.stdout.write(`${key}\n`)
}

async function list(desk: RecordDesk): Promise<void> {
  const { anchorsOver } = await import('../../anchors/over-desk.ts')
  for await (const { anchor } of anchorsOver(desk)) printJson(anchor)
}
