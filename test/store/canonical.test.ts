import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalCopy, canonicalJson } from '../../functions/store/canonical.ts'
import { trials } from '../kit/trials.ts'

const canonical = (value: unknown) => {
  const result = canonicalJson(value)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
const refusal = (value: unknown) => {
  const result = canonicalJson(value)
  return result.ok ? `accepted as ${result.value}` : result.error.message
}

test('members are ordered by UTF-16 code units, as in the example of RFC 8785, 3.2.3', () => {
  const value = JSON.parse(
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",` +
      String.raw`"\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
  )
  expect(Object.values(JSON.parse(canonical(value)))).toHaveLength(7)
  expect(canonical(value).match(/(?<=:")[^"]*/g)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

test('strings are escaped as in the example of RFC 8785, 3.2.2', () => {
  const value = JSON.parse(
    String.raw`{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
  )
  expect(canonical(value)).toBe(String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`)
})

// The input and output files of the RFC's reference implementation (cyberphone/json-canonicalization, testdata).
test.each([
  ['arrays', '[56,{"d":true,"10":null,"1":[]}]', '[56,{"1":[],"10":null,"d":true}]'],
  [
    'structures',
    '{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{}],"A":{}}',
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
  ],
  ['french', '{"sin":4,"pêche":3,"péché":2,"peach":1}', '{"peach":1,"péché":2,"pêche":3,"sin":4}'],
  ['unicode', '{"Unnormalized Unicode":"A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'],
  [
    'weird',
    '{"\\u20ac":3,"1":1,"\\u0080":"\\u007f","\\ud83d\\ude02":4,"\\u00f6":2,"\\ufb33":5,"</script>":"Browser"}',
    '{"1":1,"</script>":"Browser","\u0080":"\u007f","ö":2,"€":3,"😂":4,"\ufb33":5}',
  ],
])('the reference vector %s is written as its authors write it', (_name, input, output) => {
  expect(canonical(JSON.parse(input))).toBe(output)
})

test('integers are written plainly up to 2^53 − 1, and minus zero as zero', () => {
  expect(canonical([0, -0, -1, 1e3, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])).toBe(
    '[0,0,-1,1000,9007199254740991,-9007199254740991]',
  )
})

test('the eight short escapes and no others are short', () => {
  const controls = Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)).join('')
  const escaped = canonical(controls)
  expect(escaped.match(/\\[^u]/g)).toEqual(['\\b', '\\t', '\\n', '\\f', '\\r'])
  expect(escaped.match(/\\u[0-9a-f]{4}/g)).toHaveLength(0x20 - 5)
  expect(canonical('"\\/')).toBe('"\\"\\\\/"')
})

test('half a point is written as the RFC writes it', () => {
  expect(canonical({ win: 1, draw: 0.5 })).toBe('{"draw":0.5,"win":1}')
  expect(canonical(0.1 + 0.2)).toBe('0.30000000000000004')
})

test('a member that is undefined is absent', () => {
  expect(canonical({ b: undefined, a: 1 })).toBe('{"a":1}')
})

test('what JSON or the record cannot hold is refused, and the place is named', () => {
  expect(refusal({ data: { time: Number.POSITIVE_INFINITY } })).toBe(
    '/data/time is Infinity; a number must be finite, and an integer within ±(2^53 − 1)',
  )
  expect(refusal([2 ** 53])).toMatch(/^\/0 is 9007199254740992; /)
  expect(refusal(Number.NaN)).toMatch(/^the value is NaN; /)
  expect(refusal({ note: 'a\ud800' })).toMatch(/^\/note holds a lone surrogate/)
  expect(refusal({ '\udc00': 1 })).toMatch(/lone surrogate/)
  expect(refusal({ 'a/b~c': [1, undefined] })).toBe(
    '/a~1b~0c/1 is of type undefined; only JSON values can be recorded',
  )
  expect(refusal([new Date(0)])).toBe('/0 is not a plain object')
  expect(refusal([10n])).toMatch(/type bigint/)
  expect(refusal({ f: () => 1 })).toMatch(/type function/)
})

test('a value that contains itself is refused instead of filling the stack', () => {
  const loop: unknown[] = []
  loop.push(loop)
  expect(refusal(loop)).toMatch(/nested deeper than 64 levels/)
})

test('a member called __proto__ is a member like any other', () => {
  expect(canonical(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
})

test('whatever order members come in, the text is the same, and reading it gives the value back', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger().map((n) => n + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 5 }),
    ),
  })).value
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    )
  }
  fc.assert(
    fc.property(json, (value) => {
      const text = canonical(value)
      expect(canonical(reversed(value))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: trials(300) },
  )
})

test('a copy is what parsing the canonical text gives, member for member', () => {
  const odd = JSON.parse('{"b":-0,"10":1,"9":[{"z":null,"a":-0.5}],"__proto__":{"y":1,"x":2}}')
  const same = (value: unknown) => {
    const copy = canonicalCopy(value)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(JSON.parse(canonical(value))))
    expect(copy).toStrictEqual(JSON.parse(canonical(value)))
  }
  same(odd)
  same({ b: undefined, a: [undefined].slice(1) })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      if (canonicalJson(value).ok) same(value)
    }),
    { numRuns: trials(300) },
  )
})
