/** `tokens.json`: one token for each role of people, made on a first start, for its owner's eyes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ok, type Result } from '../../domain/result.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import { writePrivate } from '../auth/signing-key-file.ts'

/** Boards and players get theirs with `touchmove token`: each is for one game. */
const FIRST_ROLES = ['admin', 'arbiter', 'operator', 'reader'] as const
type FirstRole = (typeof FIRST_ROLES)[number]

/** Long enough for a season; later ones are minted with `touchmove token`. */
const FIRST_DAYS = 366

type Mint = (role: FirstRole, days: number) => Promise<Result<string>>

const contents = z.object(
  Object.fromEntries(FIRST_ROLES.map((role) => [role, z.string()])) as Record<FirstRole, z.ZodString>,
)

const fileIn = (folder: string): string => join(folder, 'tokens.json')

/** Writes the file anew. */
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

/** Writes it if it is not there; otherwise what is wrong with the one that is, in one line, or null. */
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

/** The tokens of a folder; null where the file does not hold them. Throws what reading it throws. */
export function readFirstTokens(folder: string): Record<FirstRole, string> | null {
  const text = readFileSync(fileIn(folder), 'utf8')
  try {
    const found = contents.safeParse(JSON.parse(text))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

export const damagedTokens = (folder: string): string =>
  `${fileIn(folder)} is damaged: it must be a JSON object with a token for each of ${FIRST_ROLES.join(', ')}`
