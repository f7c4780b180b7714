/**
 * Records whole games, as imports bring them: each opened and reported in one commit, all of it or nothing, and each by itself,
 * so that the refusal of one does not affect the others.
 */
import { decideReports, type IndexedReport, roleFaults } from '../../domain/decide/decide-reports.ts'
import { decideOpening } from '../../domain/decide/opening.ts'
import { refusedFor } from '../../domain/decide/refusal.ts'
import { openFold, step } from '../../domain/game/index.ts'
import { type EventOf, parseReports, type StoredEvent } from '../../events/index.ts'
import { refusalOf } from '../auth/authorise.ts'
import { reporterRights } from '../auth/rights.ts'
import type { Principal } from '../auth/roles.ts'
import { batchesOf } from '../batches.ts'
import { type AppResult, refused } from '../refusal.ts'
import { MAX_EVENTS } from '../store/commit.ts'
import type { GameLoader, Recorder } from './dependencies.ts'
import type { FoldedGame } from './games.ts'
import { type OpenedGame, openingReport } from './open-game.ts'
import { gameScope } from './personal-data.ts'
import { envelopeOf, recordReports } from './record-reports.ts'
import { countVerdicts } from './report-metrics.ts'
import { gameStream } from './stored-events.ts'

/** Games recorded at the same time, so that their requests to the database are batched. */
const CONCURRENCY = 50

/** A game that belongs to no tournament: the data of `game-opened`, and all reports about it. */
export interface WholeGame {
  readonly id: string
  /** When it was opened, RFC 3339; a repetition must have the same. */
  readonly at: string
  /** The fields of `game-opened`, as they came. */
  readonly data: Readonly<Record<string, unknown>>
  /** As they came: validated here. */
  readonly events: readonly unknown[]
}

/**
 * Records each of them, in no order; outcomes are in the order of `games`. Refused (`id-reused`) is one whose id is that of a game
 * on record, unless all of it was recorded by the same request before.
 */
export async function recordWholeGames(
  service: Recorder & GameLoader,
  principal: Principal | null,
  games: readonly WholeGame[],
  receivedAt: number,
): Promise<AppResult<OpenedGame>[]> {
  const outcomes: AppResult<OpenedGame>[] = []
  for (const batch of batchesOf(games, CONCURRENCY))
    outcomes.push(
      ...(await Promise.all(batch.map((game) => recordWholeGame(service, principal, game, receivedAt)))),
    )
  return outcomes
}

async function recordWholeGame(
  service: Recorder & GameLoader,
  principal: Principal | null,
  { id, at, data, events: sent }: WholeGame,
  receivedAt: number,
): Promise<AppResult<OpenedGame>> {
  const refusal = refusalOf(principal, 'open-games', { game: id })
  if (refusal !== null || principal === null) return { ok: false, error: refusal! }
  const opening = openingReport({ id, at, data, receivedAt, principal })
  if (!opening.ok) return opening
  if (sent.length >= MAX_EVENTS)
    return refused(
      'too-large',
      `the game has ${sent.length} events; ${MAX_EVENTS - 1} are taken with a whole game`,
    )
  const parsed = parseReports(sent, { receivedAt })
  if (!parsed.ok) return refusedFor('invalid', parsed.errors)
  const rights = reporterRights(principal, () => true)
  const forbidden = roleFaults(parsed.value, rights)
  if (forbidden.length > 0) return refusedFor('not-allowed', forbidden)

  const { white, black } = (opening.value as EventOf<'game-opened'>).data
  const recording = await recordReports<StoredEvent, FoldedGame, true>(
    service,
    service.games,
    {
      stream: gameStream(id),
      reports: [opening.value, ...parsed.value],
      principal,
      receivedAt,
      isNew: true,
      decide(record) {
        const envelope = { game: id, ...envelopeOf(record, principal, receivedAt) }
        const opened = decideOpening(record.seq, opening.value, envelope)
        if (!opened.ok) return opened
        const fold = openFold()
        for (const event of opened.value) step(fold, event)
        const reports = parsed.value.map((report, index): IndexedReport => ({ report, index }))
        const decided = decideReports(fold.state, reports, envelope, rights)
        return decided.ok ? { ok: true, value: [...opened.value, ...decided.value] } : decided
      },
      personalContext: () => ({ scope: gameScope(id), currentEntries: { white, black } }),
    },
    () => true,
  )
  if (!recording.ok) return recording
  const { record, head, results, before } = recording.value
  if (before !== null) countVerdicts(service, record.folded.fold.state.verdicts)
  return { ok: true, value: { id, head, replayed: results.every(({ replayed }) => replayed) } }
}
