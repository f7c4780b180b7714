/** The format of case files: a case is a game, or a text, and what is expected of it. */

import { type Actor, EDITIONS, type Edition } from '../../events/index.ts'
import { parseJson } from '../json-text.ts'
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

/** What happens in a game case and what must come out. */
interface GameScript {
  readonly open: Record<string, unknown>
  readonly events: readonly (CaseEvent | CasePlay)[]
  readonly expect: readonly Record<string, unknown>[]
}

/** A case of a game. `editions`: those under which it is judged, each with what differs (`instead`); without it the edition of `open`. */
export interface GameCase extends GameScript {
  readonly id: string
  readonly kind?: undefined
  readonly editions?: readonly { readonly edition: Edition; readonly instead: Partial<GameScript> }[]
}

/** The case once for each edition that it names, with `open.edition` set; a case that names none is itself. */
export function casesByEdition(given: GameCase): readonly GameCase[] {
  if (given.editions === undefined) return [given]
  const { editions, ...alone } = given
  return editions.map(({ edition, instead }) => ({
    ...alone,
    ...instead,
    open: { ...given.open, ...instead.open, edition },
    id: `${given.id} (${edition})`,
  }))
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

/** Reads one line of a case file. Unknown fields are ignored. */
export function parseCase(line: string): Result<Case> {
  const given = parseJson(line)
  if (given === undefined)
    return refuse('not-json', 'this line is no JSON; a case is one JSON object on one line')
  if (!isObject(given)) return refuse('not-a-case', 'a case is a JSON object')
  if (typeof given['id'] !== 'string' || given['id'] === '')
    return refuse('no-id', 'a case has an "id" (a text)')
  return given['kind'] === undefined ? gameCase(given, given['id']) : textCase(given, given['id'])
}

function gameCase(given: Record<string, unknown>, id: string): Result<Case> {
  const { open = {}, events = [], expect = [], editions } = given
  const script = scriptOf({ open, events, expect }, id)
  if (!script.ok) return script
  const game = { id, open: {}, events: [], expect: [], ...script.value }
  if (editions === undefined) return ok(game)
  if (game.open['edition'] !== undefined)
    return refuse('bad-editions', `${id}: a case has "open.edition" or "editions", not both`)
  const named = editionsNamed(editions, id)
  return named.ok ? ok({ ...game, editions: named.value }) : named
}

/** Checks `open`, `events` and `expect`, as far as they are there; a single expectation counts as a list of one. */
function scriptOf(given: Record<string, unknown>, id: string): Result<Partial<GameScript>> {
  const { open, events, expect } = given
  if (open !== undefined && !isObject(open))
    return refuse('bad-open', `${id}: "open" is an object, the data of game-opened`)
  if (events !== undefined && !(Array.isArray(events) && events.every(isEntry)))
    return refuse('bad-events', `${id}: "events" is a list of objects that have a "type" or a "play" (texts)`)
  const entries = expect === undefined || Array.isArray(expect) ? expect : [expect]
  if (entries !== undefined && !entries.every(isObject))
    return refuse('bad-expect', `${id}: "expect" is a list of objects`)
  return ok({
    ...(open !== undefined && { open }),
    ...(events !== undefined && { events }),
    ...(entries !== undefined && { expect: entries }),
  })
}

const isEdition = (value: unknown): value is Edition => EDITIONS.some((edition) => edition === value)

/**
 * The editions of a case: a list, or `{"from", "until"?}` for a range, with the same expectations in each; or an object of editions,
 * each with the `open`, `events` or `expect` that it has instead (fields of `open` replace those of the case).
 */
function editionsNamed(editions: unknown, id: string): Result<NonNullable<GameCase['editions']>> {
  const bad = () =>
    refuse(
      'bad-editions',
      `${id}: "editions" is a list of editions, {"from", "until"}, or an object of editions; there are ${EDITIONS.join(', ')}`,
    )
  if (Array.isArray(editions))
    return editions.every(isEdition) && editions.length > 0
      ? ok(editions.map((edition) => ({ edition, instead: {} })))
      : bad()
  if (!isObject(editions)) return bad()
  if ('from' in editions || 'until' in editions) {
    const { from = EDITIONS[0], until } = editions
    if (!isEdition(from) || !(until === undefined || isEdition(until))) return bad()
    const last = until === undefined ? EDITIONS.length - 1 : EDITIONS.indexOf(until)
    const within = EDITIONS.slice(EDITIONS.indexOf(from), last + 1)
    return within.length === 0 ? bad() : ok(within.map((edition) => ({ edition, instead: {} })))
  }
  const named: NonNullable<GameCase['editions']>[number][] = []
  for (const [edition, other] of Object.entries(editions)) {
    if (!isEdition(edition) || !isObject(other)) return bad()
    const instead = scriptOf(other, `${id}: ${edition}`)
    if (!instead.ok) return instead
    named.push({ edition, instead: instead.value })
  }
  return named.length === 0 ? bad() : ok(named)
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
