/** Asks the worker whether a side can still mate; answers are cached, for the search is long. */
import { signal } from '@preact/signals-core'
import type { WinnableAnswer } from '../../../../domain/winnable/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import type { MateSearchReply, MateSearchRequest } from './worker.ts'

type SearchState = WinnableAnswer | 'searching' | 'unreadable'

/** As much as the service's own answer to a question put by hand. */
const MAX_NODES = 500_000

let worker: Worker | null = null
let ids = 0
const pendingSearches = new Map<number, (answer: WinnableAnswer | null) => void>()
const searchStates = new Map<string, SearchState>()
export const searchesAnswered = signal(0)

function mateWorker(): Worker {
  if (worker !== null) return worker
  const path = document.querySelector<HTMLMetaElement>('meta[name=worker]')?.content ?? ''
  worker = new Worker(path, { type: 'module' })
  worker.addEventListener('error', () => {
    // It has not come, or came to an end: what was asked can be asked again.
    worker = null
    pendingSearches.clear()
    for (const [key, asked] of searchStates) if (asked === 'searching') searchStates.delete(key)
    searchesAnswered.value++
    notify(t('load-failed'), 'bad')
  })
  worker.addEventListener('message', ({ data }: MessageEvent<MateSearchReply>) => {
    pendingSearches.get(data.id)?.(data.answer)
    pendingSearches.delete(data.id)
  })
  return worker
}

/** Counters play no part in the question. */
const keyOf = (fen: string, side: Side): string => `${fen.split(' ').slice(0, 4).join(' ')} ${side}`

/** What is known; null: nobody has asked. */
export const mateSearchState = (fen: string, side: Side): SearchState | null => {
  searchesAnswered.value
  return searchStates.get(keyOf(fen, side)) ?? null
}

export function searchMate(fen: string, side: Side): void {
  const key = keyOf(fen, side)
  if (searchStates.has(key)) return
  searchStates.set(key, 'searching')
  searchesAnswered.value++
  const id = ++ids
  pendingSearches.set(id, (answer) => {
    searchStates.set(key, answer ?? 'unreadable')
    searchesAnswered.value++
  })
  mateWorker().postMessage({ id, fen, side, nodes: MAX_NODES } satisfies MateSearchRequest)
}
