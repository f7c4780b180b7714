/** Reads results as people write them. */
import type { EventData, Points } from '../../events/index.ts'
import type { Score } from './state.ts'

type WrittenResult = EventData<'scoresheet-signed'>['result']

/** A text of a result: the points of White and of Black, each `1`, `½`, `0`, `+` or `-`, joined by a dash. */
const RESULT_TEXT = /^([1½0+-])-([1½0+-])$/

/** The score of a written result: a text such as `1/2-1/2` or `+--`, or the points of both sides. Null for any other text. */
export function scoreOfResult(written: WrittenResult): Score | null {
  if (typeof written !== 'string') return written
  const [, white, black] = RESULT_TEXT.exec(written.replaceAll('1/2', '½')) ?? []
  return white === undefined || black === undefined
    ? null
    : { white: white as Points, black: black as Points }
}
