/** A reporter at a board: sends, sends again what was not answered, and holds the service to its word. */
import { sha256OfText } from '../../../functions/store/hash.ts'
import type { Director } from './director.ts'
import { type GameModel, type Report, tell, type Violations } from './model.ts'

const AT = '2026-03-14T14:00:00.000Z'

/** A report whose body follows from its id, so that it can be sent again years later. */
export function reportOf(id: string): Report {
  const dice = Number.parseInt(sha256OfText(id).slice(0, 8), 16)
  const pick = <T>(list: readonly T[], salt: number): T => list[(dice >>> salt) % list.length]!
  const by = pick(['white', 'black'] as const, 3)
  const square = (salt: number, files = 'abcdefgh') =>
    `${pick([...files], salt)}${pick([...'12345678'], salt + 4)}`
  const kinds: readonly Omit<Report, 'id' | 'at'>[] = [
    { type: 'move-made', by, data: { from: square(1, 'abcd'), to: square(6, 'efgh') } },
    { type: 'clock-pressed', by, data: {} },
    { type: 'piece-touched', by, data: { squares: [square(2)], intent: 'deliberate' } },
    { type: 'piece-lifted', by: 'board', data: { square: square(5) } },
    // Free text is extracted from the report and stored apart.
    { type: 'clocks-stopped', by, data: { reason: `reason of ${id}` } },
  ]
  return { id, at: AT, ...pick(kinds, 7) }
}

export type Answer =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'answered'; readonly status: number; readonly body: Body }

interface Body {
  readonly results?: readonly { id: string; seq: number; replayed: boolean }[]
  readonly detail?: string
  readonly events?: readonly { id: string; seq: number }[]
}

export interface Sender {
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
}

export interface Reporter {
  step(): Promise<void>
}

export function openReporter(
  name: string,
  model: GameModel,
  director: Director,
  sender: Sender,
  violations: Violations,
): Reporter {
  const { game, sent, answered, open } = model
  let next = 0
  const fresh = () => {
    const report = reportOf(`${name}-${++next}`)
    sent.set(report.id, report)
    open.add(report.id)
    return report
  }
  const oneOf = (ids: ReadonlySet<string> | ReadonlyMap<string, unknown>): string | undefined =>
    [...ids.keys()][director.below(ids.size)]

  const take = (reports: readonly Report[], answer: Answer) => {
    if (answer.kind === 'unknown' || answer.status === 503) return
    const { status, body } = answer
    if (status !== 200 || body.results === undefined)
      return tell(violations, 'other', `${game}: ${status} ${body.detail}`)
    for (const [k, { id, seq, replayed }] of body.results.entries()) {
      const before = answered.get(id)
      if (id !== reports[k]?.id)
        tell(violations, 'other', `${game}: ${id} was answered, not ${reports[k]?.id}`)
      if (before !== undefined && before !== seq)
        tell(violations, 'doubled', `${game}: ${id} was answered with seq ${before}, then ${seq}`)
      // Two who sent it at once may learn of it in either order, but only one of them was the first.
      if (!replayed && model.recorded.size === model.recorded.add(id).size)
        tell(violations, 'doubled', `${game}: ${id} was recorded for the first time twice`)
      answered.set(id, seq)
      open.delete(id)
    }
  }

  const report = async (reports: readonly Report[]) => {
    const unique = [...new Map(reports.map((each) => [each.id, each])).values()]
    take(unique, await sender.send('POST', `/games/${game}/events`, { events: unique }))
  }

  /** An id with another body must be refused, also when the first answer was lost. */
  const misuse = async (id: string) => {
    const other = { ...reportOf(id), type: 'resigned', by: 'white', data: {} }
    const answer = await sender.send('POST', `/games/${game}/events`, { events: [other] })
    if (answer.kind === 'answered' && answer.status !== 503 && answer.status !== 422)
      tell(violations, 'other', `${game}: ${id} with another body was answered ${answer.status}`)
  }

  /** What was answered before the question must be in the answer. */
  const read = async () => {
    const known = new Map(answered)
    const answer = await sender.send('GET', `/games/${game}/events`)
    if (answer.kind === 'unknown' || answer.status === 503) return
    const seqs = new Map((answer.body.events ?? []).map(({ id, seq }) => [id, seq]))
    for (const [id, seq] of known)
      if (seqs.get(id) !== seq)
        tell(violations, 'lost', `${game}: ${id} was answered with seq ${seq}; a reader sees ${seqs.get(id)}`)
  }

  return {
    async step() {
      const dice = director.chance()
      const [old, waiting] = [oneOf(answered), oneOf(open)]
      if (dice < 0.1) return read()
      if (dice < 0.15 && old !== undefined) return misuse(old)
      if (dice < 0.3 && old !== undefined) return report([reportOf(old)])
      if (waiting !== undefined && dice < 0.8) return report([reportOf(waiting)])
      return report(Array.from({ length: 1 + director.below(3) }, fresh))
    },
  }
}
