/** Opens a game: its description becomes the first event of its record. */

import { decideOpening, decideReopening, openingFaults } from '../../domain/decide/opening.ts'
import { refusedFor } from '../../domain/decide/refusal.ts'
import { parseReport, type ReportedEvent, type StoredEvent } from '../../events/index.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import type { AppResult, FieldFault } from '../refusal.ts'
import { sha256OfText } from '../store/hash.ts'
import type { GameLoader, Recorder } from './dependencies.ts'
import type { FoldedGame, GameRecord } from './games.ts'
import { gameScope } from './personal-data.ts'
import { envelopeOf, recordReports } from './record-reports.ts'
import { type Belonging, gameStream } from './stored-events.ts'

/** Id and type of every game's first event. */
const OPENING_EVENT_ID = 'game-opened'

export interface OpenRequest {
  readonly id: string
  /** The fields of `game-opened`, as they came. */
  readonly data: Readonly<Record<string, unknown>>
  /** Fields that hold where `data` does not have them. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** RFC 3339; by default the instant of receipt, and then later events may have earlier instants (`isUntimedOpening`). */
  readonly at?: string | undefined
  readonly belonging?: Belonging
  readonly receivedAt: number
  readonly principal: Principal | null
}

export interface OpenedGame {
  readonly id: string
  readonly head: number
  /** The game was open already, with the same description. */
  readonly replayed: boolean
}

/**
 * An id for a game that is reported without one: the same Idempotency-Key in the same place gives the same id, and without a
 * key it is new.
 */
export function gameIdFor(
  service: Pick<Ports, 'ids'>,
  key: string | undefined,
  place: readonly (string | number)[],
): string {
  return key === undefined
    ? service.ids.next()
    : `G${sha256OfText(JSON.stringify([...place, key])).slice(0, 32)}`
}

/** The report that opens the game, or what is wrong with its fields. */
export function openingReport(request: OpenRequest): AppResult<ReportedEvent> {
  const { data, defaults, at, receivedAt, principal } = request
  const by = principal?.role === 'operator' ? 'operator' : 'arbiter'
  const report = {
    id: OPENING_EVENT_ID,
    type: OPENING_EVENT_ID,
    at: at ?? new Date(receivedAt).toISOString(),
    by,
    data: { ...defaults, ...data },
  }
  const parsed = parseReport(report, { receivedAt })
  const faults = parsed.ok ? openingFaults(parsed.value) : parsed.errors
  if (parsed.ok && faults.length === 0) return parsed
  const errors = faults.map(
    ({ pointer, detail }): FieldFault => ({ pointer: pointer.replace(/^\/data/, ''), detail }),
  )
  return refusedFor('invalid', errors)
}

/** Opens a game once: the same id with the same description is a replay; with another description it is refused (`id-reused`). */
export async function openNewGame(
  service: Recorder & GameLoader,
  request: OpenRequest,
): Promise<AppResult<OpenedGame>> {
  const { id, principal, receivedAt } = request
  const belonging = request.belonging ?? {}
  const refusal = refusalOf(principal, 'open-games', { ...belonging, game: id })
  if (refusal !== null) return { ok: false, error: refusal }
  const report = openingReport(request)
  if (!report.ok) return report
  const stream = gameStream(id)
  const recording = await recordReports<StoredEvent, FoldedGame, true>(
    service,
    service.games,
    {
      stream,
      reports: [report.value],
      principal: principal!,
      receivedAt,
      belonging,
      decide: (record) =>
        decideOpening(record.seq, report.value, {
          game: id,
          ...envelopeOf(record, principal!, receivedAt),
        }),
      personalContext: () => ({ scope: belonging.tournament ?? gameScope(id) }),
    },
    () => true,
  )
  const known = recording.ok
    ? recording.value.results[0]?.replayed === true
    : recording.error.code === 'id-reused'
  // The game is open already: its description shows whether it is the same game.
  if (known) return replayOf((await service.games.load(stream, false)).state, request, report.value)
  if (!recording.ok) return recording
  return { ok: true, value: { id, head: recording.value.head, replayed: false } }
}

/** The replay, where the request describes the game that is open; else `id-reused`. */
function replayOf(record: GameRecord, request: OpenRequest, report: ReportedEvent): AppResult<OpenedGame> {
  const { belonging, fold } = record.folded
  const { id, data, defaults, at } = request
  const same = decideReopening(
    {
      opening: fold.state.log[0],
      belonging,
      isErased: record.recordedIds.get(OPENING_EVENT_ID)?.body === null,
    },
    {
      game: id,
      belonging: request.belonging ?? {},
      report,
      named: defaults === undefined ? null : new Set(Object.keys(data)),
      saysWhen: at !== undefined,
    },
  )
  return same.ok ? { ok: true, value: { id, head: record.seq, replayed: true } } : same
}
