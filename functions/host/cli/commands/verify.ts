/** `touchmove verify`: hashes and folds the record again, checks it against its signed anchors, and names what does not hold. */
import { Command, InvalidArgumentError } from 'commander'
import type { TreeHead } from '../../../../domain/proof/consistency.ts'
import type { NotedAnchor } from '../../../integrity/anchors/attestation.ts'
import { collectOption } from '../collect-option.ts'
import { CommandFailure } from '../failure.ts'
import { readPublicKeys } from '../public-keys.ts'
import { checkRecord, type RecordOptions, withRecordOptions } from '../record-client.ts'
import type { VerifyRecordOptions } from '../verify-record.ts'

interface Options extends RecordOptions, VerifyRecordOptions {
  readonly key: readonly string[]
}

export const verifyCommand = (): Command =>
  withRecordOptions(
    new Command('verify')
      .description(
        'check chain, anchors and reading of the record again; the first commit that does not hold is named',
      )
      .argument('[file]', 'a bundle, or an audit saved from GET /games/G/audit (- for standard input)')
      .option('--game <id>', 'one game of the record')
      .option('--all', 'all rounds and games of the record')
      .option(
        '--key <public>',
        'public key of the anchors, or a file with it; may be given again after a change of keys',
        collectOption,
        [],
      )
      .option(
        '--anchor <n:hash>',
        'an anchor noted elsewhere (`anchors list`: its n and hash), which must be there; may be given again',
        parseNotedAnchor,
        [],
      )
      .option(
        '--witness <key>',
        'the key of a witness (`touchmove witness` prints it), or a file with it: what it saw must still be there; with @ and its address it is asked what it saw last; may be given again',
        collectOption,
        [],
      )
      .option(
        '--checkpoint <size:root>',
        'a checkpoint noted elsewhere: the number of entries and the root, in base64 or in the groups that are printed; may be given again',
        parseNotedCheckpoint,
        [],
      )
      .option('--json', 'print one object for each stream and each fault'),
  ).action(verify)

/** `12:9f3c…`, at least sixteen digits of the hash: they exclude a collision by chance, and are few enough to copy by hand. */
function parseNotedAnchor(text: string, before: readonly NotedAnchor[]): NotedAnchor[] {
  const [, n, hash] = /^([1-9]\d{0,9}):([0-9a-f]{16,64})$/i.exec(text) ?? []
  if (n === undefined || hash === undefined)
    throw new InvalidArgumentError(
      'It is a number, a colon and at least 16 digits of the hash, such as 12:9f3c….',
    )
  return [...before, { n: Number(n), hash: hash.toLowerCase() }]
}

/** `1042:9f3c 0b7e …`, the size of the log and its root in groups of hexadecimal digits, or the root in base64. */
function parseNotedCheckpoint(text: string, before: readonly TreeHead[]): TreeHead[] {
  const [, size, written = ''] = /^([1-9]\d{0,14}):(.+)$/.exec(text) ?? []
  // The groups may be joined by blanks, by hyphens or by nothing.
  const digits = written.replaceAll(/[\s-]/g, '').toLowerCase()
  const root = /^[A-Za-z0-9+/]{43}=$/.test(written)
    ? Buffer.from(written, 'base64').toString('hex')
    : /^[0-9a-f]{32,64}$/.exec(digits)?.[0]
  if (size === undefined || root === undefined)
    throw new InvalidArgumentError(
      'It is a number, a colon and 44 signs of base64, or the eight groups of digits that are printed, such as "1042:9f3c 0b7e …".',
    )
  return [...before, { size: Number(size), root }]
}

async function verify(file: string | undefined, options: Options): Promise<void> {
  const { game, all, key, json } = options
  if ([file, game, all].filter((given) => given !== undefined).length !== 1) {
    throw new CommandFailure('name one of FILE, --game ID and --all')
  }
  if (file !== undefined && options.anchor.length > 0)
    throw new CommandFailure('--anchor goes with --game ID or --all: a file holds some anchors only')
  if (all === undefined && options.witness.length + options.checkpoint.length > 0)
    throw new CommandFailure('--witness and --checkpoint go with --all: they are about the whole record')
  const keys = key.length === 0 ? null : readPublicKeys(key)
  if (file === undefined) {
    const { printFileFaults, verifyRecord } = await import('../verify-record.ts')
    await checkRecord(options, printFileFaults(options), (client) => verifyRecord(client, options, keys))
  } else {
    const { verifyFile } = await import('../verify-file.ts')
    await verifyFile(file, keys, json)
  }
}
