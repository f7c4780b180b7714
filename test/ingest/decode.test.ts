import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPgn, tagOf } from '../../domain/pgn/index.ts'
import { type DecodeOptions, decodeBytes, decodeText } from '../../functions/ingest/decode.ts'

async function decoded(bytes: Uint8Array, size: number, options: DecodeOptions = {}): Promise<string> {
  const chunks = (async function* () {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  })()
  let text = ''
  for await (const piece of decodeText(chunks, options)) text += piece
  return text
}

test('a letter cut in two between chunks is one letter', async () => {
  const text = '[White "Žižka, Šárka"]\n[Black "Ångström"]\nlast line without an end'
  for (const size of [1, 2, 3, 7, 1000]) expect(await decoded(Buffer.from(text, 'utf8'), size)).toBe(text)
})

test('a line that is no UTF-8 is read as windows-1252, its neighbours stay UTF-8', async () => {
  const bytes = Buffer.concat([
    Buffer.from('[White "Žižka"]\n', 'utf8'),
    Buffer.from('[Black "Müller"]\n', 'latin1'),
    Buffer.from('[Site "Málaga"]\n', 'utf8'),
  ])
  expect(await decoded(bytes, 5)).toBe('[White "Žižka"]\n[Black "Müller"]\n[Site "Málaga"]\n')
})

test('a compressed file is reported in one line, and none of its bytes is read as letters', async () => {
  const games = '[White "Müller"]\n\n1. e4 *\n'.repeat(200)
  for (const [name, bytes] of [
    ['gzip', gzipSync(games)],
    ['zip', Buffer.from('PK\x03\x04\x14\0\0\0\xff\n\xfe', 'latin1')],
    ['7z', Buffer.from('7z\xbc\xaf\x27\x1c\n\xff', 'latin1')],
  ] as const) {
    const reported: string[] = []
    const onForeignLine = ({ line, reason }: { line: number; reason: string }) =>
      reported.push(`${line}: ${reason}`)
    expect(await decoded(bytes, 16, { onForeignLine })).toBe('')
    expect(reported).toEqual([`1: compressed (${name}): unpack it first; nothing of it is read`])
  }
  const text = '[Event "PK 7z (\\"]\n'
  expect(await decoded(Buffer.from(text), 16)).toBe(text)
})

test('nothing is decoded to nothing', async () => {
  expect(await decoded(new Uint8Array(), 4)).toBe('')
})

test('UTF-16 is recognised by its mark or by its first letter, also when a letter is cut in two', async () => {
  const text = '[White "Žižka, 😀"]\n\n1. e4 *\n'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  const marks = { little: Buffer.from([0xff, 0xfe]), big: Buffer.from([0xfe, 0xff]) }
  for (const size of [1, 3, 1000]) {
    for (const bytes of [little, big, Buffer.concat([marks.little, little]), Buffer.concat([marks.big, big])])
      expect(await decoded(bytes, size)).toBe(text)
  }
})

test('a mark of UTF-8 before the first game is no part of it: its tags are read and nothing is reported', async () => {
  const text = '[Event "Open"]\n[White "Žižka"]\n[Black "B"]\n\n1. e4 *\n'
  const comment = '% a line of a program\n'
  for (const before of ['', comment]) {
    const bytes = Buffer.from(`\uFEFF${before}${text}`, 'utf8')
    const [plain] = readPgn(before + text)
    for (const size of [1, 2, 1000]) {
      const [game, ...more] = readPgn(await decoded(bytes, size))
      expect([game, more]).toEqual([plain, []])
      expect(game).toMatchObject({ problems: [] })
    }
  }
})

const sample = readFileSync(join(import.meta.dirname, 'samples/files/names-cp1250.pgn'))

test('names in windows-1250 are read as written where the encoding is named', async () => {
  for (const size of [1, 7, 1000]) {
    const reported: unknown[] = []
    const options = { encoding: 'windows-1250', onForeignLine: (line: unknown) => reported.push(line) }
    const [game] = readPgn(await decoded(sample, size, options))
    expect([tagOf(game!, 'White'), tagOf(game!, 'Black')]).toEqual(['Žižek, Čedomir', 'Łukasz, Świątek'])
    expect(reported).toEqual([])
    expect(decodeBytes(sample, options)).toBe(await decoded(sample, size, options))
  }
})

test('without it each such line is reported, with the letters that the likeliest encodings would give', async () => {
  for (const size of [1, 7, 1000]) {
    const reported: string[] = []
    const text = await decoded(sample, size, {
      onForeignLine: ({ line, reason }) => reported.push(`${line}: ${reason}`),
    })
    expect(reported).toEqual([
      '5: not in UTF-8: --encoding windows-1250 gives "Žižek, Čedomir", --encoding windows-1252 gives "Žižek, Èedomir"',
      '6: not in UTF-8: --encoding windows-1250 gives "Łukasz, Świątek", --encoding windows-1252 gives "£ukasz, Œwi¹tek"',
    ])
    expect(text).toContain('Žižek, Èedomir')
  }
})

test('a line of Cyrillic letters is reported as windows-1251 first', async () => {
  const reported: string[] = []
  const line = Buffer.from(
    [...'[White "'].map((sign) => sign.charCodeAt(0)).concat([0xcf, 0xe5, 0xf2, 0xf0, 0xee, 0xe2]),
  )
  await decoded(line, 5, { onForeignLine: ({ reason }) => reported.push(reason) })
  expect(reported).toEqual([
    expect.stringContaining('not in UTF-8: --encoding windows-1251 gives "Петров", '),
  ])
})

test('lines that end with a return alone are lines: one that is no UTF-8 leaves its neighbours as they are', async () => {
  const bytes = Buffer.concat([
    Buffer.from('[White "Žižka"]\r', 'utf8'),
    Buffer.from('[Black "Müller"]\r', 'latin1'),
    Buffer.from('[Site "Málaga"]\r\n[Round "Ž"]\r', 'utf8'),
  ])
  for (const size of [1, 5, 16, 17, 1000]) {
    const reported: number[] = []
    const options = { onForeignLine: ({ line }: { line: number }) => reported.push(line) }
    expect(await decoded(bytes, size, options)).toBe(
      '[White "Žižka"]\r[Black "Müller"]\r[Site "Málaga"]\r\n[Round "Ž"]\r',
    )
    expect(reported).toEqual([2])
  }
})

test('a letter that the named encoding does not have is reported with its line, not lost in silence', async () => {
  const bytes = Buffer.concat([
    Buffer.from('[White "Žižka"]\r\n', 'utf8'),
    Buffer.from('[Black "Müller"]\r\n\r\n', 'latin1'),
    Buffer.from('[Site "Garçon"]\n', 'latin1'),
  ])
  for (const size of [1, 5, 1000]) {
    const reported: string[] = []
    const options = {
      encoding: 'utf-8',
      onForeignLine: ({ line, reason }: { line: number; reason: string }) =>
        reported.push(`${line}: ${reason}`),
    }
    await decoded(bytes, size, options)
    expect(reported).toHaveLength(2)
    expect(reported[0]).toMatch(/^2: not in utf-8: ".*\uFFFD/)
    expect(reported[1]).toMatch(/^4: not in utf-8: ".*\uFFFD/)
  }
  const wide = Buffer.concat([
    Buffer.from('\uFEFF1. e4\n{', 'utf16le'),
    Buffer.from([0, 0xd8]),
    Buffer.from('} *', 'utf16le'),
  ])
  const reported: number[] = []
  await decoded(wide, 1000, { onForeignLine: ({ line }) => reported.push(line) })
  expect(reported).toEqual([2])
})

test('a line that fits none of the likely encodings is reported with the letters that are lost', async () => {
  const reported: string[] = []
  await decoded(Buffer.from('[White "M\x81ller"]\n', 'latin1'), 1000, {
    onForeignLine: ({ reason }) => reported.push(reason),
  })
  expect(reported).toEqual([
    'not in UTF-8, nor in windows-1250, windows-1252, iso-8859-2: "M\uFFFDller"; name another with --encoding, such as macintosh',
  ])
})

test('a mark of the byte order before a line that is no UTF-8 is no letter of it, where files were joined', async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf])
  const bytes = Buffer.concat([
    Buffer.from('[Event "a"]\n\n1. e4 *\n'),
    ...[mark, Buffer.from('[Event "Zürich"]\n\n1. d4 *\n', 'latin1')],
  ])
  const reasons: string[] = []
  const text = await decoded(bytes, 7, { onForeignLine: ({ reason }) => reasons.push(reason) })
  expect(readPgn(text).map((game) => tagOf(game, 'Event'))).toEqual(['a', 'Zürich'])
  expect(reasons).toEqual([expect.stringContaining('windows-1252 gives "Zürich"')])
})
