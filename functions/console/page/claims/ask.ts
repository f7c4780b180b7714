/** Asks the worker whether a side can still mate; answers are kept, for the question is long. */
import { signal } from '@preact/signals-core'
import type { Answer } from '../../../../domain/winnable/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import { notify } from '../ui/say.ts'
import { t } from '../words/words.ts'
import type { Question, Reply } from './worker.ts'

type Asked = Answer | 'searching' | 'unreadable'

/** As much as the service's own answer to a question put by hand. */
const NODES = 500_000

let worker: Worker | null = null
let ids = 0
const waiting = new Map<number, (answer: Answer | null) => void>()
const known = new Map<string, Asked>()
export const answered = signal(0)

function theWorker(): Worker {
  if (worker !== null) return worker
  const path = document.querySelector<HTMLMetaElement>('meta[name=worker]')?.content ?? ''
  worker = new Worker(path, { type: 'module' })
  worker.addEventListener('error', () => {
    // It has not come, or came to an end: what was asked can be asked again.
    worker = null
    waiting.clear()
    for (const [key, asked] of known) if (asked === 'searching') known.delete(key)
    answered.value++
    notify(t('load-failed'), 'bad')
  })
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data.answer)
    waiting.delete(data.id)
  })
  return worker
}

/** Counters play no part in the question. */
const keyOf = (fen: string, side: Side): string => `${fen.split(' ').slice(0, 4).join(' ')} ${side}`

/** What is known; null: nobody has asked. */
export const answerOf = (fen: string, side: Side): Asked | null => {
  answered.value
  return known.get(keyOf(fen, side)) ?? null
}

export function askWhetherMates(fen: string, side: Side): void {
  const key = keyOf(fen, side)
  if (known.has(key)) return
  known.set(key, 'searching')
  answered.value++
  const id = ++ids
  waiting.set(id, (answer) => {
    known.set(key, answer ?? 'unreadable')
    answered.value++
  })
  theWorker().postMessage({ id, fen, side, nodes: NODES } satisfies Question)
}
