/** `touchmove witness`: cosigns the checkpoints of hosts' logs as long as nothing that it saw was changed (C2SP tlog-witness). */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Command, InvalidArgumentError } from 'commander'
import { MAX_NOTE_BYTES } from '../../../integrity/transparency/signed-note.ts'
import {
  originHash,
  parseWitnessRequest,
  witnessCheckpoint,
} from '../../../integrity/transparency/witness.ts'
import { openWitnessFolder, type WitnessFolder } from '../../../integrity/transparency/witness-folder.ts'
import { collectOption } from '../collect-option.ts'
import { CommandFailure } from '../failure.ts'
import { parsePort } from '../port.ts'
import { printLine, printNote } from '../print.ts'
import { readNoteKeys } from '../public-keys.ts'

interface Options {
  readonly name: string
  readonly log: readonly string[]
  readonly data: string
  readonly host: string
  readonly port: number
}

export const witnessCommand = (): Command =>
  new Command('witness')
    .description("cosign the checkpoints of hosts' logs, as long as nothing that was seen of them is changed")
    .requiredOption(
      '--name <name>',
      'the name under which it signs, such as federation.example/witness (required)',
      nameOf,
    )
    .option(
      '--log <key>',
      'the key of a log (`touchmove anchors key --log` prints it), or a file with it (required); may be given again',
      collectOption,
      [],
    )
    .option('--data <dir>', 'the folder of its key and of what it has seen', './witness')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'where to listen; 0 takes any free port', parsePort, 8788)
    .action(witness)

function nameOf(text: string): string {
  if (!/^[^\s+]{1,200}$/u.test(text)) throw new InvalidArgumentError('It has no blanks and no +.')
  return text
}

async function witness({ name, log, data, host, port }: Options): Promise<void> {
  const logs = readNoteKeys(log, 'log')
  if (logs.length === 0) throw new CommandFailure('name the logs that it is to witness: --log KEY')
  const opened = openWitnessFolder(data, name, logs)
  if (!opened.ok) throw new CommandFailure(opened.error.message)
  const server = witnessServer(opened.value)
  server.listen(port, host)
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ]).catch((error: Error) => {
    opened.value.close()
    throw new CommandFailure(`cannot listen on ${host}:${port}: ${error.message}`)
  })
  const { port: taken } = server.address() as AddressInfo
  printLine(`ready http://${host}:${taken}`)
  printLine(opened.value.key.text)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  server.closeAllConnections()
  server.close()
  opened.value.close()
}

/** The HTTP server of a witness: `POST /add-checkpoint` cosigns, and two paths show the checkpoint that it saw last of a log. */
export function witnessServer(witness: WitnessFolder): Server {
  const server = createServer((request, response) => {
    answer(witness, request, response).catch((error: unknown) => {
      printNote(`touchmove: ${(error as Error).message}`)
      if (response.headersSent) response.destroy()
      else send(response, 500, 'the witness failed; ask again')
    })
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  return server
}

const REQUEST_TIMEOUT_MS = 30_000
/** Room for a checkpoint and the hashes of its proof. */
const MAX_BODY_BYTES = MAX_NOTE_BYTES + 4 * 1024

const STATUS_BY_OUTCOME = {
  malformed: 400,
  'unknown-log': 404,
  'bad-signature': 403,
  inconsistent: 422,
  stale: 409,
} as const

async function answer(
  witness: WitnessFolder,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [pathname = '/', query] = (request.url ?? '/').split('?', 2)
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname) ?? []
  if (request.method === 'GET' && (pathname === '/checkpoint' || hash !== undefined)) {
    const origin =
      hash === undefined
        ? new URLSearchParams(query).get('origin')
        : witness.origins.find((each) => originHash(each) === hash)
    const last = await witness.memory.last(origin ?? '')
    return last === null
      ? send(response, 404, 'no checkpoint of this log was seen')
      : send(response, 200, last)
  }
  if (request.method !== 'POST' || pathname !== '/add-checkpoint')
    return send(
      response,
      404,
      'a witness takes POST /add-checkpoint, GET /checkpoint?origin=NAME and GET /SHA-256 OF NAME/checkpoint',
    )
  const body = await readBody(request)
  if (body === null) return send(response, 413, `at most ${MAX_BODY_BYTES} bytes`)
  const parsed = parseWitnessRequest(body)
  if (!parsed.ok) return send(response, 400, parsed.error.message)
  const outcome = await witnessCheckpoint(witness, parsed.value, Date.now())
  if (outcome.kind === 'cosigned') return send(response, 200, outcome.line)
  if (outcome.kind === 'stale')
    return send(response, STATUS_BY_OUTCOME.stale, String(outcome.size), 'text/x.tlog.size')
  if (outcome.kind === 'inconsistent') printNote(`touchmove: NOT COSIGNED: ${outcome.message}`)
  send(response, STATUS_BY_OUTCOME[outcome.kind], outcome.message)
}

/** The body as text; null where it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type })
  response.end(text.endsWith('\n') ? text : `${text}\n`)
}
