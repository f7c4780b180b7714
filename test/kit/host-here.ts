/**
 * Starts hosts within the process of the tests, for tests that only send requests: a process for each would load the program anew,
 * which takes a second. Tests that kill a host, read what it prints or look at its process start one by command.ts.
 */
import { cpSync } from 'node:fs'
import { servePageFrom } from '../../functions/console/assets.ts'
import { readFirstTokens } from '../../functions/host/first-tokens.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { type RunningHost, type StartHostOptions, startHost } from '../../functions/host/serve.ts'
import { loadSample } from '../../functions/host/simulate/sample/load.ts'
import { hostLog } from '../../functions/observability/host-log.ts'
import { bundledPage, madeOnce, sampleFolder } from './command.ts'

/** A running host, wherever it runs. */
export interface Served {
  readonly url: string
  readonly folder: string
  /** The first token of a role. */
  token(role: string): string
  stop(): Promise<unknown>
}

export interface HostHere extends Served {
  stop(): Promise<void>
}

type More = Partial<Pick<StartHostOptions, 'webhooksTo' | 'port'>>

async function start(folder: string, more: More): Promise<RunningHost> {
  const log = hostLog('error')
  const host = await startHost({ folder, host: '127.0.0.1', port: 0, fsync: false, log, ...more })
  if (!host.ok) throw new Error(host.error.message)
  return host.value
}

/** A host on this folder, which it makes where there is none. */
export async function serveHere(folder: string, more: More = {}): Promise<HostHere> {
  const { url, close } = await start(folder, more)
  const tokens: Readonly<Record<string, string>> = { ...readFirstTokens(folder) }
  return { url, folder, token: (role) => tokens[role] ?? '', stop: close }
}

/** A host on a folder that does not exist yet or is empty, and that has the sample round: played once in a run, and copied. */
export async function serveSampleHere(folder: string, more: More = {}): Promise<HostHere> {
  await copySample(folder)
  return serveHere(folder, more)
}

/** Copies a data folder with the sample round, as a host left it, to `folder`. */
export async function copySample(folder: string): Promise<void> {
  const played = sampleFolder()
  await madeOnce(played, async () => {
    const { host, close } = await start(played, {})
    await loadSample(inProcessClient(host.adminRouter), Date.now())
    await close()
  })
  cpSync(played, folder, { recursive: true, preserveTimestamps: true })
}

/** Makes hosts in this process serve the page of a fresh bundle: the one in dist may be older. */
export async function servePageHere(): Promise<void> {
  servePageFrom(await bundledPage())
}
