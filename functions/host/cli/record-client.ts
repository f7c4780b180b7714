/** A command's way to the record: a running host over HTTP, or the data folder itself where none runs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Answer, type Ask, type Desk, problemOf } from '../../http/api-client.ts'
import { exchange, whyNot } from '../../http-client.ts'
import type { House } from '../create-host.ts'
import { inspectFolder } from '../database/data-folder.ts'
import type { FolderCopy } from '../database/folder-copy.ts'
import { answers, serverOf } from '../database/running-host.ts'
import { damaged, readFirstTokens } from '../first-tokens.ts'
import { CommandFailure } from './failure.ts'
import { note } from './print.ts'

export interface RecordOptions {
  readonly server?: string
  readonly data?: string
}

export interface RecordDesk extends Desk {
  /** Ids of all games; over HTTP those of tournaments, since games that stand alone are listed nowhere. */
  games(): AsyncIterable<string>
  /** A stream that a host serves; none where the folder is open here, for then nobody writes to it. */
  stream?(path: string, headers: Readonly<Record<string, string>>): Promise<Response>
  close(): Promise<void>
}

export const LOCAL_SERVER = 'http://127.0.0.1:8787'

/** The options of every command that needs a record. */
export const withRecord = (command: Command): Command =>
  command
    .option(
      '--server <url>',
      'a running host (default: the one that serves the data folder; its token: TOUCHMOVE_TOKEN)',
    )
    .option('--data <dir>', 'the data folder, opened where no host runs (default: ./data)')

/** The data folder where none is named. */
export const DATA = './data'

/** Which files of a folder are not as they were left, a line each, and whether it was left in order. */
export interface FilesChecked {
  readonly faults: readonly string[]
  readonly whole: boolean
}

/** Told before the database is opened: LevelDB ends the process over some flipped bits. */
type OnFiles = (files: FilesChecked) => void

/** What a command does with a folder that it opens itself: reading for `OnFiles`, its files are compared as well. */
type Use = 'write' | 'read' | OnFiles

/**
 * Named or not, a data folder that a host serves is reached through that host. Where no folder is named and none is there,
 * a host at the usual address is taken.
 */
async function openRecord({ server, data }: RecordOptions, use: Use): Promise<RecordDesk> {
  const folder = data ?? DATA
  if (server !== undefined) return remoteDesk(server, folder)
  const serving = await serverOf(folder)
  if (serving !== null) return remoteDesk(serving, folder)
  const elsewhere = data === undefined && !existsSync(folder) && (await answers(LOCAL_SERVER))
  if (elsewhere) return remoteDesk(LOCAL_SERVER, folder)
  return use === 'write' ? writingDesk(folder) : readingDesk(folder, use)
}

/** Opened by who can read the folder, with an administrator's rights. */
async function writingDesk(folder: string): Promise<RecordDesk> {
  const { openHouse } = await import('../create-host.ts')
  const house = await openHouse({ folder })
  if (!house.ok) throw new CommandFailure(house.error.message)
  const { ownDesk } = await import('./in-process-client.ts')
  return folderDesk(house.value, ownDesk(house.value.ownRouter))
}

/** Over a copy (folder-copy.ts): what is only read is not written to, and nothing that is asked here stays. */
async function readingDesk(folder: string, use: 'read' | OnFiles): Promise<RecordDesk> {
  const state = inspectFolder(folder)
  if (!state.ok) throw new CommandFailure(state.error.message)
  if (state.value !== 'record')
    throw new CommandFailure(`${NO_RECORD[state.value](folder)}; name one with --data`)
  const { copyFolder, megabytes } = await import('../database/folder-copy.ts')
  const copied = await copyFolder(folder)
  if (!copied.ok) throw new CommandFailure(copied.error.message)
  const copy = copied.value
  if (use !== 'read' || copy.bytes > LARGE_BYTES)
    note(`${folder} is read from a copy (${megabytes(copy.bytes)}), which is removed afterwards`)
  try {
    if (use !== 'read') use(await filesOf(folder))
    return await copiedDesk(folder, copy)
  } catch (error) {
    copy.remove()
    throw error
  }
}

const NO_RECORD = {
  absent: (folder: string) => `there is no folder ${folder}`,
  empty: (folder: string) => `${folder} holds no record`,
} as const

/** From here on a copy is told of: it takes time and room. */
const LARGE_BYTES = 50e6

/** Of the folder itself: what LevelDB writes when it opens the copy is nobody's damage. */
async function filesOf(folder: string): Promise<FilesChecked> {
  const { faultsInFiles } = await import('../database/file-sums.ts')
  const { faults, whole } = await faultsInFiles(folder)
  return { whole, faults: faults.map(({ file, message }) => `${file}: ${message}`) }
}

async function copiedDesk(folder: string, copy: FolderCopy): Promise<RecordDesk> {
  const { openHouse } = await import('../create-host.ts')
  const { ownDesk } = await import('./in-process-client.ts')
  const house = await openHouse({ folder: copy.path, fsync: false })
  const named = (message: string) => message.replaceAll(copy.path, folder)
  if (!house.ok) throw new CommandFailure(named(house.error.message))
  const { close } = house.value
  const desk = folderDesk(house.value, readOnly(ownDesk(house.value.ownRouter)))
  return {
    ...desk,
    async close() {
      try {
        await close()
      } finally {
        copy.remove()
      }
    },
  }
}

/** What reads although it is a POST: `/retention` where it only counts. */
const reads = (method: string, path: string, body: unknown): boolean =>
  method === 'GET' ||
  path === '/store/heads' ||
  (path === '/retention' && (body as { dry?: unknown } | undefined)?.dry === true)

/** Refuses what would be written into a copy and lost. */
const readOnly = (desk: Desk): Desk => ({
  async ask(method, path, asked = {}) {
    if (reads(method, path, asked.body)) return desk.ask(method, path, asked)
    const detail = 'the folder is only read here'
    return {
      status: 405,
      headers: {},
      text: JSON.stringify({ title: 'Method Not Allowed', status: 405, detail }),
    }
  },
})

function folderDesk({ service, close }: House, desk: Desk): RecordDesk {
  return {
    ...desk,
    close,
    async *games() {
      for await (const { stream } of service.log.streams('game')) yield stream.slice('game#'.length)
    },
  }
}

/** Another host's routes with a token for it. `option`: by which it was named, for the line that says it is no URL. */
export function openRemote(server: string, token: string | null, option: string): Desk {
  const base = server.replace(/\/+$/, '')
  if (!URL.canParse(base))
    throw new CommandFailure(`${option} ${server} is no URL; it is one such as ${LOCAL_SERVER}`)
  return { ask: (method, path, ask = {}) => send(base, method, path, ask, token) }
}

function remoteDesk(server: string, folder: string): RecordDesk {
  const token = process.env['TOUCHMOVE_TOKEN'] ?? folderToken(folder)
  const desk = openRemote(server, token, '--server')
  return {
    ...desk,
    close: async () => {},
    games: () => tournamentGames(desk),
    stream: (path, headers) =>
      fetch(`${server.replace(/\/+$/, '')}${path}`, {
        headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      }),
  }
}

async function* tournamentGames(desk: Desk): AsyncGenerator<string> {
  const { tournaments } = await askJson<{ tournaments: { id: string }[] }>(desk, '/tournaments')
  for (const { id } of tournaments) yield* gamesOf(desk, id, await roundsOf(desk, id))
}

/** Ids of a tournament's rounds, 2 before 10. */
export async function roundsOf(desk: Desk, tournament: string): Promise<string[]> {
  const { rounds } = await askJson<{ rounds: string[] }>(desk, `/tournaments/${segment(tournament)}`)
  return rounds.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export async function* gamesOf(
  desk: Desk,
  tournament: string,
  rounds: readonly string[],
): AsyncGenerator<string> {
  for (const round of rounds) {
    const path = `/tournaments/${segment(tournament)}/rounds/${segment(round)}/games`
    for (const { game } of (await askJson<{ games: { game: string }[] }>(desk, path)).games) yield game
  }
}

async function send(
  base: string,
  method: string,
  path: string,
  { body, headers }: Ask,
  token: string | null,
): Promise<Answer> {
  const request = {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const silent = (error: Error) => new CommandFailure(`${base} does not answer: ${whyNot(error)}`)
  const answered = await exchange(`${base}${path}`, request).catch((error: Error) => {
    throw silent(error)
  })
  if (answered.broken instanceof Error) throw silent(answered.broken)
  const { status, headers: said, body: bytes } = answered
  return { status, headers: Object.fromEntries(said), text: new TextDecoder().decode(bytes) }
}

/** An id as a part of a path. */
export const segment = encodeURIComponent

/** The administrator's token that a host left in its folder on the first start; null where none is there. */
function folderToken(folder: string): string | null {
  if (!existsSync(join(folder, 'tokens.json'))) return null
  const tokens = readFirstTokens(folder)
  if (tokens === null) throw new CommandFailure(`${damaged(folder)}; or give a token in TOUCHMOVE_TOKEN`)
  return tokens.admin
}

type Work<T> = (desk: RecordDesk) => Promise<T>

/** Runs a command's work on a record that it may write to, and closes it whatever comes. A folder that is not there is made. */
export const onRecord = <T>(options: RecordOptions, work: Work<T>): Promise<T> =>
  using('write', options, work)

/** The same for a command that only reads: a folder that no host serves stays as it is, to the last byte. */
export const readRecord = <T>(options: RecordOptions, work: Work<T>): Promise<T> =>
  using('read', options, work)

/** The same, telling first of a folder's files: for verifying. */
export const checkRecord = <T>(options: RecordOptions, onFiles: OnFiles, work: Work<T>): Promise<T> =>
  using(onFiles, options, work)

async function using<T>(use: Use, options: RecordOptions, work: Work<T>): Promise<T> {
  const desk = await openRecord(options, use)
  try {
    return await work(desk)
  } finally {
    await desk.close()
  }
}

/** The text of an answer; a refusal ends the command in one line. */
export async function askText(
  desk: Desk,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await desk.ask('GET', path, { headers })
  if (answer.status >= 400) throw new CommandFailure(problemOf(answer))
  return answer.text
}

export const askJson = async <T>(desk: Desk, path: string): Promise<T> =>
  JSON.parse(await askText(desk, path)) as T
