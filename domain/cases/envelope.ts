/** Makes a stored event of a case's event, by adding the envelope that the service would add. */
import { parseStoredEvent, type StoredEvent } from '../../events/index.ts'
import { ok, type Result, refuse } from '../result.ts'
import type { CaseEvent } from './case.ts'

/** An arbitrary instant from which cases count milliseconds. */
const START = Date.UTC(2026, 0, 5, 9)

/** The event as stored at `t` milliseconds after the start, or why it is none of the vocabulary. */
export function storedEvent({ type, by, data = {} }: CaseEvent, seq: number, t: number): Result<StoredEvent> {
  const at = new Date(START + t)
  if (!Number.isFinite(t) || Number.isNaN(at.getTime()))
    return refuse('bad-time', `${type}: "t" is whole milliseconds`)
  const parsed = parseStoredEvent({ id: `e${seq}`, type, at: at.toISOString(), by, data, game: 'case' }, seq)
  if (parsed.ok) return ok(parsed.value)
  return refuse(
    'bad-event',
    `${type}: ${parsed.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ')}`,
  )
}
