import { expect, test } from 'vitest'
import { ResponseCache } from '../../functions/response-cache.ts'

test('a text is rendered once for a key and a version, and another version takes its place', () => {
  const cache = new ResponseCache()
  let renders = 0
  const ask = (key: string, version: string) =>
    cache.text(key, version, () => `${key} ${version} ${++renders}`)
  expect([ask('a', '1'), ask('a', '1'), ask('b', '1')]).toEqual(['a 1 1', 'a 1 1', 'b 1 2'])
  expect([ask('a', '2'), ask('a', '2')]).toEqual(['a 2 3', 'a 2 3'])
  // The old version is gone: it is made anew for a reader who still asks for it.
  expect(ask('a', '1')).toBe('a 1 4')
})

test('it holds no more bytes than it may, and what was unused for longest goes first', () => {
  const cache = new ResponseCache(1_000)
  // Two signs of the key, one of the version, 97 × 2 bytes of the text.
  const put = (key: string) => cache.text(key, '1', () => 'ä'.repeat(97))
  for (const key of ['k1', 'k2', 'k3', 'k4', 'k5']) put(key)
  expect(cache.size).toBe(5 * 197)
  put('k1')
  put('k6')
  expect(cache.size).toBe(5 * 197)
  const isThere = (key: string) => cache.text(key, '1', () => 'gone') !== 'gone'
  expect(['k1', 'k2', 'k6'].map(isThere)).toEqual([true, false, true])
})

test('what alone would take a quarter of it is given and not stored', () => {
  const cache = new ResponseCache(1_000)
  cache.text('small', '1', () => 'x')
  const before = cache.size
  expect(cache.text('large', '1', () => 'x'.repeat(300))).toHaveLength(300)
  expect(cache.size).toBe(before)
  expect(cache.text('large', '1', () => 'other')).toBe('other')
})

test('bytes are made once for all who ask meanwhile, count when they are there, and are not cached when making fails', async () => {
  const cache = new ResponseCache()
  let made = 0
  const make = async () => Buffer.from(`bytes ${++made}`)
  const [one, two] = await Promise.all([cache.bytes('a', '1', make), cache.bytes('a', '1', make)])
  expect([one, two, made]).toEqual([Buffer.from('bytes 1'), Buffer.from('bytes 1'), 1])
  await cache.bytes('a', '1', make)
  expect([made, cache.size]).toEqual([1, 'a1bytes 1'.length])
  await expect(cache.bytes('b', '1', () => Promise.reject(new Error('zlib')))).rejects.toThrow('zlib')
  expect((await cache.bytes('b', '1', make)).toString()).toBe('bytes 2')
})

test('a version that comes while the one before is being made stays', async () => {
  const cache = new ResponseCache()
  let finish = (_: Buffer) => {}
  const slow = cache.bytes('a', '1', () => new Promise((resolve) => (finish = resolve)))
  await cache.bytes('a', '2', async () => Buffer.from('two'))
  finish(Buffer.from('one'))
  expect((await slow).toString()).toBe('one')
  const again = cache.bytes('a', '2', () => Promise.reject(new Error('made again')))
  expect((await again).toString()).toBe('two')
})

test('a cleared cache holds nothing', () => {
  const cache = new ResponseCache()
  cache.text('a', '1', () => 'x')
  cache.clear()
  expect(cache.size).toBe(0)
  expect(cache.text('a', '1', () => 'anew')).toBe('anew')
})
