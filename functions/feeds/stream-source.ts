/** The port of a live stream's source: it is refreshed again and again, and returns what is new. */
import type { Belonging } from '../app/stored-events.ts'
import type { SseBatch } from './sse.ts'

export interface StreamSource {
  /** The tournament and the round that it belongs to, as far as was seen. */
  readonly belonging: Belonging
  /** Streams of the record whose commits can change it; may grow with every look. */
  readonly streams: ReadonlySet<string>
  /**
   * Looks again; null where nothing is new. `changed`: the streams that have changed since the last look, null where all may
   * have; of the others there is more to see only where their time has come. The first look gives the whole.
   */
  refresh(changed: ReadonlySet<string> | null): Promise<SseBatch | null>
  /** All there was to see at the last look: the whole, as it was a while ago, and the batches that readers were sent since. */
  snapshot(): readonly SseBatch[]
  /** What came after `id` up to the last look; null where that is not known any more and the whole is to be sent. */
  since(id: number): SseBatch | null
  /** The instant (ms) at which there will be more to see without any commit; null where there will not. */
  dueAt(): number | null
  /** About how many bytes it remembers. */
  bytes(): number
}
