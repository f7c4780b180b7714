/**
 * What other hosts changed of what is followed in this one, for hosts that share a store: the notes that each of them writes of
 * its changes, and a document of each tournament. A note may be missing, as of a host that was killed before it wrote it: so the
 * index of each round is compared now and then, which is a query, but one of all its boards.
 */
import type { RoundId } from '../../domain/state/round.ts'
import { type Belonging, roundStream } from '../app/stored-events.ts'
import { readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import type { ReadModels, ViewReach } from '../projections/read-views.ts'
import type { ChangeNotes } from './change-notes.ts'

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

/** How long indexes are not compared while notes tell what has changed, ms. */
const COMPARED_EVERY_MS = 15_000

type Reached = ReadonlyMap<string, ReadonlyMap<string, ViewReach> | null>

export function watchSharedStore(
  service: Pick<Ports, 'clock' | 'registry'>,
  readModels: ReadModels,
  notes: Pick<ChangeNotes, 'read'>,
): SharedChanges {
  let settings: ReadonlyMap<string, string> = new Map()
  let reached: Reached = new Map()
  let comparedAt = Number.NEGATIVE_INFINITY

  /** How far the views of rounds reach now, and which streams they tell to have changed since the last comparison. */
  const compare = async (rounds: ReadonlyMap<string, RoundId>): Promise<ChangesOfOthers['streams']> => {
    const reader = await readModels.open()
    const now = new Map<string, ReadonlyMap<string, ViewReach> | null>()
    for (const [stream, { tournament, round }] of rounds)
      now.set(stream, (await reader?.reach(tournament, round)) ?? null)
    const before = reached
    reached = now
    return ({ tournament, round }) => {
      if (tournament === undefined || round === undefined) return null
      const stream = roundStream(tournament, round)
      const index = now.get(stream) ?? null
      return index === null ? null : wentOn(before.get(stream) ?? null, index)
    }
  }

  return {
    forget() {
      settings = new Map()
      reached = new Map()
      comparedAt = Number.NEGATIVE_INFINITY
    },
    async since(followed) {
      const [tournaments, rounds] = placesOf(followed)
      const nowSet = new Map<string, string>()
      for (const id of tournaments) nowSet.set(id, JSON.stringify(await readTournament(service, id)))
      const asked = service.clock.now()
      const noted = await notes.read()
      const isCompared = noted === null || asked - comparedAt >= COMPARED_EVERY_MS
      const compared = isCompared ? await compare(rounds) : null
      if (isCompared) comparedAt = asked
      const oldSettings = settings
      settings = nowSet
      return {
        ofSettings: ({ tournament }) =>
          tournament !== undefined && nowSet.get(tournament) !== oldSettings.get(tournament),
        streams(belonging) {
          if (compared === null) return noted
          const changed = compared(belonging)
          return changed === null || noted === null ? changed : new Set([...changed, ...noted])
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
