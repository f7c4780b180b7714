/** Batches of whole games, recorded with one request; a game that is refused there is entered by itself. */
import type { PgnGame } from '../../domain/pgn/index.ts'
import { recordWhole, type WholeGameText, wholeGameText } from './enter-game.ts'
import { type ImportContext, importGame } from './import-game.ts'
import { type ImportedGame, importedGame } from './imported-game.ts'
import { pgnIdentityOf } from './pgn-identity.ts'
import { type PgnPlan, planPgn } from './pgn-reports.ts'

/** A game that the record may take whole. */
export interface WholePlan {
  readonly game: PgnGame
  readonly plan: PgnPlan
  readonly text: WholeGameText
}

/** What one request takes: 50 games in 1 MB, with room for what encloses them. */
const MAX_BATCH_GAMES = 50
const MAX_BATCH_BYTES = 1_000_000

export interface ImportBatch {
  /** Each game has an identity of its own: of two that are alike the second is compared with the first as it is recorded. */
  hasRoomFor(whole: WholePlan): boolean
  add(whole: WholePlan): void
  /** Enters them in their order, and is empty then. */
  enter(): AsyncGenerator<ImportedGame>
}

export function openImportBatch(context: ImportContext): ImportBatch {
  let wholes: WholePlan[] = []
  let bytes = 0
  return {
    hasRoomFor: ({ plan, text }) =>
      wholes.length < MAX_BATCH_GAMES &&
      bytes + text.bytes <= MAX_BATCH_BYTES &&
      !wholes.some((each) => each.plan.id === plan.id),
    add(whole) {
      wholes.push(whole)
      bytes += whole.text.bytes
    },
    async *enter() {
      const entered = wholes
      wholes = []
      bytes = 0
      if (entered.length === 0) return
      const texts = entered.map(({ text }) => text)
      const opened = await recordWhole(context.client, texts)
      for (const { game, plan } of entered)
        yield opened.has(plan.id) ? importedGame(game, plan, 'opened') : await importGame(context, game)
    },
  }
}

/** Null for one that is entered by itself: at a round's board, without tags, or with a result that may be refused alone. */
export function planWhole({ seating, reading }: ImportContext, game: PgnGame): WholePlan | null {
  if (seating !== null || game.tags.length === 0) return null
  const { id } = pgnIdentityOf(game)
  const plan = planPgn(game, id, reading)
  if (plan.isResultDisputed) return null
  const text = wholeGameText(id, plan.reports)
  return text.bytes > MAX_BATCH_BYTES ? null : { game, plan, text }
}
