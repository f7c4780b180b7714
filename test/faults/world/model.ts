/** What the reporters know: which reports were answered and with which seq, and which may or may not have got in. */
import type { StoredEvent } from '../../../events/index.ts'
import { canonicalJson } from '../../../functions/store/canonical.ts'

export interface Report {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly by: string
  readonly data: object
}

export interface GameModel {
  readonly game: string
  /** Reports by id, in the order they were first sent. */
  readonly sent: Map<string, Report>
  /** Seq of each answered report. */
  readonly answered: Map<string, number>
  /** Ids of reports that were answered as recorded just now. */
  readonly recorded: Set<string>
  /** Sent without an answer so far: they come again. */
  readonly open: Set<string>
}

export interface Violations {
  lost: number
  doubled: number
  gaps: number
  viewsUnequal: number
  /** All else: another body, another seq, a broken chain, a wrong answer. */
  other: number
  readonly reported: string[]
}

export const noViolations = (): Violations => ({
  lost: 0,
  doubled: 0,
  gaps: 0,
  viewsUnequal: 0,
  other: 0,
  reported: [],
})

type Kind = Exclude<keyof Violations, 'reported'>

export function tell(violations: Violations, kind: Kind, what: string): void {
  violations[kind]++
  if (violations.reported.length < 20) violations.reported.push(`${kind}: ${what}`)
}

/** Compares a game's record with the answers to its reporters. `final`: no request is under way any more. */
export function compare(model: GameModel, events: readonly StoredEvent[], violations: Violations): void {
  const { game, sent, answered, open } = model
  const seen = new Map<string, number>()
  events.forEach(({ id, seq, type, data }, index) => {
    if (seq !== index + 1) tell(violations, 'gaps', `${game}: event ${index + 1} has seq ${seq}`)
    if (seen.has(id)) tell(violations, 'doubled', `${game}: ${id} is event ${seen.get(id)} and ${seq}`)
    seen.set(id, seq)
    if (id === 'game-opened') return
    const report = sent.get(id)
    if (report === undefined) tell(violations, 'other', `${game}: nobody reported ${id}`)
    else if (report.type !== type || !sameData(report.data, data))
      tell(violations, 'other', `${game}: ${id} is ${type} with another body than was reported`)
    else if (!answered.has(id) && !open.has(id)) tell(violations, 'other', `${game}: ${id} was refused`)
  })
  for (const [id, seq] of answered)
    if (!seen.has(id)) tell(violations, 'lost', `${game}: ${id} was answered with seq ${seq}`)
    else if (seen.get(id) !== seq)
      tell(violations, 'other', `${game}: ${id} was answered with seq ${seq}, is ${seen.get(id)}`)
}

const sameData = (a: object, b: object): boolean => {
  const [one, other] = [canonicalJson(a), canonicalJson(b)]
  return one.ok && other.ok && one.value === other.value
}
