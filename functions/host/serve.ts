/** The embedded host: the whole service on one machine, over a data folder that it owns. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result } from '../../domain/result.ts'
import { type House, openHouse } from './house.ts'
import { serveHttp } from './http-server.ts'
import { PRIVATE } from './keys.ts'
import { noteServer, removeNote } from './running.ts'

export interface HostOptions {
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly fsync?: boolean
  readonly onFault?: (error: unknown) => void
}

export interface Host {
  readonly url: string
  readonly house: House
  /** Answers what is under way, releases folder and port. */
  close(): Promise<void>
}

/** Boards and players get theirs with `touchmove token`: each is for one game. */
const FIRST_ROLES = ['admin', 'arbiter', 'operator', 'reader'] as const

/** Long enough for a season; later ones are minted with `touchmove token`. */
const FIRST_DAYS = 366

/** Opens folder and port: `folder-in-use`, `folder-unusable`, `bad-keys`, `cannot-listen`. */
export async function startHost({ folder, host, port, ...options }: HostOptions): Promise<Result<Host>> {
  const opened = await openHouse({ folder, ...options })
  if (!opened.ok) return opened
  const house = opened.value
  const tokens = await firstTokens(folder, house)
  const server = tokens.ok ? await serveHttp(house.router, host, port) : tokens
  if (!server.ok) {
    await house.close()
    return server
  }
  noteServer(folder, server.value.url)
  return ok({
    url: server.value.url,
    house,
    async close() {
      removeNote(folder)
      await server.value.close()
      await house.close()
    },
  })
}

/** On a first start one token for each role goes into `tokens.json`, for its owner's eyes only. */
async function firstTokens(folder: string, house: House): Promise<Result<null>> {
  const file = join(folder, 'tokens.json')
  if (existsSync(file)) return ok(null)
  const tokens: Record<string, string> = {}
  for (const role of FIRST_ROLES) {
    const token = await house.mint(role, FIRST_DAYS)
    if (!token.ok) return token
    tokens[role] = token.value
  }
  writeFileSync(file, `${JSON.stringify(tokens, null, 2)}\n`, PRIVATE)
  return ok(null)
}
