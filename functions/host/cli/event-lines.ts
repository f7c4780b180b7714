/** Recorded events, one a line: what `export --format ndjson` writes and `fold` reads. */

import * as z from 'zod'
import { parseJson } from '../../../domain/json-text.ts'
import { parseStoredEvent, type StoredEvent } from '../../../events/index.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { CommandFailure } from './failure.ts'
import { inputLines } from './input.ts'
import { printNote } from './print.ts'
import { fetchJson, pathSegment } from './record-client.ts'

/**
 * The events of a file or of stdin (`-`), in order. Fields that the service adds when it records an event may be missing. Throws
 * CommandFailure with file and line.
 */
export async function readEventLines(name: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  const lines = new Map<string, number>()
  for await (const { number, text } of inputLines(name)) {
    const value = parseJson(text)
    if (value === undefined)
      throw new CommandFailure(`${name}:${number}: this is no JSON; an event is one JSON object on one line`)
    const place = events.length + 1
    const event = parseStoredEvent(value, place)
    if (!event.ok) {
      throw new CommandFailure(`${name}:${number}: ${faultsText(event)}`)
    }
    if (event.value.seq !== place) {
      throw new CommandFailure(`${name}:${number}: seq is ${event.value.seq}; ${place} is due, without gaps`)
    }
    // The service would refuse both. A file is folded as it stands, so the user is warned.
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

const faultsText = ({ errors }: Extract<ReturnType<typeof parseStoredEvent>, { ok: false }>): string =>
  errors.map(({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`).join('; ')

const eventPage = z.looseObject({ events: z.array(z.unknown()), next: z.int().optional() })

/** All events of a game in order. Throws CommandFailure where one is malformed, or its seq is not the next. */
export async function fetchEvents(client: ApiClient, game: string): Promise<StoredEvent[]> {
  const all: StoredEvent[] = []
  const path = `/games/${pathSegment(game)}/events`
  for (let more = true; more; ) {
    const page = await fetchJson(client, `${path}?after=${all.length}`, eventPage)
    for (const value of page.events) {
      const event = parseStoredEvent(value, all.length + 1)
      if (!event.ok) throw new CommandFailure(`${path}: event ${all.length + 1}: ${faultsText(event)}`)
      if (event.value.seq !== all.length + 1)
        throw new CommandFailure(`${path}: seq ${event.value.seq} comes where ${all.length + 1} is due`)
      all.push(event.value)
    }
    more = page.next !== undefined && page.events.length > 0
  }
  return all
}
