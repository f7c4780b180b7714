/** The other side of a connection, in a process of its own: what it costs is no part of what is measured. */
import { fork } from 'node:child_process'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Job =
  | {
      readonly kind: 'post'
      readonly url: string
      readonly token: string
      readonly bodies: readonly string[]
    }
  | { readonly kind: 'get'; readonly url: string; readonly count: number; readonly at: number }
  | { readonly kind: 'follow'; readonly url: string; readonly readers: number }
  | { readonly kind: 'take' }

export interface Client {
  /**
   * Resolves once the job is done; for `follow`, once every reader has been greeted; for `take`, once nothing has come to any of
   * them for a while.
   */
  run(job: Job): Promise<string>
  close(): void
}

export function openClient(): Client {
  const child = fork(process.argv[1]!, ['client'], { execArgv: [] })
  const next = (): Promise<string> =>
    new Promise((resolve, reject) =>
      child.once('message', (answer: { error?: string; text: string }) =>
        answer.error === undefined ? resolve(answer.text) : reject(new Error(answer.error)),
      ),
    )
  return {
    run(job) {
      child.send(job)
      return next()
    },
    close: () => child.kill(),
  }
}

export function serveJobs(): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 5000 })
  process.on('message', (job: Job) => {
    run(job, agent).then(
      (text) => process.send!({ text }),
      (error: Error) => process.send!({ error: error.message, text: '' }),
    )
  })
}

/** How long nothing comes before all is taken, ms. */
const QUIET = 20
/** When something came to a reader last, ms. */
let cameAt = 0

async function run(job: Job, agent: Agent): Promise<string> {
  if (job.kind === 'take') {
    const since = performance.now()
    while (performance.now() - Math.max(since, cameAt) < QUIET) await sleep(QUIET / 4)
    return ''
  }
  if (job.kind === 'follow') {
    await Promise.all(Array.from({ length: job.readers }, () => followed(job.url, agent)))
    return ''
  }
  let last = ''
  if (job.kind === 'post') {
    for (const body of job.bodies) last = await posted(job.url, job.token, body, agent)
    return last
  }
  let left = job.count
  const ask = async () => {
    while (left-- > 0) last = await got(job.url, agent)
  }
  await Promise.all(Array.from({ length: job.at }, ask))
  // Of many nobody wants the last; to take it over would be charged to the server.
  return job.count === 1 ? last : ''
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${response.statusCode} ${text}`)
  return text
}

const got = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => textOf(response).then(resolve, reject)).on('error', reject)
  })

const posted = (url: string, token: string, body: string, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    request(url, { method: 'POST', agent, headers }, (response) => textOf(response).then(resolve, reject))
      .on('error', reject)
      .end(body)
  })

/** Resolves with the first bytes and reads on until the process ends. */
const followed = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.on('data', () => {
        cameAt = performance.now()
        resolve()
      })
    }).on('error', reject)
  })
