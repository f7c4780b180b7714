/**
 * A bare server beside which a feed is measured, in a process of its own as the product has one: in one process, what the
 * engine compiles of Node's HTTP has to serve both, and each is slower than alone.
 */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectYoung, cpu } from './measure.ts'

export interface BareServer {
  readonly url: string
  /** CPU seconds of its process so far; its young generation has just been collected. */
  cpu(): Promise<number>
  close(): void
}

/** Sends the text as a Buffer, with its type and length, to every request. */
export async function openBare(text: string, type: string): Promise<BareServer> {
  const child = fork(process.argv[1]!, ['bare'], { execArgv: ['--expose-gc'] })
  const ask = (question: object): Promise<number> =>
    new Promise((resolve) => {
      child.once('message', resolve as (answer: unknown) => void)
      child.send(question)
    })
  const port = await ask({ text, type })
  return { url: `http://127.0.0.1:${port}`, cpu: () => ask({}), close: () => child.kill() }
}

export function serveBare(): void {
  process.on('message', ({ text, type }: { text?: string; type?: string }) => {
    if (text === undefined) {
      collectYoung().then(() => process.send!(cpu()))
      return
    }
    const bytes = Buffer.from(text)
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
      response.end(bytes)
    })
    server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  })
}
