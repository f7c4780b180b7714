/** Repeats erasures of another record, or erasures made since a backup, with the notes that were erased with each person. */

import * as z from 'zod'
import type { Erasure } from '../../app/erase.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { parseAnswer } from '../../http/parse-answer.ts'

export interface RemoteErasure extends Pick<Erasure, 'person'> {
  readonly notes?: Erasure['notes'] | undefined
}

const doneShape = z.looseObject({ entries: z.int().nonnegative() })

/** Notes that one request takes. */
const MAX_NOTES = 200

/** How many entries went; why it could not be done. Somebody of whom the record has nothing is no failure. */
export async function repeatErasures(
  client: ApiClient,
  { person, notes = [] }: RemoteErasure,
): Promise<{ readonly entries: number } | { readonly problem: string }> {
  let entries = 0
  for (let next = 0; next === 0 || next < notes.length; next += MAX_NOTES) {
    const part = notes.slice(next, next + MAX_NOTES)
    const query = part.length === 0 ? '' : `?notes=${part.join(',')}`
    const answer = await client.request('POST', `/persons/${encodeURIComponent(person)}/erase${query}`)
    if (answer.status === 404) continue
    if (answer.status !== 200) return { problem: problemText(answer) }
    const done = parseAnswer(doneShape, answer)
    if (!done.ok) return { problem: done.error.message }
    entries += done.value.entries
  }
  return { entries }
}
