/**
 * Change messages: what turns one shown state of a game into a later one, for readers who follow it live.
 * A reader keeps the document of the last `snapshot` and takes each message into it (`applyChangeMessage`); after every batch it
 * holds what the state route would answer.
 */
import type { EventData } from '../../events/index.ts'
import type { LogEntry, PublicMove } from '../game/index.ts'

/** A game as it is shown: the document of the state route, which has more fields. */
export interface GameDocument {
  readonly seq: number
  /** The instant of the clocks (RFC 3339). */
  readonly at: string
  readonly moves: readonly PublicMove[]
}

/**
 * `snapshot`: the whole document; what came before does not count. `change`: moves from `ply` on, every other field that
 * differs, and in `gone` the names of those that the state has no more. `retract`: moves that were shown and do not stand, from `ply`
 * on; it has no moves where the game was found to have been set up wrongly after so many. `clock`: clocks and status without moves;
 * neither, where the event shows a reader nothing. `end`: the result, also one that replaces another.
 */
export const MESSAGE_NAMES = ['snapshot', 'change', 'retract', 'clock', 'end'] as const
export type MessageName = (typeof MESSAGE_NAMES)[number]

/** Fields in JSON: two states are compared without knowing what a field holds, and no field is serialized twice. */
export interface SerializedState {
  readonly seq: number
  readonly moves: readonly string[]
  /** Every other field, by its name. */
  readonly fields: Readonly<Record<string, string>>
}

export interface ChangeMessage {
  readonly name: MessageName
  /** JSON. */
  readonly data: string
}

/** Fields that a `clock` message can have. */
const CLOCK_FIELDS = new Set(['clocks', 'status'])
/** Fields that every message has. */
const HEADER_FIELDS = new Set(['seq', 'at'])

/** Which of a game's moves its readers are shown; of many boards at once they need the last one, as the field `lastMove`. */
export type MovesShown = 'all' | 'last'

/** A copy in JSON: a state changes in place, the copy does not. */
export function serializeState({ moves, ...rest }: GameDocument, shown: MovesShown = 'all'): SerializedState {
  const fields = shown === 'all' ? rest : { ...rest, lastMove: moves.at(-1) ?? null }
  const written = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)] as const)
  return {
    seq: fields.seq,
    moves: shown === 'all' ? moves.map((move) => JSON.stringify(move)) : [],
    fields: Object.fromEntries(written),
  }
}

/** The document that the serialized state was made of. */
export function serializedText({ moves, fields }: SerializedState): string {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  return `{${[...members, `"moves":[${moves.join(',')}]`].join(',')}}`
}

/** The event that took moves back or found the start wrong, and its actor; `reason`: the words given, for readers who may see them. */
export interface RetractCause {
  readonly seq: number
  readonly type: 'report-corrected' | 'position-restored' | 'setup-corrected'
  readonly by: string
  /** Of `setup-corrected`: what had been wrong. */
  readonly what?: EventData<'setup-corrected'>['what'] | undefined
  readonly reason?: string | undefined
}

/** Whether moves can have been taken back by an event. */
export const canRetract = ({ type }: Pick<LogEntry, 'type'>): boolean =>
  type === 'report-corrected' || type === 'position-restored' || type === 'setup-corrected'

/** Those of the events between two states by which moves can have been taken back; `withWords`: the reader may see free text. */
export function causesAmong(entries: readonly LogEntry[], withWords: boolean): RetractCause[] {
  return entries.flatMap(({ seq, type, by, data }): RetractCause[] => {
    if (type !== 'report-corrected' && type !== 'position-restored' && type !== 'setup-corrected') return []
    const { reason, note, what } = data as Partial<
      EventData<'report-corrected'> & EventData<'setup-corrected'>
    >
    const words = withWords ? (reason ?? note) : undefined
    return [{ seq, type, by, ...(what && { what }), ...(words !== undefined && { reason: words }) }]
  })
}

/**
 * The messages that bring a reader to a state from any of some earlier states, which are given in their order. A field that changed
 * and changed back among them is sent too.
 */
export function messagesSince(
  earlier: readonly [SerializedState, ...SerializedState[]],
  after: SerializedState,
  causes: readonly RetractCause[],
): ChangeMessage[] {
  const [before] = earlier
  const heading = `"seq":${after.fields['seq']},"at":${after.fields['at']}`
  const changed = Object.entries(after.fields).filter(
    ([name, value]) => !HEADER_FIELDS.has(name) && earlier.some(({ fields }) => fields[name] !== value),
  )
  const members = changed.map(([name, value]) => `,${JSON.stringify(name)}:${value}`).join('')
  const gone = new Set(
    earlier.flatMap(({ fields }) => Object.keys(fields).filter((name) => !(name in after.fields))),
  )
  const same = Math.min(...earlier.map(({ moves }) => firstDifference(moves, after.moves)))
  const withMoves = earlier.some(({ moves }) => same < Math.max(moves.length, after.moves.length))
  const messages: ChangeMessage[] = []
  const retracted = retractedMoves(earlier, after)
  if (retracted !== null || causes.some(({ what }) => what)) {
    const { stood, moves: gone } = retracted ?? { stood: commonPlies(before, after), moves: [] }
    const moves = `[${gone.join(',')}]`
    const why = JSON.stringify(causes)
    messages.push({ name: 'retract', data: `{${heading},"ply":${stood + 1},"moves":${moves},"why":${why}}` })
  }
  if (withMoves || gone.size > 0 || changed.some(([name]) => !CLOCK_FIELDS.has(name))) {
    const moves = withMoves ? `,"ply":${same + 1},"moves":[${after.moves.slice(same).join(',')}]` : ''
    const absent = gone.size === 0 ? '' : `,"gone":${JSON.stringify([...gone])}`
    messages.push({ name: 'change', data: `{${heading}${moves}${members}${absent}}` })
    if (periodOf(before) !== periodOf(after))
      messages.push({ name: 'clock', data: `{${heading},"clocks":${after.fields['clocks']}}` })
  } else messages.push({ name: 'clock', data: `{${heading}${members}}` })
  const { result = 'null' } = after.fields
  if (result !== 'null' && earlier.some(({ fields }) => fields['result'] !== result))
    messages.push({ name: 'end', data: `{${heading},"result":${result}}` })
  return messages
}

/** The moves of earlier states that do not stand, from the first such ply on; null: all stand. */
function retractedMoves(
  earlier: readonly SerializedState[],
  after: SerializedState,
): { readonly stood: number; readonly moves: readonly string[] } | null {
  const gone = earlier
    .map((state) => ({ stood: commonPlies(state, after), state }))
    .filter(({ stood, state }) => stood < state.moves.length)
    .sort((a, b) => a.stood - b.stood)
  const [first] = gone
  return first === undefined ? null : { stood: first.stood, moves: first.state.moves.slice(first.stood) }
}

/** How many first moves two states share: a move that has been completed since is the same one, a move that another event made is not. */
function commonPlies({ moves: before }: SerializedState, { moves: after }: SerializedState): number {
  let plies = firstDifference(before, after)
  for (; plies < before.length && plies < after.length; plies++) {
    const [one, other] = [before[plies]!, after[plies]!].map((text) => JSON.parse(text) as PublicMove)
    if (one!.uci !== other!.uci || one!.seq !== other!.seq) break
  }
  return plies
}

function firstDifference(before: readonly string[], after: readonly string[]): number {
  let plies = 0
  while (plies < before.length && before[plies] === after[plies]) plies++
  return plies
}

const periodOf = ({ fields }: SerializedState): string | undefined =>
  /"period":\{[^}]*\}/.exec(fields['clocks'] ?? '')?.[0]

/** The document that a reader holds after a message. Every reader of the format has to do the same. */
export function applyChangeMessage(
  held: GameDocument | null,
  name: MessageName,
  data: Readonly<Record<string, unknown>>,
): GameDocument {
  if (name === 'snapshot' || held === null) return data as unknown as GameDocument
  if (name === 'retract') {
    const { seq, at, ply } = data as { seq: number; at: string; ply: number }
    return { ...held, seq, at, moves: held.moves.slice(0, ply - 1) }
  }
  const { ply, moves, gone, ...fields } = data as Pick<GameDocument, 'moves'> & {
    ply?: number
    gone?: string[]
  }
  const stood = ply === undefined ? held.moves : [...held.moves.slice(0, ply - 1), ...moves]
  const merged: GameDocument & Record<string, unknown> = { ...held, ...fields, moves: stood }
  for (const field of gone ?? []) delete merged[field]
  return merged
}
