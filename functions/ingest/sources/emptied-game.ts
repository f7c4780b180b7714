/**
 * The question about a game that its source shows without moves while it runs: somebody cleared the board, or none of the
 * moves was played. It is an incident that no article regulates, so that its verdict waits for the arbiter on the page and in
 * the API: `nothing-due` keeps the moves, a correction takes them back.
 */
import type { StoredEvent } from '../../../events/index.ts'
import { importedReports, plyOfKey } from './diff-source.ts'
import type { OutboundReport } from './outbox.ts'

const PREFIX = 'source-emptied-'

/** Asks once for the moves that stand: nothing where it was asked of them before. `gone`: how many; `now`: ms. */
export function questionEmptied(
  events: readonly StoredEvent[],
  gone: number,
  now: number,
): readonly OutboundReport[] {
  const { live } = importedReports(events)
  const seqs = [...live].flatMap(([key, { seq, type }]) =>
    type === 'move-made' && plyOfKey(key) > 0 ? [seq] : [],
  )
  const id = `${PREFIX}${Math.max(0, ...seqs)}`
  if (events.some((event) => event.id === id)) return []
  const what = gone === 1 ? 'one move of the record is' : `${gone} moves of the record are`
  const text = `${what} gone from its source, and none is left: were they played?`
  const data = { kind: 'other', note: text } as const
  return [{ id, type: 'incident-recorded', by: 'operator', at: new Date(now).toISOString(), data }]
}

/** What takes a question back that nobody has answered and that has answered itself: the source shows what the record has. */
export function withdrawQuestion(events: readonly StoredEvent[], now: number): readonly OutboundReport[] {
  const settled = new Set(
    events.flatMap((event) => {
      if (event.type === 'verdict-decided') return [event.data.seq]
      return event.type === 'report-corrected' ? event.data.seqs : []
    }),
  )
  const seqs = events
    .filter(({ id, seq }) => id.startsWith(PREFIX) && !settled.has(seq))
    .map(({ seq }) => seq)
  if (seqs.length === 0) return []
  const data = { seqs, reason: 'the source shows the moves again, or they have been corrected' }
  const id = `${PREFIX}answered-${seqs.at(-1)}`
  return [{ id, type: 'report-corrected', by: 'operator', at: new Date(now).toISOString(), data }]
}
