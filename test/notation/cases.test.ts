import { expect, test } from 'vitest'
import { initialPosition, type Position, parseUci, uciOf } from '../../domain/chess/index.ts'
import { parseAnnouncement, parseSan, writeSan } from '../../domain/notation/index.ts'
import { position, type TextCase, textCases } from './kit.ts'

/** Everything the case says, found or not, in one comparable object. */
function outcome(given: TextCase, p: Position, parsed: ReturnType<typeof parseSan>): Record<string, unknown> {
  const { error } = given.expect
  if (!parsed.ok) {
    const { message } = parsed.error
    return typeof error === 'string' && message.toLowerCase().includes(error.toLowerCase())
      ? { error }
      : { error: message }
  }
  const found: Record<string, string> = { uci: uciOf(p, parsed.value), san: writeSan(p, parsed.value) }
  return Object.fromEntries(Object.keys(given.expect).map((key) => [key, found[key]]))
}

test('every handed move text is read as its case says', () => {
  const cases = textCases('san')
  expect(cases.length).toBeGreaterThan(20)
  for (const given of cases) {
    const p = given.fen === undefined ? initialPosition() : position(given.fen)
    expect({ id: given.id, ...outcome(given, p, parseSan(p, given.input, given.language)) }).toEqual({
      id: given.id,
      ...given.expect,
    })
  }
})

test('every handed UCI move is written in SAN as its case says', () => {
  for (const given of textCases('uci').filter(({ expect: { san } }) => san !== undefined)) {
    const p = position(given.fen!)
    expect({ id: given.id, ...outcome(given, p, parseUci(p, given.input)) }).toEqual({
      id: given.id,
      ...given.expect,
    })
  }
})

test('every handed announcement is understood as its case says', () => {
  const cases = textCases('announcement')
  expect(cases.length).toBe(9)
  for (const given of cases) {
    const p = position(given.fen!)
    expect({ id: given.id, ...outcome(given, p, parseAnnouncement(p, given.input)) }).toEqual({
      id: given.id,
      ...given.expect,
    })
  }
})
