/** `tokens.json` in the data folder: a token for each role of people, made on a first start. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ok, type Result } from '../../domain/result.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { TOKEN_ROLES, type TokenRole } from '../auth/roles.ts'
import { writePrivate } from '../auth/signing-key-file.ts'

/**
 * Which roles have a token there: those of people. Tokens of boards and players, each for one game, are minted with `touchmove
 * token`. A role that is added would make the files of older hosts incomplete, which are then called damaged.
 */
const HAS_FIRST_TOKEN = {
  admin: true,
  arbiter: true,
  operator: true,
  board: false,
  player: false,
  reader: true,
} as const satisfies Record<TokenRole, boolean>

type FirstRole = {
  [Role in TokenRole]: (typeof HAS_FIRST_TOKEN)[Role] extends true ? Role : never
}[TokenRole]
const FIRST_ROLES = TOKEN_ROLES.filter((role): role is FirstRole => HAS_FIRST_TOKEN[role])

/** How long the tokens hold: long enough for a season; further ones are minted with `touchmove token`. */
const FIRST_DAYS = 366

type Mint = (role: FirstRole, days: number) => Promise<Result<string>>

const contents = z.object(
  Object.fromEntries(FIRST_ROLES.map((role) => [role, z.string()])) as Record<FirstRole, z.ZodString>,
)

const fileIn = (folder: string): string => join(folder, 'tokens.json')

/** Mints a token for each role and writes the file, in place of one that is there. */
export async function writeFirstTokens(folder: string, mint: Mint): Promise<Result<null>> {
  const tokens: Partial<Record<FirstRole, string>> = {}
  for (const role of FIRST_ROLES) {
    const token = await mint(role, FIRST_DAYS)
    if (!token.ok) return token
    tokens[role] = token.value
  }
  writePrivate(fileIn(folder), tokens)
  return ok(null)
}

/** Writes the file if it is not there. Returns in one line what is wrong with one that is there, or null. */
export async function openFirstTokens(
  folder: string,
  mint: Mint,
  authenticate: Authenticate,
): Promise<Result<string | null>> {
  if (!existsSync(fileIn(folder))) {
    const written = await writeFirstTokens(folder, mint)
    return written.ok ? ok(null) : written
  }
  const tokens = readFirstTokens(folder)
  if (tokens === null) return ok(`${damagedTokens(folder)}; remove it and start again to have new ones`)
  for (const [role, token] of Object.entries(tokens)) {
    const holds = await authenticate(`Bearer ${token}`)
    if (!holds.ok)
      return ok(
        `${fileIn(folder)}: the ${role} token does not hold (${holds.error.message}); remove the file and start again to have new ones`,
      )
  }
  return ok(null)
}

/** The tokens of a folder; null where the file does not hold them. Throws where the file cannot be read. */
export function readFirstTokens(folder: string): Record<FirstRole, string> | null {
  const text = readFileSync(fileIn(folder), 'utf8')
  try {
    const found = contents.safeParse(JSON.parse(text))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** The message about a file that does not hold the tokens. */
export const damagedTokens = (folder: string): string =>
  `${fileIn(folder)} is damaged: it must be a JSON object with a token for each of ${FIRST_ROLES.join(', ')}`
