import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import {
  EVENT_TYPES,
  type EventOf,
  FREE_TEXT_FIELDS,
  jsonSchema,
  PERSON_FIELDS,
  type PersonalFields,
  type PseudonymisedData,
  pseudonymise,
  restorePersonalData,
  type StoredEvent,
  type TextRef,
} from '../../events/index.ts'
import { freeText } from '../../events/primitives.ts'
import { GAME_DATA, ROUND_DATA } from '../../events/schemas.ts'
import { arbitraryRecord } from '../kit/arbitraries.ts'
import { trials } from '../kit/trials.ts'

/** Stores values under numbers, and returns them. */
const personalData = () => {
  const persons = new Map<string, PersonalFields>()
  const texts = new Map<string, string>()
  return {
    persons,
    texts,
    sealer: {
      person(fields: PersonalFields) {
        persons.set(`p${persons.size}`, fields)
        return `p${persons.size - 1}`
      },
      text(words: string): TextRef {
        texts.set(`t${texts.size}`, words)
        return { text: `t${texts.size - 1}`, digest: 'd'.repeat(64) }
      },
    },
    opener: {
      person: (id: string) => persons.get(id)!,
      text: ({ text }: TextRef) => texts.get(text)!,
    },
  }
}

const stored = <T extends StoredEvent['type']>(type: T, by: string, data: unknown) =>
  ({
    id: 'e1',
    type,
    at: '2024-03-09T14:00:00.000Z',
    by,
    data,
    game: 'g',
    seq: 1,
    v: 1,
  }) as unknown as EventOf<T>

test('a stored opening holds persons, not names; who plays without sight, and in whose letters, stays with the game', () => {
  const { sealer, persons } = personalData()
  const opened = stored('game-opened', 'operator', {
    white: { name: 'Jan', fideId: 7, title: 'FM', rating: 2300, federation: 'SVK', visuallyImpaired: true },
    black: { name: 'Eva', language: 'sk' },
    edition: '2018-01-01',
    play: 'standard',
  })
  expect(pseudonymise(opened, sealer).data).toEqual({
    white: { person: 'p0', visuallyImpaired: true },
    black: { person: 'p1', language: 'sk' },
    edition: '2018-01-01',
    play: 'standard',
  })
  expect(persons.get('p0')).toEqual({ name: 'Jan', fideId: 7, title: 'FM', rating: 2300, federation: 'SVK' })
  expect(opened.data.white.name).toBe('Jan')
})

test('the clocks’ times under `white` and `black` are nobody’s personal fields', () => {
  const { sealer, persons, texts } = personalData()
  const read = stored('clock-read', 'clock', { white: 1, black: 2 })
  expect(pseudonymise(read, sealer)).toBe(read)
  const set = stored('clock-set', 'arbiter', { white: 1, black: 2, reason: 'Eva lost a minute' })
  expect(pseudonymise(set, sealer).data).toEqual({
    white: 1,
    black: 2,
    reason: { text: 't0', digest: 'd'.repeat(64) },
  })
  expect([persons.size, [...texts.values()]]).toEqual([0, ['Eva lost a minute']])
})

test('what a correction puts in place is sealed as deep as it goes', () => {
  const { sealer, opener, persons, texts } = personalData()
  const correction = stored('report-corrected', 'arbiter', {
    seqs: [1, 9],
    reason: 'Jan is not Eva',
    replacement: [
      {
        type: 'details-corrected',
        by: 'arbiter',
        data: { fields: { white: { name: 'Jana' } }, reason: 'misheard' },
      },
      { type: 'incident-recorded', by: 'arbiter', data: { kind: 'phone', note: 'Jana’s' } },
    ],
  })
  const sealed = pseudonymise(correction, sealer)
  expect(JSON.stringify(sealed)).not.toMatch(/Jan|Eva|misheard/)
  expect([persons.size, texts.size]).toEqual([1, 3])
  expect(restorePersonalData<StoredEvent>(sealed, opener)).toEqual(correction)
})

test('an erased person comes back as what the caller shows in its place', () => {
  const { sealer } = personalData()
  const opened = stored('game-opened', 'operator', {
    white: { name: 'Jan', rating: 2300 },
    black: { name: 'Eva', visuallyImpaired: true },
    edition: '2018-01-01',
    play: 'standard',
  })
  const erased = { person: () => ({ name: 'erased' }), text: () => 'erased' }
  expect(
    restorePersonalData<EventOf<'game-opened'>>(pseudonymise(opened, sealer), erased).data,
  ).toMatchObject({
    white: { name: 'erased' },
    black: { name: 'erased', visuallyImpaired: true },
  })
})

test('any record is read as it was before it was sealed, and sealing leaves no text of a person’s in it', () => {
  fc.assert(
    fc.property(arbitraryRecord(20), (record) => {
      const { sealer, opener, texts } = personalData()
      const before = structuredClone(record)
      const sealed = record.map((event) => pseudonymise(event, sealer))
      expect(record).toEqual(before)
      expect(sealed.map((event) => restorePersonalData<StoredEvent>(event, opener))).toEqual(record)
      const json = JSON.stringify(sealed)
      for (const words of texts.values()) {
        if (words.length > 12) expect(json).not.toContain(JSON.stringify(words))
      }
      expect(json).not.toContain('Nováková')
    }),
    { numRuns: trials(60) },
  )
})

test('the table of persons names every player of the vocabulary', () => {
  const { $defs } = jsonSchema() as {
    $defs: Record<string, { properties: Record<string, { properties?: object }> }>
  }
  for (const type of EVENT_TYPES) {
    const { properties } = $defs[`${type}.data`]!
    const persons = Object.entries(properties).flatMap(([name, { properties: inner = {} }]) =>
      'name' in inner
        ? [name]
        : Object.entries(inner).flatMap(([deep, s]) =>
            'name' in (s.properties ?? {}) ? [`${name}.${deep}`] : [],
          ),
    )
    expect(
      (PERSON_FIELDS[type] ?? []).map((path) => path.join('.')).sort(),
      `${type}: name its players in PERSON_FIELDS of events/pseudonymise.ts, or they cannot be erased`,
    ).toEqual(persons.sort())
  }
})

/** Whether a field's schema is that of a person's own words, whatever is around it. */
function isFreeText(schema: z.core.$ZodType): boolean {
  if (schema === freeText) return true
  return schema instanceof z.ZodOptional && isFreeText(schema.unwrap())
}

test('every field of free text is stored apart, and has one of the three names that its types go by', () => {
  for (const [type, schema] of Object.entries({ ...GAME_DATA, ...ROUND_DATA })) {
    expect(schema, `${type}: data are the fields of an object`).toBeInstanceOf(z.ZodObject)
    const texts = Object.entries((schema as z.ZodObject).shape).flatMap(([name, field]) =>
      isFreeText(field) ? [name] : [],
    )
    expect(
      texts.filter((name) => !['note', 'reason', 'condition'].includes(name)),
      `${type}: call free text note, reason or condition: what is stored of it (Sealed in events/pseudonymise.ts) goes by these names`,
    ).toEqual([])
    // A round's own correction is stored by the table of the type that it shares with a game's.
    expect(
      (FREE_TEXT_FIELDS[type as keyof typeof FREE_TEXT_FIELDS] ?? []).map((path) => path.join('.')),
      `${type}: name its free text in FREE_TEXT_FIELDS of events/pseudonymise.ts, or it cannot be erased`,
    ).toEqual(texts)
  }
})

test('the sealed form has types of its own', () => {
  expectTypeOf<PseudonymisedData<'game-opened'>['white']>().toEqualTypeOf<{
    person: string
    visuallyImpaired?: boolean
    language?: string
  }>()
  expectTypeOf<PseudonymisedData<'clock-set'>['reason']>().toEqualTypeOf<TextRef>()
  expectTypeOf<PseudonymisedData<'clock-set'>['white']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<PseudonymisedData<'result-set'>['white']>().toEqualTypeOf<'1' | '½' | '0' | '+' | '-'>()
  expectTypeOf<PseudonymisedData<'move-made'>>().toEqualTypeOf<EventOf<'move-made'>['data']>()
})

const imported = (tags: unknown) => ({
  white: { name: 'Jan' },
  black: { name: 'Eva' },
  edition: '2018-01-01',
  play: 'standard',
  source: { kind: 'pgn', timeBasis: 'none', tags },
})

test('an import’s tags hold names too, and are stored apart as one text', () => {
  const { sealer, opener, texts } = personalData()
  const tags = { Annotator: 'Nováková, Eva', WhiteTeam: 'Tábor', '1.comment': 'Jan touched his king' }
  const opened = stored('game-opened', 'operator', imported(tags))
  const sealed = pseudonymise(opened, sealer)
  expect(JSON.stringify(sealed)).not.toMatch(/Nováková|Tábor|touched/)
  expect([...texts.values()]).toEqual([JSON.stringify(tags)])
  expect(restorePersonalData<EventOf<'game-opened'>>(sealed, opener)).toEqual(opened)
  const erased = { person: () => ({ name: 'erased' }), text: () => 'erased' }
  expect(restorePersonalData<EventOf<'game-opened'>>(sealed, erased).data.source).toEqual({
    kind: 'pgn',
    timeBasis: 'none',
    tags: {},
  })
})

test('tags that version 1 stored openly are read as they stand, whatever they are called', () => {
  const { opener } = personalData()
  for (const tags of [{ ECO: 'C00' }, { text: 't0', digest: 'C00' }, {}]) {
    const old = stored('game-opened', 'operator', {
      ...imported(tags),
      white: { person: 'p0' },
      black: { person: 'p1' },
    })
    const read = restorePersonalData<EventOf<'game-opened'>>(old as never, opener)
    expect(read.data.source?.tags).toEqual(tags)
  }
})
