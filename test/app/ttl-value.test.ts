/** A value that is cached for a while: it is read once for all who ask meanwhile, and never older than that. */
import { expect, test } from 'vitest'
import { createTtlValue } from '../../functions/ttl-value.ts'
import { testClock } from '../kit/service.ts'

/** A value that is read when `answer` says what is found. */
function slowly(clock = testClock()) {
  const asked: { answer(value: string): void; fail(error: Error): void }[] = []
  const value = createTtlValue(
    clock,
    1000,
    () => new Promise<string>((resolve, reject) => asked.push({ answer: resolve, fail: reject })),
  )
  return { clock, asked, value }
}

test('who asks while it is read, and for a second after that began, shares the reading', async () => {
  const { clock, asked, value } = slowly()
  const first = value.get()
  clock.pass(900)
  const second = value.get()
  asked[0]!.answer('a')
  expect([await first, await second, await value.get(), value.peek()]).toEqual(['a', 'a', 'a', 'a'])
  expect(asked).toHaveLength(1)
  clock.pass(100)
  const third = value.get()
  expect(value.peek()).toBeUndefined()
  asked[1]!.answer('b')
  expect([await third, value.peek()]).toEqual(['b', 'b'])
})

test('what is found by a reading that began before it was forgotten is not cached', async () => {
  const { asked, value } = slowly()
  const before = value.get()
  value.forget()
  const after = value.get()
  asked[1]!.answer('revoked')
  asked[0]!.answer('valid')
  expect([await before, await after, await value.get(), value.peek()]).toEqual([
    'valid',
    'revoked',
    'revoked',
    'revoked',
  ])
})

test('a reading that fails is not cached, and who comes next reads anew', async () => {
  const { asked, value } = slowly()
  const failed = value.get()
  asked[0]!.fail(new Error('no database'))
  await expect(failed).rejects.toThrow('no database')
  const next = value.get()
  asked[1]!.answer('a')
  expect(await next).toBe('a')
})

test('after the clock was set back it is read anew', async () => {
  const { clock, asked, value } = slowly()
  const first = value.get()
  asked[0]!.answer('a')
  await first
  clock.pass(-1)
  void value.get()
  expect(asked).toHaveLength(2)
})
