/**
 * What other processes changed of what is followed in this one, for hosts that share a store: asked with one query of a round,
 * however many boards it has, and with one document of a tournament.
 */
import type { RoundId } from '../../domain/state/round.ts'
import { type Belonging, roundStream } from '../app/stored-events.ts'
import { readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import type { ReadModels, ViewReach } from '../projections/read-views.ts'

export interface SharedChanges {
  /** Since the last call; what was not followed then counts as changed. */
  since(followed: readonly Belonging[]): Promise<ChangesOfOthers>
  /** What the last call told was not acted on to its end: the next tells of all that is followed. */
  forget(): void
}

export interface ChangesOfOthers {
  /** Whether a tournament's settings may have changed, and with them who may read it. */
  ofSettings(belonging: Belonging): boolean
  /** The streams that may have changed of what belongs there; null: no view tells, and the record is to be asked. */
  streams(belonging: Belonging): ReadonlySet<string> | null
}

export function watchSharedStore(service: Pick<Ports, 'registry'>, readModels: ReadModels): SharedChanges {
  let settings: ReadonlyMap<string, string> = new Map()
  let reached: ReadonlyMap<string, ReadonlyMap<string, ViewReach> | null> = new Map()

  return {
    forget() {
      settings = new Map()
      reached = new Map()
    },
    async since(followed) {
      const reader = await readModels.open()
      const [tournaments, rounds] = placesOf(followed)
      const nowSet = new Map<string, string>()
      for (const id of tournaments) nowSet.set(id, JSON.stringify(await readTournament(service, id)))
      const nowReached = new Map<string, ReadonlyMap<string, ViewReach> | null>()
      for (const [stream, { tournament, round }] of rounds)
        nowReached.set(stream, (await reader?.reach(tournament, round)) ?? null)
      const [oldSettings, oldReached] = [settings, reached]
      settings = nowSet
      reached = nowReached
      return {
        ofSettings: ({ tournament }) =>
          tournament !== undefined && nowSet.get(tournament) !== oldSettings.get(tournament),
        streams({ tournament, round }) {
          if (tournament === undefined || round === undefined) return null
          const stream = roundStream(tournament, round)
          const now = nowReached.get(stream) ?? null
          return now === null ? null : wentOn(oldReached.get(stream) ?? null, now)
        },
      }
    },
  }
}

/** The tournaments of all that is followed, and the rounds by their streams. */
function placesOf(followed: readonly Belonging[]): [ReadonlySet<string>, ReadonlyMap<string, RoundId>] {
  const tournaments = new Set<string>()
  const rounds = new Map<string, RoundId>()
  for (const { tournament, round } of followed) {
    if (tournament === undefined) continue
    tournaments.add(tournament)
    if (round !== undefined) rounds.set(roundStream(tournament, round), { tournament, round })
  }
  return [tournaments, rounds]
}

/** The streams whose views reach elsewhere than before; null: all may. */
function wentOn(
  before: ReadonlyMap<string, ViewReach> | null,
  now: ReadonlyMap<string, ViewReach>,
): ReadonlySet<string> | null {
  if (before === null) return null
  const changed = new Set<string>()
  for (const [stream, { seq, erased }] of now) {
    const last = before.get(stream)
    if (last?.seq !== seq || last.erased !== erased) changed.add(stream)
  }
  return changed
}
