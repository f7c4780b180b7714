/** Asks the worker whether a side can still mate, and caches its answers: the search may take seconds. */
import { signal } from '@preact/signals-core'
import type { WinnableAnswer } from '../../../../domain/winnable/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import type { MateSearchReply, MateSearchRequest } from './worker.ts'

type SearchState = WinnableAnswer | 'searching' | 'unreadable'

/** As many as `touchmove winnable` makes unless told otherwise; the service's route makes twice as many. */
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
    // The worker could not be loaded, or has failed: its searches can be asked again.
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

/** Positions that differ in their counters alone have one answer. */
const keyOf = (fen: string, side: Side): string => `${fen.split(' ').slice(0, 4).join(' ')} ${side}`

/** The answer or the state of a search; null where none was started. */
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
