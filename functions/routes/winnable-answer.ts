/** The answer to a request about a position: in the host's route and in the function that does nothing else. */
import { parseFen, writeFen } from '../../domain/chess/index.ts'
import { answerBoth, REQUEST_NODES } from '../app/winnable/answers.ts'
import type { Denied } from '../app/winnable/queue.ts'
import { json, problem, type Reply } from '../http/reply.ts'
import type { AskMates } from '../ports.ts'

interface Asked {
  /** Absent: this process searches itself. */
  readonly ask?: AskMates
  /** Who may ask now. */
  admit<T>(work: () => Promise<T>): Promise<T | Denied>
}

/** The answer to a position is the same tomorrow. */
const CACHED = { 'cache-control': 'public, max-age=86400' }

const WHY: Readonly<Record<Denied, string>> = {
  'too-often': 'too many questions from here; each costs a search, and there is another each second',
  'too-many-waiting': 'too many questions wait for their search; ask again once some are answered',
}

/** 200 with both answers; refused: `bad-query` (no FEN), `slow-down`. */
export async function answerTo(text: string, { ask, admit }: Asked): Promise<Reply> {
  const given = text.trim()
  const position = parseFen(given)
  if (!position.ok) {
    const detail = `fen: ${position.error.message}`
    return problem({ code: 'bad-query', message: detail, errors: [{ pointer: '/fen', detail }] })
  }
  const found = await admit(() => (ask ? ask(given) : Promise.resolve(answerBoth(position.value))))
  if (typeof found === 'string') return problem({ code: 'slow-down', message: WHY[found] })
  return json(200, { fen: writeFen(position.value), budget: REQUEST_NODES, ...found }, CACHED)
}
