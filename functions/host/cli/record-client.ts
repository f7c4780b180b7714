/** How a command reaches the record: through a running host over HTTP, or in the data folder itself where none runs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type * as z from 'zod'
import { type ApiClient, type ApiRequest, type ApiResponse, problemText } from '../../http/api-client.ts'
import { gameListShape, jsonRequests, roundListShape, tournamentPageShape } from '../../http/parse-answer.ts'
import { failureReason, sendRequest } from '../../http-client.ts'
import type { Host } from '../create-host.ts'
import { inspectFolder } from '../database/data-folder.ts'
import type { FolderCopy } from '../database/folder-copy.ts'
import { findRunningHost } from '../database/running-host.ts'
import { damagedTokens, readFirstTokens } from '../first-tokens.ts'
import { checkAnswer } from './answer-shapes.ts'
import { CommandFailure } from './failure.ts'
import { printNote } from './print.ts'

export interface RecordOptions {
  readonly server?: string
  readonly data?: string
}

export interface RecordClient extends ApiClient {
  /** Ids of all games; over HTTP those of tournaments, since games that stand alone are listed nowhere. */
  games(): AsyncIterable<string>
  /** A stream that a host serves; undefined where this process has opened the folder, since then no other writes to it. */
  stream?(path: string, headers: Readonly<Record<string, string>>): Promise<Response>
  close(): Promise<void>
}

export const LOCAL_SERVER = 'http://127.0.0.1:8787'

/** The options of every command that needs a record. */
export const withRecordOptions = (command: Command): Command =>
  command
    .option(
      '--server <url>',
      'a running host (default: the one that serves the data folder; its token: TOUCHMOVE_TOKEN)',
    )
    .option('--data <dir>', 'the data folder, opened where no host runs (default: ./data)')

/** The data folder where none is named. */
export const DEFAULT_DATA_FOLDER = './data'

/** Which files of a folder's database are not as they were written, a line each, and whether the database was closed. */
export interface FilesChecked {
  readonly faults: readonly string[]
  readonly whole: boolean
}

/** Called before the database is opened: LevelDB ends the process over some flipped bits. */
type OnFiles = (files: FilesChecked) => void

/**
 * How a command uses a folder that it opens itself. `look`: it reads, and a folder without a record counts as an empty record.
 * A function: it reads, once the function has been called with what comparing the folder's files found.
 */
type RecordAccess = 'write' | 'read' | 'look' | OnFiles

/** A data folder that a host serves is reached through that host, named or not. A host on another machine has to be named. */
async function openRecord({ server, data }: RecordOptions, access: RecordAccess): Promise<RecordClient> {
  const folder = data ?? DEFAULT_DATA_FOLDER
  const serving = await findRunningHost(folder)
  if (server !== undefined) return remoteRecordClient(server, isSameHost(server, serving) ? folder : null)
  if (serving !== null) return remoteRecordClient(serving, folder)
  return access === 'write' ? writableClient(folder) : readOnlyFolderClient(folder, access)
}

/** Opens the folder, with an administrator's rights: a user who can read its files has them anyway. */
async function writableClient(folder: string): Promise<RecordClient> {
  const { createHost } = await import('../create-host.ts')
  const host = await createHost({ folder })
  if (!host.ok) throw new CommandFailure(host.error.message)
  const { inProcessClient } = await import('../in-process-client.ts')
  return folderClient(host.value, inProcessClient(host.value.adminRouter))
}

/** Opens a copy of the folder (folder-copy.ts), so that the folder itself stays as it is. */
async function readOnlyFolderClient(
  folder: string,
  access: 'read' | 'look' | OnFiles,
): Promise<RecordClient> {
  const state = inspectFolder(folder)
  if (!state.ok) throw new CommandFailure(state.error.message)
  if (state.value !== 'record' && access === 'look') return EMPTY_RECORD
  if (state.value !== 'record')
    throw new CommandFailure(`${NO_RECORD_MESSAGES[state.value](folder)}; name one with --data`)
  const { copyFolder, megabytes } = await import('../database/folder-copy.ts')
  const copied = await copyFolder(folder)
  if (!copied.ok) throw new CommandFailure(copied.error.message)
  const copy = copied.value
  if (typeof access === 'function' || copy.bytes > LARGE_BYTES)
    printNote(`${folder} is read from a copy (${megabytes(copy.bytes)}), which is removed afterwards`)
  try {
    if (typeof access === 'function') access(await checkFiles(folder))
    return await copiedFolderClient(folder, copy)
  } catch (error) {
    copy.remove()
    throw error
  }
}

const NO_RECORD_MESSAGES = {
  absent: (folder: string) => `there is no folder ${folder}`,
  empty: (folder: string) => `${folder} holds no record`,
} as const

/** Stands for a folder that holds no record yet: every request is answered with 404. */
const EMPTY_RECORD: RecordClient = {
  async request() {
    const problem = { title: 'Not Found', status: 404, detail: 'there is no record yet' }
    return { status: 404, headers: {}, text: JSON.stringify(problem) }
  },
  async *games() {},
  async close() {},
}

/** From this size on a note says that a copy is made, which takes time and disk space. */
const LARGE_BYTES = 50e6

/** Checks the original folder: what LevelDB writes when it opens the copy is no damage. */
async function checkFiles(folder: string): Promise<FilesChecked> {
  const { findFileFaults } = await import('../database/file-digests.ts')
  const { faults, whole } = await findFileFaults(folder)
  return { whole, faults: faults.map(({ file, message }) => `${file}: ${message}`) }
}

async function copiedFolderClient(folder: string, copy: FolderCopy): Promise<RecordClient> {
  const { createHost } = await import('../create-host.ts')
  const { inProcessClient } = await import('../in-process-client.ts')
  const host = await createHost({ folder: copy.path, fsync: false })
  const named = (message: string) => message.replaceAll(copy.path, folder)
  if (!host.ok) throw new CommandFailure(named(host.error.message))
  const { close } = host.value
  const client = folderClient(host.value, readOnlyClient(inProcessClient(host.value.adminRouter)))
  return {
    ...client,
    async close() {
      try {
        await close()
      } finally {
        copy.remove()
      }
    },
  }
}

/** Whether a request only reads: a GET, `POST /store/heads`, or `POST /retention` where it only counts. */
const isRead = (method: string, path: string, body: unknown): boolean =>
  method === 'GET' ||
  path === '/store/heads' ||
  (path === '/retention' && (body as { dry?: unknown } | undefined)?.dry === true)

/** Refuses what would be written into a copy and lost. */
const readOnlyClient = (client: ApiClient): ApiClient => ({
  async request(method, path, asked = {}) {
    if (isRead(method, path, asked.body)) return client.request(method, path, asked)
    const detail = 'the folder is only read here'
    return {
      status: 405,
      headers: {},
      text: JSON.stringify({ title: 'Method Not Allowed', status: 405, detail }),
    }
  },
})

function folderClient({ service, close }: Host, client: ApiClient): RecordClient {
  return {
    ...client,
    close,
    async *games() {
      for await (const { stream } of service.log.streams('game')) yield stream.slice('game#'.length)
    },
  }
}

const withoutEndSlash = (server: string): string => server.replace(/(?<!\/)\/+$/, '')

/** A client of a remote host, with a token for it. `option`: the option that named the host, for the message about a wrong URL. */
export function openRemoteClient(server: string, token: string | null, option: string): ApiClient {
  const base = withoutEndSlash(server)
  if (!URL.canParse(base))
    throw new CommandFailure(`${option} ${server} is no URL; it is one such as ${LOCAL_SERVER}`)
  return {
    request: async (method, path, ask = {}) =>
      checkAnswer(method, path, ask, await send(base, method, path, ask, token)),
  }
}

const isSameHost = (server: string, serving: string | null): boolean =>
  serving !== null && URL.canParse(server) && new URL(server).origin === new URL(serving).origin

/** `folder`: the data folder whose host has proven to answer there; the folder's token is sent to no other host. */
function remoteRecordClient(server: string, folder: string | null): RecordClient {
  const token = process.env['TOUCHMOVE_TOKEN'] ?? (folder === null ? null : folderToken(folder))
  const client = openRemoteClient(server, token, '--server')
  return {
    ...client,
    close: async () => {},
    games: () => tournamentGames(client),
    stream: (path, headers) =>
      fetch(`${withoutEndSlash(server)}${path}`, {
        headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      }),
  }
}

async function* tournamentGames(client: ApiClient): AsyncGenerator<string> {
  for await (const { tournaments } of fetchPages(client, '/tournaments', tournamentPageShape))
    for (const { id } of tournaments) yield* fetchGameIds(client, id, await fetchRoundIds(client, id))
}

/** Ids of a tournament's rounds, 2 before 10. */
export async function fetchRoundIds(client: ApiClient, tournament: string): Promise<string[]> {
  const path = `/tournaments/${pathSegment(tournament)}`
  const { rounds } = await fetchJson(client, path, roundListShape)
  return rounds.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export async function* fetchGameIds(
  client: ApiClient,
  tournament: string,
  rounds: readonly string[],
): AsyncGenerator<string> {
  for (const round of rounds) {
    const path = `/tournaments/${pathSegment(tournament)}/rounds/${pathSegment(round)}/games`
    for (const { game } of (await fetchJson(client, path, gameListShape)).games) yield game
  }
}

/** A host sends no more at once (http/response-limits.ts). */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024

async function send(
  base: string,
  method: string,
  path: string,
  { body, headers }: ApiRequest,
  token: string | null,
): Promise<ApiResponse> {
  const request = {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    maxBytes: MAX_ANSWER_BYTES,
  }
  const noAnswer = (error: Error) => new CommandFailure(`${base} does not answer: ${failureReason(error)}`)
  const answered = await sendRequest(`${base}${path}`, request).catch((error: Error) => {
    throw noAnswer(error)
  })
  if (answered.bodyError === 'too-large')
    throw new CommandFailure(`${base} answers with more than any host does: ${MAX_ANSWER_BYTES} bytes`)
  if (answered.bodyError !== null) throw noAnswer(answered.bodyError)
  const { status, headers: fields, body: bytes } = answered
  return { status, headers: Object.fromEntries(fields), text: new TextDecoder().decode(bytes) }
}

/** An id as a part of a path. */
export const pathSegment = encodeURIComponent

/** The administrator's token that a host left in its folder on the first start; null where none is there. */
function folderToken(folder: string): string | null {
  if (!existsSync(join(folder, 'tokens.json'))) return null
  const tokens = readFirstTokens(folder)
  if (tokens === null)
    throw new CommandFailure(`${damagedTokens(folder)}; or give a token in TOUCHMOVE_TOKEN`)
  return tokens.admin
}

type Work<T> = (client: RecordClient) => Promise<T>

/** Runs a command's work on a record that it may write to, and closes the record in any case. A folder that is not there is made. */
export const writeRecord = <T>(options: RecordOptions, work: Work<T>): Promise<T> =>
  withRecordClient('write', options, work)

/** The same for a command that only reads: a folder that no host serves stays as it is, to the last byte. */
export const readRecord = <T>(options: RecordOptions, work: Work<T>): Promise<T> =>
  withRecordClient('read', options, work)

/** The same where a folder without a record, or none, counts as an empty record: it is not made. */
export const lookAtRecord = <T>(options: RecordOptions, work: Work<T>): Promise<T> =>
  withRecordClient('look', options, work)

/** The same for verifying: `onFiles` is called first, with what comparing the folder's files found. */
export const checkRecord = <T>(options: RecordOptions, onFiles: OnFiles, work: Work<T>): Promise<T> =>
  withRecordClient(onFiles, options, work)

async function withRecordClient<T>(access: RecordAccess, options: RecordOptions, work: Work<T>): Promise<T> {
  const client = await openRecord(options, access)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

/** The text of an answer of a media type. Throws CommandFailure for a refusal or another type. */
export async function fetchText(client: ApiClient, path: string, type: string): Promise<string> {
  const answer = await client.request('GET', path, { headers: { accept: type } })
  refuseProblem(answer)
  refuseOtherType(path, answer, type)
  return answer.text
}

/** The texts of a document's pages, of which each answer names the next in `Link` (RFC 8288). */
export async function* fetchTextPages(client: ApiClient, path: string, type: string): AsyncGenerator<string> {
  const asked = new Set<string>()
  for (let query: string | undefined = ''; query !== undefined; ) {
    if (asked.has(query)) throw new CommandFailure(`${path}: the next page is one that was read before`)
    asked.add(query)
    const answer = await client.request('GET', `${path}${query}`, { headers: { accept: type } })
    refuseProblem(answer)
    refuseOtherType(path, answer, type)
    yield answer.text
    query = /^<(\?[^>]+)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1]
  }
}

export function refuseOtherType(path: string, { headers }: ApiResponse, type: string): void {
  if (headers['content-type']?.split(';')[0]?.trim() !== type)
    throw new CommandFailure(`${path}: the answer is no ${type}: no Touchmove host answers there`)
}

export const PGN_TYPE = 'application/x-chess-pgn'

/** The document of an answer in the shape that is needed. Throws CommandFailure for a refusal or another shape. */
export const fetchJson = <S extends z.ZodType>(
  client: ApiClient,
  path: string,
  shape: S,
): Promise<z.output<S>> => fetchJsonBy(client, 'GET', path, shape)

/** `fetchJsonBy`: the same for other methods. `fetchPages`: for the pages of a list. `readJson`: for an answer that has come. */
export const {
  requestJson: fetchJsonBy,
  requestPages: fetchPages,
  readAnswer: readJson,
} = jsonRequests((path, answer, misread) =>
  misread === undefined ? refusalOf(answer) : new CommandFailure(`${path.split('?')[0]}: ${misread}`),
)

const refusalOf = (answer: ApiResponse) => new CommandFailure(problemText(answer))

function refuseProblem(answer: ApiResponse): void {
  if (answer.status >= 400) throw refusalOf(answer)
}
