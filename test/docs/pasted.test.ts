/**
 * The blocks of the documents as somebody pastes them, those for a shell one after the other into one beside one host: README,
 * feeds.md and connect.md. What leaves this machine, or does not end by itself, is left out by name.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from '../../functions/outbound/sign.ts'
import { removeBundle, temporaryFolder } from '../kit/command.ts'
import { type HostHere, serveSampleHere } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()
let host: HostHere
let command: { readonly url: string; close(): Promise<void> }
const cwd = process.cwd()

beforeAll(async () => {
  host = await serveSampleHere(join(folder.path, 'data'))
  command = await commandServer()
  process.chdir(folder.path)
  const [, pairings = ''] = /^```csv\n(board,.*?)^```$/ms.exec(documentText('docs/connect.md')) ?? []
  writeFileSync(join(folder.path, 'pairings.csv'), pairings)
  const samples = join(ROOT, 'test/ingest/samples')
  copyFileSync(join(samples, 'files/extension-line-first.trf'), join(folder.path, 'tournament.trf'))
  copyFileSync(join(samples, 'files/round-unknown.pgn'), join(folder.path, 'games.pgn'))
  copyFileSync(join(samples, 'files/names-cp1250.pgn'), join(folder.path, 'old.pgn'))
})
afterAll(async () => {
  process.chdir(cwd)
  await command.close()
  await host.stop()
  folder.remove()
  removeBundle()
})

/** Runs `touchmove` in this process for the shell, which sends its words: a process for each would take a second. */
async function commandServer(): Promise<typeof command> {
  const server = createServer(async (request, response) => {
    const words = (await text(request)).split('\0').slice(0, -1)
    const { code, stdout, stderr } = await runHere(words)
    if (code !== 0) process.stderr.write(stderr)
    response.writeHead(200, { status: code }).end(stdout)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const documentText = (document: string): string => readFileSync(join(ROOT, document), 'utf8')

/** What is told of each command that was run, or left out: its exit status or the answer's, then its words. */
const SHELL = `
LEFT_OUT='serve|push|connect'
npm() { echo "out npm $*" >&3; }
ble-bridge() { echo "out ble-bridge" >&3; }
npx() {
  if [[ "$2" =~ ^($LEFT_OUT)$ ]]; then echo "out $2 $3" >&3; return; fi
  printf '%s\\0' "\${@:2}" | command curl -s -D head --data-binary @- "$COMMAND"
  echo "ran $(sed -n 's/^status: \\([0-9]*\\).*/\\1/ip' head) \${*:2}" >&3
}
curl() {
  if [[ "$*" == *example.org* ]]; then echo "out curl" >&3; return; fi
  # A stream does not end by itself, and who reads it notices only with its next message that nobody listens.
  local most=20; [[ "$1" == -sN ]] && most=3
  command curl --max-time $most -w '%{stderr}%{http_code}\\n' "$@" 2> status
  echo "asked $(tail -n 1 status) $*" >&3
}
`

interface Pasted {
  readonly out: string
  /** What was run or asked for, with its status, in its order. */
  readonly ran: readonly (readonly [status: number, words: string])[]
  readonly leftOut: readonly string[]
}

/** Pastes all blocks of a document into one shell. `first`: what its reader has done before. */
async function paste(document: string, first = ''): Promise<Pasted> {
  const blocks = [...documentText(document).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const script = [SHELL, first, ...blocks]
    .join('\n')
    .replaceAll('HOST=http://127.0.0.1:8787', `HOST=${host.url}`)
  const log = join(folder.path, 'log')
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `exec 3> "${log}"\n${script}`], {
    cwd: folder.path,
    env: { ...process.env, COMMAND: command.url },
    maxBuffer: 16 * 1024 * 1024,
  })
  expect(stderr, document).not.toMatch(/command not found|unbound variable|syntax error|No such file/)
  const lines = readFileSync(log, 'utf8').split('\n')
  const taken = (pattern: RegExp) => lines.flatMap((line) => [...line.matchAll(pattern)])
  return {
    out: stdout,
    ran: taken(/^(?:ran|asked) (\d+) (.*)$/g).map(([, status, words = '']) => [Number(status), words]),
    leftOut: taken(/^out (.*)$/g).map(([, what = '']) => what),
  }
}

/** A document's block of this language that holds a word. */
function blockWith(document: string, language: string, word: string): string {
  const blocks = [...documentText(document).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
  const found = blocks.flatMap(([, block = '']) => (block.includes(word) ? [block] : []))
  expect(found, `${document}: ${word}`).toHaveLength(1)
  return found[0]!
}

/** Those that did not go well, in the words of their documents. */
const failed = ({ ran }: Pasted) => ran.filter(([status]) => status !== 0 && (status < 200 || status > 299))

test('README: a replay, and a game opened and begun', async () => {
  const pasted = await paste('README.md')
  expect(failed(pasted)).toEqual([])
  expect(pasted.ran).toHaveLength(3)
  expect(pasted.out).toContain('Sorrentino, Livia – Brezina, Matej')
  expect(pasted.out).toContain('{"id":"first","head":1,"replayed":false}')
  expect(pasted.out).toContain('"verdicts":[]')
  expect(pasted.leftOut).toEqual(['npm ci', 'npm start', 'npm ci', 'npm test'])
}, 180_000)

test('connect.md: rounds opened, files imported, sheets reconciled, moves announced', async () => {
  const pasted = await paste('docs/connect.md')
  expect(failed(pasted)).toEqual([])
  expect(pasted.ran).toHaveLength(8)
  expect(pasted.out).toContain('Springer Gustav eins Felix drei')
  expect(pasted.leftOut.filter((each) => !each.startsWith('connect '))).toEqual(['ble-bridge'])
}, 180_000)

test('feeds.md: each feed answers', async () => {
  const opened = 'npx touchmove open-round pairings.csv --tournament open26 --round 3 --publish'
  const pasted = await paste('docs/feeds.md', opened)
  expect(failed(pasted)).toEqual([])
  expect(pasted.ran.length).toBeGreaterThan(15)
  for (const feed of ['[Event "Sample Open"]', 'event: ', '"event":"snapshot"', 'Abara, Nkem'])
    expect(pasted.out).toContain(feed)
}, 180_000)

test('feeds.md: the block that checks a delivery believes what was signed, and nothing else', async () => {
  const block = blockWith('docs/feeds.md', 'js', 'timingSafeEqual')
  const body = '{"type":"game.changed"}'
  const genuine = async (SECRET: string, signed: string, received: string): Promise<boolean> => {
    const { 'webhook-signature': signature } = signatureHeaders(SECRET, 'd1', 1_800_000_000, signed)
    const given = { SECRET, id: 'd1', timestamp: '1800000000', body: received, signature }
    const file = join(folder.path, `check-${Object.values(given).join().length}-${SECRET.length}.mjs`)
    const lines = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    writeFileSync(file, [...lines, block, 'export { genuine }'].join('\n'))
    return ((await import(/* @vite-ignore */ file)) as { genuine: boolean }).genuine
  }
  for (const secret of ['whsec_bGV0IHRoZXJlIGJlIGEga2V5IG9mIDI0', 'a secret of twenty-four signs'])
    expect([await genuine(secret, body, body), await genuine(secret, body, `${body} `)]).toEqual([
      true,
      false,
    ])
})

test('feeds.md: the block that follows a round is told what the stream sends', async () => {
  const block = blockWith('docs/feeds.md', 'js', 'EventSource').replace('http://127.0.0.1:8787', host.url)
  const controller = new AbortController()
  /** As far as the block goes: Node has none without a flag. */
  class EventSource {
    readonly #listeners = new Map<string, (message: { data: string }) => void>()
    constructor(url: string) {
      void this.#read(url).catch(() => undefined)
    }
    addEventListener(name: string, listener: (message: { data: string }) => void): void {
      this.#listeners.set(name, listener)
    }
    async #read(url: string): Promise<void> {
      const answer = await fetch(url, { signal: controller.signal })
      const parser = createParser({
        onEvent: ({ event = '', data }) => this.#listeners.get(event)?.({ data }),
      })
      const decoder = new TextDecoder()
      for await (const piece of answer.body!) parser.feed(decoder.decode(piece, { stream: true }))
    }
  }
  const logged: [string, unknown][] = []
  const console = { log: (name: string, data: unknown) => logged.push([name, data]) }
  // The sample's round is there without any other test.
  const followed = block.replace('/tournaments/open26/rounds/3/', '/tournaments/sample/rounds/1/')
  new Function('EventSource', 'console', followed)(EventSource, console)
  await expect.poll(() => logged.map(([name]) => name), { timeout: 20_000 }).toContain('snapshot')
  controller.abort()
  expect(JSON.stringify(logged[0])).toContain('sample')
})
