/** Recorded events, one a line: what `export --format ndjson` writes and `fold` reads. */
import { parseStoredEvent, type StoredEvent } from '../../../events/index.ts'
import { CommandFailure } from './failure.ts'
import { inputLines } from './input.ts'
import { printNote } from './print.ts'

/** The events of a file or of stdin (`-`), in order. What the service would have added may be missing. */
export async function readEventLines(name: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  const lines = new Map<string, number>()
  for await (const { number, text } of inputLines(name)) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw new CommandFailure(`${name}:${number}: this is no JSON; an event is one JSON object on one line`)
    }
    const place = events.length + 1
    const event = parseStoredEvent(value, place)
    if (!event.ok) {
      const faults = event.errors.map(
        ({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`,
      )
      throw new CommandFailure(`${name}:${number}: ${faults.join('; ')}`)
    }
    if (event.value.seq !== place) {
      throw new CommandFailure(`${name}:${number}: seq is ${event.value.seq}; ${place} is due, without gaps`)
    }
    // The service would take neither; a file is folded as it stands, and its reader should know.
    const { id, type } = event.value
    const earlier = lines.get(id)
    if (earlier !== undefined)
      printNote(`${name}:${number}: the id ${id} stands in line ${earlier} already; both events are folded`)
    if (type === 'game-opened' && place > 1)
      printNote(`${name}:${number}: the game is opened again; details-corrected changes a description`)
    lines.set(id, number)
    events.push(event.value)
  }
  return events
}
