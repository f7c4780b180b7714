/** A case: a game, or a piece of text, and what must come out of it. */
import type { Actor } from '../../events/index.ts'
import { ok, type Result, refuse } from '../result.ts'
import { isObject } from './match.ts'

/** One event as a case writes it: `t` is milliseconds after the start. */
export interface CaseEvent {
  readonly t?: number
  readonly by?: Actor
  readonly type: string
  readonly data?: Record<string, unknown>
}

/** Shorthand for a move and a press by the side to move, for each move text. */
export interface CasePlay {
  readonly play: string
  /** Milliseconds from press to press (default 1000). */
  readonly each?: number
  readonly press?: boolean
}

export interface GameCase {
  readonly id: string
  readonly kind?: undefined
  readonly open: Record<string, unknown>
  readonly events: readonly (CaseEvent | CasePlay)[]
  readonly expect: readonly Record<string, unknown>[]
}

export const TEXT_CASE_KINDS = [
  'fen',
  'san',
  'uci',
  'pgn',
  'time-control',
  'announcement',
  'winnable',
] as const
export type TextCaseKind = (typeof TEXT_CASE_KINDS)[number]

export interface TextCase {
  readonly id: string
  readonly kind: TextCaseKind
  readonly input: string
  readonly fen?: string
  readonly language?: string
  readonly expect: Record<string, unknown>
}

export type Case = GameCase | TextCase

/** Reads one line of a case file. Fields that the format does not name are ignored. */
export function parseCase(line: string): Result<Case> {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch {
    return refuse('not-json', 'this line is no JSON; a case is one JSON object on one line')
  }
  if (!isObject(given)) return refuse('not-a-case', 'a case is a JSON object')
  if (typeof given['id'] !== 'string' || given['id'] === '')
    return refuse('no-id', 'a case has an "id" (a text)')
  return given['kind'] === undefined ? gameCase(given, given['id']) : textCase(given, given['id'])
}

function gameCase(given: Record<string, unknown>, id: string): Result<Case> {
  const { open = {}, events = [], expect = [] } = given
  if (!isObject(open)) return refuse('bad-open', `${id}: "open" is an object, the data of game-opened`)
  if (!Array.isArray(events) || !events.every(isEntry)) {
    return refuse('bad-events', `${id}: "events" is a list of objects that have a "type" or a "play" (texts)`)
  }
  const entries = Array.isArray(expect) ? expect : [expect]
  if (!entries.every(isObject)) return refuse('bad-expect', `${id}: "expect" is a list of objects`)
  return ok({ id, open, events, expect: entries })
}

const isEntry = (entry: unknown): entry is CaseEvent | CasePlay =>
  isObject(entry) && (typeof entry['type'] === 'string') !== (typeof entry['play'] === 'string')

function textCase(given: Record<string, unknown>, id: string): Result<Case> {
  const { kind, input, expect, fen, language } = given
  const known = TEXT_CASE_KINDS.find((name) => name === kind)
  if (known === undefined) {
    return refuse(
      'unknown-kind',
      `${id}: kind ${JSON.stringify(kind)} is none of ${TEXT_CASE_KINDS.join(', ')}`,
    )
  }
  if (typeof input !== 'string')
    return refuse('no-input', `${id}: a case of kind ${known} has an "input" (a text)`)
  if (!isObject(expect)) return refuse('bad-expect', `${id}: "expect" of a ${known} case is an object`)
  return ok({
    id,
    kind: known,
    input,
    expect,
    ...(typeof fen === 'string' && { fen }),
    ...(typeof language === 'string' && { language }),
  })
}
