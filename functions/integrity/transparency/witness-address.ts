/** The key of a witness and the address at which it is asked. */
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { type NoteKey, parseNoteKey } from './signed-note.ts'

/** A witness that a host asks. */
export interface WitnessAddress {
  readonly key: NoteKey
  /** Its `add-checkpoint` lies below this. */
  readonly url: string
}

/** `NAME+8 digits+base64@https://…` (`bad-witness`). */
export function parseWitnessAddress(text: string): Result<WitnessAddress> {
  const [, written = '', url = ''] = /^([^@]+)@(https?:\/\/.+)$/.exec(text) ?? []
  if (!URL.canParse(url)) return refuse('bad-witness', `${text}: it is the key of a witness, @ and a URL`)
  const key = parseNoteKey(written)
  if (!key.ok) return refuse('bad-witness', key.error.message)
  return key.value.role === 'witness'
    ? ok({ key: key.value, url })
    : refuse('bad-witness', `${key.value.name} is the key of a log, not of a witness`)
}

/** Several of them, with blanks or commas between (`bad-witness`). */
export function parseWitnessAddresses(text: string): Result<WitnessAddress[]> {
  const found: WitnessAddress[] = []
  for (const each of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const parsed = parseWitnessAddress(each)
    if (!parsed.ok) return parsed
    found.push(parsed.value)
  }
  return ok(found)
}
