/** The form of events in a commit, and back: what all events of a commit have in common is stored once, in the commit. */
import { type PseudonymisedOf, type RoundEvent, type StoredEvent, upcast } from '../../events/index.ts'
import type { Commit, CommitEvent } from '../store/commit.ts'

type PseudonymisedAny = PseudonymisedOf<StoredEvent> | PseudonymisedOf<RoundEvent>

/** Where a game belongs; its first event says so, and access depends on that alone, since it can never be changed. */
export interface Belonging {
  readonly tournament?: string
  readonly round?: string
}

/** What stands beside the reported fields in a recorded event. */
export interface EventMetadata extends Belonging {
  /** The key under which the persons of this event are stored (personal-data.ts). */
  readonly kept?: string
  /** Salted digests of the persons' entries, in their order. */
  readonly digests?: readonly string[]
}

/** An event as read from a commit: persons and texts are references. */
export interface RecordedEvent {
  readonly event: PseudonymisedAny
  readonly margin: EventMetadata
}

/** A stream cannot be read: its chain is broken, or its events are newer than this program. Only a repair helps. */
export class RecordDamaged extends Error {
  override readonly name = 'RecordDamaged'
  /** Whether the record is whole and was written by a later program. */
  readonly isLaterFormat: boolean
  constructor(message: string, isLater = false) {
    super(message)
    this.isLaterFormat = isLater
  }
}

/** The recorded form: without `game` (`tournament`, `round`), `recordedAt` and `principal`, which the commit has. */
export function recordedForm(event: PseudonymisedAny, seq: number, margin: EventMetadata): CommitEvent {
  const { id, type, at, by, data, receivedAt, v } = event
  // The vocabulary's values are JSON; its interfaces lack the index signature that JSON's type asks for.
  return { id, type, at, by, data, seq, receivedAt, v, ...margin } as unknown as CommitEvent
}

/** Whether an opening has the instant that older versions stored where none was reported: it then counts as that of receipt. */
const lacksInstant = (type: string, at: string, data: unknown): boolean =>
  type === 'game-opened' && at === '1970-01-01T00:00:00.000Z' && !Object.hasOwn(data as object, 'source')

/** The commit's events in today's version. Throws RecordDamaged on a version this program cannot read. */
export function recordedEvents(commit: Commit): RecordedEvent[] {
  const place = placeOf(commit.stream)
  return commit.events.map((stored) => {
    const { id, type, at, by, data, seq, receivedAt, v } = stored as unknown as PseudonymisedAny
    const current = upcast(type, v, data)
    if (!current.ok) throw new RecordDamaged(`commit ${commit.n} of ${commit.stream}: ${current.error}`)
    const event = {
      id,
      type,
      at: lacksInstant(type, at, current.value) ? receivedAt : at,
      by,
      data: current.value,
      ...place,
      seq,
      receivedAt,
      recordedAt: commit.at,
      principal: commit.principal ?? '',
      v,
    }
    // The margin's fields are read where they stand: to take them out would cost half of what parsing costs.
    return { event: event as unknown as PseudonymisedAny, margin: stored as EventMetadata }
  })
}

export const gameStream = (game: string): string => `game#${game}`
export const roundStream = (tournament: string, round: string): string => `round#${tournament}/${round}`

/** The ids in a stream's name, as events have them. */
function placeOf(stream: string): { game: string } | { tournament: string; round: string } {
  const id = stream.slice(stream.indexOf('#') + 1)
  if (!stream.startsWith('round#')) return { game: id }
  const [tournament = '', round = ''] = id.split('/')
  return { tournament, round }
}
