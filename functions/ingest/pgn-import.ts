/** Imports PGN text: records it game by game, each once however often it is imported. */
import { createPgnReader, type PgnGame, type PgnProblem } from '../../domain/pgn/index.ts'
import { type ApiClient, problemText } from '../http/api-client.ts'
import { openImportBatch, planWhole } from './import-batch.ts'
import { type ImportContext, importGame } from './import-game.ts'
import type { ImportedGame } from './imported-game.ts'
import { openIdentityCache } from './same-identity.ts'
import { openRoundSeating } from './seating.ts'

export interface ImportOptions {
  /** When the text is read, ms since 1970. */
  readonly now: number
  /** Into whose rounds the games go; without it each stands alone. */
  readonly tournament?: string
  readonly language?: string
  /** Lines behind the last game, or of a text without any, that belong to no game. */
  readonly onStray?: (stray: PgnProblem) => void
}

/**
 * Reads the text to its end. What is odd about one game, or refused of it, never stops the next. Throws `NotAdmitted` at the
 * first game where the record answers 401.
 */
export async function* importPgn(
  whole: ApiClient,
  text: AsyncIterable<string>,
  { now, tournament, language, onStray }: ImportOptions,
): AsyncGenerator<ImportedGame> {
  const client = admittedOnly(whole)
  const waiting: PgnGame[] = []
  const said = new Set<string>()
  const reader = createPgnReader((game) => waiting.push(game), onStray)
  const context: ImportContext = {
    client,
    seating: tournament === undefined ? null : openRoundSeating(client, tournament),
    reading: { now, ...(language !== undefined && { language }) },
    identities: openIdentityCache(client),
  }
  const batch = openImportBatch(context)
  const next = async function* (isLast: boolean) {
    for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
      const whole = planWhole(context, game)
      if (whole === null || !batch.hasRoomFor(whole)) yield* batch.enter()
      if (whole === null) yield await importGame(context, game)
      else batch.add(whole)
    }
    if (isLast) yield* batch.enter()
  }
  const news = async function* (games: AsyncIterable<ImportedGame>) {
    for await (const done of games)
      yield { ...done, warnings: done.warnings.filter(({ once }) => isNews(said, once)) }
  }
  for await (const piece of text) {
    reader.write(piece)
    yield* news(next(false))
  }
  reader.end()
  yield* news(next(true))
}

/** What is said once of a text is news the first time. */
function isNews(said: Set<string>, once: string | undefined): boolean {
  if (once === undefined) return true
  if (said.has(once)) return false
  said.add(once)
  return true
}

/** The record answered 401: no game of the text would go in. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted'
}

const admittedOnly = (client: ApiClient): ApiClient => ({
  async request(...asked) {
    const answer = await client.request(...asked)
    if (answer.status === 401) throw new NotAdmitted(problemText(answer))
    return answer
  },
})
