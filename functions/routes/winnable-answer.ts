/** The reply of GET /winnable, which the host's route and the Lambda function of that route have in common. */
import { parseFen, writeFen } from '../../domain/chess/index.ts'
import type { AdmissionDenied } from '../app/winnable/admission.ts'
import { answerBothSides, REQUEST_NODES } from '../app/winnable/answer-both.ts'
import { json, problem, type Reply } from '../http/reply.ts'
import type { SearchUnwinnability } from '../ports.ts'

interface SearchParts {
  /** Searches on another thread; absent: the calling thread searches. */
  readonly ask?: SearchUnwinnability
  /** Runs the search, or denies it where the client must wait. */
  admit<T>(work: () => Promise<T>): Promise<T | AdmissionDenied>
}

/** The answer depends on the position alone, so caches may store it for a day. */
const CACHED = { 'cache-control': 'public, max-age=86400' }

const DENIAL_TEXT: Readonly<Record<AdmissionDenied, string>> = {
  'too-often': 'too many questions from here; each costs a search, and there is another each second',
  'too-many-waiting': 'too many questions wait for their search; ask again once some are answered',
}

/** 200 with both answers; refused: `bad-query` (no FEN), `slow-down`. */
export async function winnableReply(text: string, { ask, admit }: SearchParts): Promise<Reply> {
  const given = text.trim()
  const position = parseFen(given)
  if (!position.ok) {
    const detail = `fen: ${position.error.message}`
    return problem({ code: 'bad-query', message: detail, errors: [{ pointer: '/fen', detail }] })
  }
  const found = await admit(() => (ask ? ask(given) : Promise.resolve(answerBothSides(position.value))))
  if (typeof found === 'string') return problem({ code: 'slow-down', message: DENIAL_TEXT[found] })
  return json(200, { fen: writeFen(position.value), budget: REQUEST_NODES, ...found }, CACHED)
}
