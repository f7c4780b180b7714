/** A host in a process of its own for the soak of memory: it sends over IPC how much it holds after a garbage collection. */
import { startHost } from '../../functions/host/serve.ts'
import { logOver } from '../../functions/observability/log.ts'

export interface SoakReady {
  readonly url: string
  readonly admin: string
}

export interface SoakMemory {
  readonly heap: number
  readonly external: number
  readonly rss: number
}

const started = await startHost({
  ...{ folder: process.argv[2]!, host: '127.0.0.1', port: 0 },
  log: logOver((_, fields) => {
    if (fields['event'] === 'fault') process.stderr.write(`${JSON.stringify(fields)}\n`)
  }, 'error'),
})
if (!started.ok) throw new Error(started.error.message)
const { url, host, close } = started.value
const minted = await host.mint('admin', 1)
if (!minted.ok) throw new Error(minted.error.message)
process.send?.({ url, admin: minted.value } satisfies SoakReady)
process.on('message', async (message) => {
  if (message === 'stop') {
    await close()
    process.exit()
  }
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed, external, rss } satisfies SoakMemory)
})
