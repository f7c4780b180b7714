/** `touchmove token mint | list | revoke | rotate | keys`: access tokens and the keys that sign them. */
import { existsSync, readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import type { Problem } from '../../../../domain/result.ts'
import type { KeyRecord } from '../../../auth/keyring.ts'
import { TOKEN_ROLES } from '../../../auth/roles.ts'
import { CommandFailure } from '../failure.ts'
import { kmsPublicKey } from '../kms-public-key.ts'
import { printJson, printLine, printNote, printValue } from '../print.ts'
import {
  DEFAULT_DATA_FOLDER,
  fetchJsonBy,
  fetchPages,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  withRecordOptions,
  writeRecord,
} from '../record-client.ts'

interface MintOptions extends RecordOptions {
  readonly role: string
  readonly scope: string
  readonly days?: number
  readonly json?: true
}

export function tokenCommand(): Command {
  const mint = new Command('mint')
    .description('mint a token and print it, this once')
    .addOption(
      new Option('--role <role>', 'what its bearer may do').choices(TOKEN_ROLES).makeOptionMandatory(),
    )
    .requiredOption(
      '--scope <scope>',
      'where: *, tournament:T, round:T/R or game:G; for a player game:G/white or game:G/black',
    )
    .option('--days <days>', 'until it expires (default 30)', daysOf)
    .option('--json', 'print the token with its entry')
    .action((options: MintOptions) => writeRecord(options, (client) => mintToken(client, options)))
  const list = new Command('list')
    .description('list the tokens that were minted')
    .option('--json', 'print one object a token')
    .action((options: RecordOptions & { json?: true }) =>
      readRecord(options, (client) => listTokens(client, options.json)),
    )
  const revoke = new Command('revoke')
    .description('revoke a token')
    .argument('<id>', 'its id, as listed')
    .option(
      '--expires <instant>',
      'when it would expire, of a token that was minted elsewhere and is not listed here',
    )
    .action((id: string, options: RecordOptions & { expires?: string }) =>
      writeRecord(options, (client) => revokeToken(client, id, options.expires)),
    )
  const rotate = new Command('rotate')
    .description(
      'sign with a new key from now on; an old key goes with the first rotation after its last token has expired',
    )
    .option('--at-once', 'drop the old keys now: every token so far is void, tokens.json is written anew')
    .action((options: RecordOptions & { atOnce?: true }) =>
      writeRecord(options, (client) => rotateKeys(client, options.atOnce === true)),
    )
  const keys = new Command('keys')
    .description(
      "print the public halves of a data folder's signing keys, as a deployed service is given them",
    )
    .option('--data <dir>', 'the data folder', DEFAULT_DATA_FOLDER)
    .option(
      '--make',
      'make the key if there is none, and the folder: before a first start, or where the keys are lost',
    )
    .option(
      '--kms <file>',
      'put the public half of a KMS key first: what `aws kms get-public-key` gives as PublicKey',
    )
    .option('--json', 'on one line')
    .action(printKeys)
  const token = new Command('token').description('board, player, reader and other tokens')
  for (const command of [mint, list, revoke, rotate]) token.addCommand(withRecordOptions(command))
  return token.addCommand(keys)
}

function daysOf(text: string): number {
  const days = Number(text)
  if (!(days > 0)) throw new InvalidArgumentError('It is a number of days above 0.')
  return days
}

const text = z.string()
const entryShape = z.looseObject({
  ...{ id: text, role: text, scope: text, expires: text, revokedAt: text.optional() },
})
const mintedShape = z.looseObject({ token: text, entry: entryShape })
const listShape = z.looseObject({ tokens: z.array(entryShape), next: text.optional() })
/** Role and scope are unknown where the token was minted elsewhere. */
const revokedShape = z.looseObject({
  ...{ id: text, role: text.optional(), scope: text.optional(), expires: text },
})
const rotationShape = z.looseObject({ kid: text, kept: z.array(text), dropped: z.array(text) })

async function mintToken(client: RecordClient, { role, scope, days, json }: MintOptions): Promise<void> {
  const minted = await fetchJsonBy(client, 'POST', '/tokens', mintedShape, { role, scope, days })
  if (json) return printValue(minted)
  printNote(`${minted.entry.id}  ${role} for ${scope}, expires ${minted.entry.expires}`)
  printLine(minted.token)
}

async function listTokens(client: RecordClient, json: true | undefined): Promise<void> {
  for await (const { tokens } of fetchPages(client, '/tokens', listShape))
    for (const entry of tokens) {
      const { id, role, scope, expires, revokedAt } = entry
      if (json) printJson(entry)
      else
        printLine(`${id}  ${role}  ${scope}  expires ${expires}${revokedAt ? `  revoked ${revokedAt}` : ''}`)
    }
}

async function revokeToken(client: RecordClient, id: string, expires: string | undefined): Promise<void> {
  const query = expires === undefined ? '' : `?${new URLSearchParams({ expires })}`
  const path = `/tokens/${pathSegment(id)}/revoke${query}`
  const entry = await fetchJsonBy(client, 'POST', path, revokedShape, {})
  const { role, scope } = entry
  const what = role === undefined ? `minted elsewhere, until ${entry.expires}` : `${role} for ${scope}`
  printLine(`revoked ${entry.id} (${what})`)
}

async function rotateKeys(client: RecordClient, atOnce: boolean): Promise<void> {
  const {
    kid,
    kept: retained,
    dropped,
  } = await fetchJsonBy(client, 'POST', '/keys/rotate', rotationShape, { atOnce })
  const names = (kids: readonly string[]) => (kids.length === 0 ? 'none' : kids.join(', '))
  printLine(`${kid} signs from now on; kept: ${names(retained)}; dropped: ${names(dropped)}`)
}

interface KeysOptions {
  readonly data: string
  readonly make?: true
  readonly kms?: string
  readonly json?: true
}

/** Reads the keys from the folder itself, even while a host serves it: nothing of the record is opened. */
async function printKeys({ data, make, kms, json }: KeysOptions): Promise<void> {
  const first = kms === undefined ? [] : [kmsPublicHalf(kms)]
  const { folderKeys } = await import('../../../auth/signing-key-file.ts')
  const keys = await folderKeys(data, make)
  if (!keys.ok) throw new CommandFailure(`${keys.error.message}${hintFor(keys.error)}`)
  const halves = keys.value.publicHalves()
  if (!halves.ok) throw new CommandFailure(halves.error.message)
  const all = [...first, ...halves.value]
  if (json) printJson(all)
  else printValue(all)
}

/** Reads the public half from a file that holds a SubjectPublicKeyInfo in base64, as KMS gives it. */
function kmsPublicHalf(file: string): KeyRecord {
  const refusing = (why: string) =>
    new CommandFailure(
      `--kms ${file}: ${why}; it holds what \`aws kms get-public-key --query PublicKey --output text\` prints`,
    )
  if (!existsSync(file)) throw refusing('there is no such file')
  const half = kmsPublicKey(readFileSync(file, 'utf8').trim())
  if (!half.ok) throw refusing(half.error.message)
  return half.value
}

const hintFor = ({ code }: Problem): string => (code === 'key-missing' ? '; --make makes a first one' : '')
