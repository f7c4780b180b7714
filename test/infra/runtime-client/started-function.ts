/** A function's bundle in a process of its own under AWS's runtime interface client, which asks us for events as it asks Lambda. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NODE_OPTIONS } from '../../../infra/bundles.ts'

export interface StartedFunction {
  /** What it answers to an event; rejected where it failed. */
  invoke(event: unknown): Promise<unknown>
  /** What it has written to stdout, as the platform logs it. */
  lines(): readonly string[]
  stop(): Promise<void>
}

interface Invocation {
  readonly event: unknown
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** `client`: the runtime interface client's program; `folder`: the function's bundle. */
export async function startFunction(
  client: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<StartedFunction> {
  const invocations = new Map<string, Invocation>()
  const waiting: string[] = []
  let asker: ServerResponse | null = null
  let count = 0

  const give = () => {
    const id = asker === null ? undefined : waiting.shift()
    if (asker === null || id === undefined) return
    asker.writeHead(200, {
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': String(Date.now() + 30_000),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:000000000000:function:touchmove',
    })
    asker.end(JSON.stringify(invocations.get(id)?.event))
    asker = null
  }
  const server = createServer((request, response) => {
    const [, id = '', what = ''] = /\/invocation\/([\w-]+)(?:\/(\w+))?$/.exec(request.url ?? '') ?? []
    if (id === 'next') {
      asker = response
      give()
      return
    }
    void bodyOf(request).then((body) => {
      const answer: unknown = JSON.parse(body)
      if (what === 'response') invocations.get(id)?.resolve(answer)
      else invocations.get(id)?.reject(new Error(body))
      response.writeHead(202).end()
    })
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const child = spawn(
    process.execPath,
    ['--require', join(import.meta.dirname, 'native-client.cjs'), client],
    {
      env: {
        ...environment,
        NODE_OPTIONS,
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(server.address() as AddressInfo).port}`,
        AWS_LAMBDA_LOG_FORMAT: 'JSON',
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
        AWS_LAMBDA_LOG_GROUP_NAME: 'log-group',
        AWS_LAMBDA_LOG_STREAM_NAME: 'log-stream',
        LAMBDA_TASK_ROOT: folder,
        _HANDLER: 'index.handler',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const said = textOf(child)
  const exited = once(child, 'exit')
  void exited.then(([code]) => {
    for (const { reject } of invocations.values()) reject(new Error(`the function ended with ${code}`))
  })
  return {
    invoke: (event) =>
      new Promise((resolve, reject) => {
        const id = `invocation-${++count}`
        invocations.set(id, { event, resolve, reject })
        waiting.push(id)
        give()
      }),
    lines: () => said.text.split('\n').filter((line) => line !== ''),
    async stop() {
      child.kill('SIGKILL')
      await exited
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function textOf({ stdout }: ChildProcess): { text: string } {
  const said = { text: '' }
  stdout?.on('data', (chunk) => {
    said.text += String(chunk)
  })
  return said
}
