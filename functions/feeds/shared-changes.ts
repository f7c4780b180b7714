/**
 * Which followed streams other hosts have changed, for hosts that share a store: by the notes that each of them writes
 * (change-notes.ts) and by the documents of tournaments. A host may be killed before it writes a note, so the index of each
 * followed round is compared every 15 seconds too, which costs a query over all its boards.
 */
import type { RoundId } from '../../domain/state/round.ts'
import { type Belonging, roundStream } from '../app/stored-events.ts'
import { readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import type { ReadModels, ViewReach } from '../projections/read-views.ts'
import type { ChangeNotes } from './change-notes.ts'

export interface SharedChanges {
  /** The changes since the last call; what was not followed then counts as changed. */
  since(followed: readonly Belonging[]): Promise<ChangesOfOthers>
  /** Is called where the changes of the last call were not all acted on: the next call reports all that is followed as changed. */
  forget(): void
}

export interface ChangesOfOthers {
  /** Whether a tournament's settings may have changed, and with them who may read it. */
  ofSettings(belonging: Belonging): boolean
  /** The streams of a game or round that may have changed; null: no view says so, and the record must be read. */
  streams(belonging: Belonging): ReadonlySet<string> | null
}

/** How often indexes are compared while no note is missing, ms. */
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

  /** Reads how far the views of rounds reach, and returns which of their streams have changed since the last comparison. */
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
      return index === null ? null : changedStreams(before.get(stream) ?? null, index)
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

/** The streams whose views reach further, or have more erased, than before; null: there is nothing to compare with. */
function changedStreams(
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
