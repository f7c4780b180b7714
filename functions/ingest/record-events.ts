/** A game's events as the record has them. */
import type { StoredEvent } from '../../events/index.ts'
import type { ApiClient } from '../http/api-client.ts'

/** All events of a game in their order; null where there is no such game, or none that the token may read. */
export async function eventsOf(client: ApiClient, game: string): Promise<StoredEvent[] | null> {
  const all: StoredEvent[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const answer = await client.request('GET', `/games/${game}/events?after=${after}`)
    if (answer.status !== 200) return null
    const page = JSON.parse(answer.text) as { events: StoredEvent[]; next?: number }
    all.push(...page.events)
    // A page that leads back would be asked for without an end.
    after = page.next !== undefined && page.next > after ? page.next : undefined
  }
  return all
}
