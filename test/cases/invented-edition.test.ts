/**
 * A new edition of the Laws is data. One that never was is added here as a person would add it: its day in the vocabulary, what
 * it changed, its cases. Nothing else is touched, and all holds: reports, judging, sentences, the table of the Laws.
 */
import { expect, test, vi } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'
import { playScript } from '../../domain/cases/script.ts'
import { articlesOf } from '../../domain/editions/citations.ts'
import type { EditionChanges } from '../../domain/editions/edition.ts'
import { editionInForceOn } from '../../domain/editions/edition-in-force.ts'
import { EDITION_PARAMETERS } from '../../domain/editions/editions.ts'
import { explainVerdict } from '../../domain/laws/text/explain.ts'
import { EXPLANATION_LANGUAGES } from '../../domain/laws/text/phrase.ts'
import { EDITIONS, type Edition, parseReport } from '../../events/index.ts'
import { lawsMd } from '../laws/laws-md.ts'

const INVENTED = vi.hoisted(() => ({
  day: '2199-01-01' as Edition,
  /** One illegal move loses a standard game, under another number; touching an own piece obliges nobody. */
  changes: {
    parameters: {
      illegalMovesToLose: { standard: 1, rapidFull: 2, rapidLimited: 2, blitzFull: 2, blitzLimited: 2 },
    },
    citations: {
      'illegal-move-penalty': '7.9',
      'touch-own': '',
      resignation: '5.9',
      'unjustified-stop': '6.9.9',
    },
  } satisfies EditionChanges,
}))

vi.mock('../../events/vocabulary.ts', async (original) => {
  const actual = await original<typeof import('../../events/vocabulary.ts')>()
  return { ...actual, EDITIONS: [...actual.EDITIONS, INVENTED.day] }
})
vi.mock('../../domain/editions/changes.ts', async (original) => {
  const actual = await original<typeof import('../../domain/editions/changes.ts')>()
  return { ...actual, EDITION_CHANGES: { ...actual.EDITION_CHANGES, [INVENTED.day]: INVENTED.changes } }
})

const ILLEGAL = {
  open: { timeControl: { periods: [{ time: 600_000 }] } },
  events: [
    { by: 'arbiter', type: 'session-started' },
    { play: 'e4 e5 Ke3' },
    { by: 'arbiter', type: 'irregularity-noticed', data: { kind: 'illegal-move' } },
  ],
}

function differenceOf(given: object): string | null {
  const parsed = parseCase(JSON.stringify({ id: 'invented', ...given }))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return caseDifference(parsed.value)
}

function stateOf(given: object) {
  const parsed = parseCase(JSON.stringify({ id: 'invented', expect: [], ...given }))
  if (!parsed.ok || parsed.value.kind !== undefined) throw new Error('no case of a game')
  const played = playScript(parsed.value, () => {})
  if (!played.ok) throw new Error(played.error.message)
  return played.value.fold.state
}

test('the invented edition is the last of the vocabulary and takes the rest from the one before', () => {
  expect(EDITIONS.at(-1)).toBe(INVENTED.day)
  const before = EDITION_PARAMETERS[EDITIONS.at(-2) as Edition]
  expect(EDITION_PARAMETERS[INVENTED.day]).toEqual({ ...before, ...INVENTED.changes.parameters })
  expect(articlesOf('illegal-move-penalty', INVENTED.day)).toEqual(['7.9'])
  expect(articlesOf('checkmate', INVENTED.day)).toEqual(articlesOf('checkmate', EDITIONS.at(-2) as Edition))
})

test('a game without an edition is judged by it from its day on', () => {
  expect(editionInForceOn('2198-12-31')).toBe(EDITIONS.at(-2))
  expect(editionInForceOn('2199.01.??')).toBe(INVENTED.day)
})

test('a report names it', () => {
  const data = { white: { name: 'White' }, black: { name: 'Black' }, edition: INVENTED.day, play: 'standard' }
  const at = '2199-01-05T09:00:00.000Z'
  expect(parseReport({ id: 'a', type: 'game-opened', at, by: 'operator', data }).ok).toBe(true)
})

test('cases name it beside other editions, and its figures decide', () => {
  const editions = {
    '2023-01-01': { expect: [{ verdicts: [{ remedy: { clock: { black: 120_000 } } }] }] },
    [INVENTED.day]: {
      expect: [
        {
          verdicts: [
            {
              edition: INVENTED.day,

              remedy: { result: { white: '0', black: '1' } },
            },
          ],
        },
      ],
    },
  }
  expect(differenceOf({ ...ILLEGAL, editions })).toBeNull()
  expect(
    differenceOf({ ...ILLEGAL, expect: editions['2023-01-01'].expect, editions: [INVENTED.day] }),
  ).toMatch(/^2199-01-01: /)
})

test('no rule raises that it does not cite', () => {
  const touched = {
    events: [
      { by: 'arbiter', type: 'session-started' },
      { by: 'white', type: 'piece-touched', data: { squares: ['d2'] } },
      { play: 'e4' },
    ],
  }
  const editions = {
    '2023-01-01': { expect: [{ verdicts: [{ rule: 'touch-own' }] }] },
    [INVENTED.day]: { expect: [{ verdicts: [], result: null }] },
  }
  expect(differenceOf({ ...touched, editions })).toBeNull()
})

test('a penalty that names the new number of an article is one under that article', () => {
  const stopped = (article: string) => ({
    open: { timeControl: { periods: [{ time: 600_000 }] } },
    events: [
      { by: 'arbiter', type: 'session-started' },
      { play: 'e4' },
      { by: 'black', type: 'clocks-stopped' },
      { by: 'arbiter', type: 'penalty-imposed', data: { on: 'black', penalty: 'warning', article } },
    ],
  })
  const rulesUnder = (edition: Edition, article: string) => {
    const given = stopped(article)
    return stateOf({ ...given, open: { ...given.open, edition } }).verdicts.map(({ rule }) => rule)
  }
  expect(rulesUnder('2023-01-01', '6.11.4')).toContain('unjustified-stop')
  expect(rulesUnder(INVENTED.day, '6.9.9')).toContain('unjustified-stop')
  // An arbiter may name the number that they learned.
  expect(rulesUnder(INVENTED.day, '6.11.4')).toContain('unjustified-stop')
  expect(rulesUnder(INVENTED.day, '6.5')).not.toContain('unjustified-stop')
})

test('every language explains its verdicts by its own numbers', () => {
  const events = [
    { by: 'arbiter', type: 'session-started' },
    { by: 'black', type: 'resigned' },
  ]
  const [verdict] = stateOf({ open: { edition: INVENTED.day }, events }).verdicts
  for (const language of EXPLANATION_LANGUAGES)
    expect(verdict && explainVerdict(verdict, language)).toContain('5.9')
})

test('the table of the Laws has its section, and each of its rows says which cases try it', () => {
  const written = lawsMd()
  expect(written).toContain(`\n## ${INVENTED.day}\n`)
  expect(written.split('\n').filter((line) => line.startsWith('|') && /\|\s*\|/.test(line))).toEqual([])
})
