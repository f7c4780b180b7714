/** `touchmove serve`: the whole service on the embedded database. */
import { once } from 'node:events'
import { Command, InvalidArgumentError } from 'commander'
import { CommandFailure } from '../failure.ts'
import { ownDesk } from '../own-desk.ts'
import { welcome } from '../welcome.ts'

interface Options {
  readonly port: number
  readonly host: string
  readonly data: string
  readonly sample?: true
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the whole service on this machine, with its own database in a folder')
    .option('--port <port>', 'where to listen; 0 takes any free port', portOf, 8787)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--data <dir>', 'the data folder', './data')
    .option('--sample', 'load a sample round, once')
    .action(serve)
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It is a number from 0 to 65535.')
  return port
}

async function serve({ port, host, data, sample }: Options): Promise<void> {
  const { startHost } = await import('../serve.ts')
  const started = await startHost({ folder: data, host, port })
  if (!started.ok) throw new CommandFailure(started.error.message)
  const { url, house, close } = started.value
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  try {
    if (sample) {
      const { loadSample } = await import('../sample/load.ts')
      await loadSample(ownDesk(house.ownRouter), Date.now())
    }
    process.stdout.write(`ready ${url}\n${welcome(url, data, sample === true)}`)
    await stopped
  } finally {
    await close()
  }
}
