/** The parameters of the decoder are whole numbers, and the table of docs/boards.md has each of them as the code has it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as durations from '../../domain/sensors/durations.ts'
import * as weights from '../../domain/sensors/weights.ts'

const { CONFIDENCE, WEIGHTS, ...bounds } = weights
const text = readFileSync(join(import.meta.dirname, '../../docs/boards.md'), 'utf8')

/** Value by name, as the table has them: `1 s` is 1000, and what is refunded stands with a minus. */
const documented = new Map(
  text.split('\n').flatMap((line): [string, number][] => {
    const [, names, values, , source] = line.split(' | ').length === 4 ? line.split(/^\| | \| /) : []
    if (names === undefined || values === undefined || source === undefined) return []
    const figures = values.split(/[,;] (?=\S)/)
    return [...names.matchAll(/`(\w+)`(?! *\()/g)].map(([, name], index): [string, number] => {
      const figure = figures[index] ?? ''
      return [
        name as string,
        Math.abs(Number.parseFloat(figure.replace('−', '-').replace(',', ''))) *
          (figure.endsWith(' s') ? 1000 : 1),
      ]
    })
  }),
)

test.each(Object.entries({ ...WEIGHTS, ...bounds, ...durations }))(
  '%s is a whole number and stands in the table: %i',
  (name, value) => {
    expect(Number.isInteger(value)).toBe(true)
    expect(documented.get(name)).toBe(value)
  },
)

test('the confidences stand in the table', () => {
  expect(text).toContain(`| \`CONFIDENCE\` | ${Object.values(CONFIDENCE).join(', ')} |`)
})
