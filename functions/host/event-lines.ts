/** Events of the contract, one a line: what `export --format ndjson` writes and `fold` reads. */
import { parseStoredEvent, type StoredEvent } from '../../events/index.ts'
import { CommandFailure } from './failure.ts'
import { inputLines } from './input.ts'

/** The events of a file or of stdin (`-`), in order. What the service would have added may be missing. */
export async function readEventLines(name: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
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
    events.push(event.value)
  }
  return events
}
