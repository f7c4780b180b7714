/** `touchmove serve`: the whole service on the embedded database. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { parseWitnessAddress, type WitnessAddress } from '../../../integrity/transparency/witness-address.ts'
import { LOG_LEVELS, type LogLevel } from '../../../observability/log.ts'
import { parseTargets } from '../../../outbound/targets.ts'
import type { WebhookTargets } from '../../../ports.ts'
import { inProcessClient } from '../../in-process-client.ts'
import type { RunningHost } from '../../serve.ts'
import { collectOption } from '../collect-option.ts'
import { CommandFailure } from '../failure.ts'
import { parsePort } from '../port.ts'
import { printNote } from '../print.ts'
import { welcome } from '../welcome.ts'

interface Options {
  readonly port: number
  readonly host: string
  readonly data: string
  readonly dynamodb?: string
  readonly sample?: true
  readonly signInLink?: true
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly behindProxy?: true
  readonly webhooksTo?: string[]
  readonly witness: readonly string[]
  readonly log: LogLevel
}

const WEBHOOKS_VARIABLE = 'TOUCHMOVE_WEBHOOKS_TO'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the whole service on this machine, with its own database in a folder')
    .option('--port <port>', 'where to listen; 0 takes any free port', parsePort, 8787)
    .option('--host <address>', 'the address to listen on; 0.0.0.0 for all of this machine', '127.0.0.1')
    .option('--data <dir>', 'the data folder', './data')
    .option(
      '--dynamodb <url>',
      'use a DynamoDB-compatible database that several hosts share; the folder then holds keys and tokens alone',
      urlOf,
    )
    .option('--sample', 'load a sample round, once')
    .option(
      '--sign-in-link',
      'print the link that signs in also where the output is no terminal: who reads it there can sign in, once',
    )
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM, with its chain)')
    .option('--tls-key <file>', 'the private key of the certificate (PEM)')
    .option(
      '--behind-proxy',
      'take the address of a client from the reverse proxy in front (X-Forwarded-For)',
    )
    .addOption(
      new Option(
        '--webhooks-to <hosts...>',
        'webhooks may go there only: names, *.names, addresses, blocks, "public" (the internet; the default), "none"',
      ).env(WEBHOOKS_VARIABLE),
    )
    .option(
      '--witness <key@url>',
      'a witness that cosigns the checkpoints of the log: its key, @ and its address; may be given again',
      collectOption,
      [],
    )
    .addOption(
      new Option('--log <level>', 'log to stderr, as JSON lines, from this level on')
        .choices(LOG_LEVELS)
        .default('info'),
    )
    .action(serve)
}

function urlOf(text: string): string {
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' }
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new InvalidArgumentError('It is a URL, such as http://127.0.0.1:8000.')
  return text
}

function tlsOf({ tlsCert, tlsKey }: Options) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CommandFailure('HTTPS needs both --tls-cert and --tls-key')
  return { cert: pem(tlsCert), key: pem(tlsKey) }
}

function pem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function targetsOf({ webhooksTo }: Options): WebhookTargets | undefined {
  if (webhooksTo === undefined) return undefined
  const targets = parseTargets([webhooksTo].flat().join(' '))
  if (!targets.ok) throw new CommandFailure(targets.error.message)
  return targets.value
}

function witnessesOf({ witness }: Options): WitnessAddress[] {
  return witness.map((each) => {
    const parsed = parseWitnessAddress(each)
    if (!parsed.ok) throw new CommandFailure(`--witness ${parsed.error.message}`)
    return parsed.value
  })
}

/**
 * A link that opens the page signed in, once: as the arbiter of the sample round, else as the administrator, who can enter a
 * tournament. Null where there is no token, or where the output is no terminal, since a journal would store the link.
 */
async function signInLink({ url, host }: RunningHost, options: Options): Promise<string | null> {
  if (!process.stdout.isTTY && options.signInLink !== true) return null
  const { readFirstTokens } = await import('../../first-tokens.ts')
  const tokens = readFirstTokens(options.data)
  const token = options.sample === true ? tokens?.arbiter : tokens?.admin
  return token === undefined ? null : `${url}/#/sign-in/${host.signInCode(token)}`
}

/** How long the process may go on once the host is closed, ms: enough for the last lines to reach a pipe. */
const EXIT_DELAY_MS = 500

async function serve(options: Options): Promise<void> {
  const { port, host, data, dynamodb, sample, behindProxy } = options
  const tls = tlsOf(options)
  const webhooksTo = targetsOf(options)
  const witnesses = witnessesOf(options)
  const { startHost } = await import('../../serve.ts')
  const { hostLog } = await import('../../../observability/host-log.ts')
  const log = hostLog(options.log)
  const started = await startHost({
    ...{ folder: data, host, port, tls, behindProxy, webhooksTo, dynamodb, witnesses, log },
  })
  if (!started.ok) throw new CommandFailure(started.error.message)
  const { url, host: serviceHost, warnings, close } = started.value
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  try {
    for (const warning of warnings) printNote(`touchmove: ${warning}`)
    if (sample) {
      const { loadSample } = await import('../../simulate/sample/load.ts')
      await loadSample(inProcessClient(serviceHost.adminRouter), Date.now())
    }
    const link = await signInLink(started.value, options)
    process.stdout.write(`ready ${url}\n${welcome({ url, folder: data, withSample: sample === true, link })}`)
    await stopped
  } finally {
    await close()
    // Work that waits for a remote system, such as a webhook's receiver, is not waited for.
    setTimeout(() => process.exit(), EXIT_DELAY_MS).unref()
  }
}
