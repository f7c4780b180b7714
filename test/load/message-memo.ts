/**
 * What readers make of messages, made once for all to whom the same bytes were sent: what is measured is the host, and a hundred
 * readers of a round of thousands would otherwise keep this process busy for seconds.
 */
import { LRUCache } from 'lru-cache'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../domain/formats/change-messages.ts'
import { omit } from '../../events/omit.ts'

/** What a message of a round's stream may hold, each kind some of it. */
interface RoundMessage {
  readonly game: string
  readonly board: number | null
  readonly seq: number
  readonly state: GameDocument
  readonly games: readonly Pick<RoundMessage, 'game' | 'state'>[]
}

export interface MessageMemo {
  /** What a text holds. Nobody changes it. */
  parsed(text: string): RoundMessage
  /** What a message makes of a reader's document of its game; null: they have none yet. */
  taken(before: GameDocument | null, name: MessageName, text: string): GameDocument
}

/** Characters of texts that are remembered. */
const MAX_CHARACTERS = 100_000_000

export function openMessageMemo(): MessageMemo {
  const texts = new LRUCache<string, RoundMessage>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  })
  /** By the document before it the last message taken into it: readers of a channel take the same ones in the same order. */
  const last = new WeakMap<GameDocument, { readonly text: string; readonly made: GameDocument }>()
  const memo: MessageMemo = {
    parsed(text) {
      const known = texts.get(text)
      if (known !== undefined) return known
      const made = JSON.parse(text) as RoundMessage
      texts.set(text, made)
      return made
    },
    taken(before, name, text) {
      const known = before === null ? undefined : last.get(before)
      if (known?.text === text) return known.made
      const made = applyChangeMessage(before, name, omit(memo.parsed(text), 'game', 'board'))
      if (before !== null) last.set(before, { text, made })
      return made
    },
  }
  return memo
}
