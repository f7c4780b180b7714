/** Starts the embedded host: the whole service with its HTTP server, over a data folder that this process owns. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result } from '../../domain/result.ts'
import type { WitnessAddress } from '../integrity/transparency/witness-address.ts'
import type { Log } from '../observability/log.ts'
import type { WebhookTargets } from '../ports.ts'
import { createHost, type Host } from './create-host.ts'
import { removeServerFile, writeServerFile } from './database/running-host.ts'
import { openFirstTokens } from './first-tokens.ts'
import { type HttpServer, serveHttp, type Tls } from './http/http-server.ts'

export interface StartHostOptions {
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly fsync?: boolean
  /** Certificate and key (PEM) for HTTPS. */
  readonly tls?: Tls | undefined
  /** A reverse proxy in front names the client in X-Forwarded-For. */
  readonly behindProxy?: boolean | undefined
  /** Where webhooks may go. */
  readonly webhooksTo?: WebhookTargets | undefined
  /** A DynamoDB-compatible database that several hosts share. */
  readonly dynamodb?: string | undefined
  /** Who cosigns the checkpoints of its log. */
  readonly witnesses?: readonly WitnessAddress[]
  readonly log: Log
}

export interface RunningHost {
  readonly url: string
  readonly host: Host
  /** What the operator should mend, a line each. */
  readonly warnings: readonly string[]
  /** Sends the answers under way, and releases folder and port. */
  close(): Promise<void>
}

/** How far back the anchorer looks for streams that the log of appends may not name; it anchors all that the log names anyway. */
const UNANCHORED_DAYS = 30

/** Opens folder and port. Refuses as `createHost` does, and with `bad-tls` and `cannot-listen`. */
export async function startHost(options: StartHostOptions): Promise<Result<RunningHost>> {
  const { folder, host, port, tls, behindProxy = false, log } = options
  const opened = await createHost(options)
  if (!opened.ok) return opened
  const composed = opened.value
  const { service, router, mint, authenticate } = composed
  const tokens = await openFirstTokens(folder, mint, authenticate)
  const server = tokens.ok
    ? await serveHttp({
        ...{ router, host, port, tls, behindProxy, log },
        metrics: service.metrics,
        cache: service.responses,
      })
    : tokens
  const local = server.ok ? await localServer(server.value, options, composed) : server
  if (!tokens.ok || !server.ok || !local.ok) {
    if (server.ok) await server.value.close()
    await composed.close()
    return (server.ok ? local : server) as Result<never>
  }
  writeServerFile(folder, local.value.url, composed.folderSecret)
  const { url } = server.value
  log.write('info', 'started', { url, pid: process.pid })
  // Anchors what a killed host left unanchored, in the background.
  void composed.anchorer.resumeSince(composed.service.clock.now() - UNANCHORED_DAYS * 86_400_000)
  composed.catchUp()
  const tokenWarnings = tokens.value === null ? [] : [tokens.value]
  return ok({
    url,
    host: composed,
    warnings: [
      ...composed.damage,
      ...tokenWarnings,
      ...accessWarnings(folder),
      ...unencryptedWarnings(options),
    ],
    async close() {
      removeServerFile(folder)
      // Live streams never end by themselves.
      composed.service.liveStreams.close()
      await Promise.all([...new Set([server.value, local.value])].map((each) => each.close()))
      await composed.close()
      log.write('info', 'stopped', { pid: process.pid })
    },
  })
}

/**
 * The server for commands on this machine. A certificate names a host name, not the loopback address, so beside HTTPS there is a port
 * without TLS that only this machine reaches.
 */
async function localServer(
  server: HttpServer,
  { host, tls, log }: StartHostOptions,
  { router, service }: Host,
): Promise<Result<HttpServer>> {
  if (tls !== undefined)
    return serveHttp({ router, host: '127.0.0.1', port: 0, log, cache: service.responses })
  const { port } = new URL(server.url)
  const everywhere = host === '0.0.0.0' || host === '::'
  return ok(everywhere ? { ...server, url: `http://127.0.0.1:${port}`, close: async () => {} } : server)
}

/** Warnings about files that other users of the machine can write or read. */
function accessWarnings(folder: string): string[] {
  if (process.platform === 'win32') return []
  const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  const writable =
    (modeOf(folder) & 0o022) === 0
      ? []
      : [
          `${folder} can be written by other users of this machine, who may put other files in its place; chmod 700 ${folder}`,
        ]
  const readable = ['keys.json', 'tokens.json', 'anchor-key.pem']
    .map((name) => join(folder, name))
    .filter((file) => (modeOf(file) & 0o077) !== 0)
    .map((file) => `${file} can be read by other users of this machine; chmod 600 ${file}`)
  return [...writable, ...readable]
}

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

const unencryptedWarnings = ({ host, tls, behindProxy }: StartHostOptions): string[] =>
  tls !== undefined || behindProxy === true || LOOPBACK.test(host)
    ? []
    : [
        `listening on ${host} without TLS: tokens can be overheard in the hall; give --tls-cert and --tls-key, or put a proxy in front (docs/operations.md)`,
      ]
